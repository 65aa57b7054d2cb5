/** A line of CSV, as RFC 4180 requires. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** At the beginning of a file, tells Excel that it is in UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Like `csvLine`, for files that people open in a spreadsheet. Values that it would take for a formula or a number stay
 * text.
 */
export function spreadsheetLine(values: readonly string[]): string {
  return csvLine(values.map(asText));
}

function cellOf(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where `;` separates cells, the text after one begins a cell, and so does a new line, which our quotation marks do not
 * protect there. In Japan, full-width signs begin a formula as well.
 */
const FORMULAS = /(^|;|\r\n?|\n)(?=[\s"]*[=+\-@＝＋－＠\t\r])/g;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
/** Such as a CLABE or an invoice's number. A spreadsheet would drop its leading zeros, and round it after 15 digits. */
const DIGITS = /^(?:0\d+|\d{16,})$/;

function asText(value: string): string {
  if (NEGATIVE_NUMBER.test(value)) return value;
  return DIGITS.test(value) ? `'${value}` : value.replace(FORMULAS, "$1'");
}
