/** A line of CSV, as RFC 4180 requires. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** The same for people, who open it in a spreadsheet: a text that it would take for a formula is kept a text. */
export function spreadsheetLine(values: readonly string[]): string {
  return csvLine(values.map((value) => (isFormula(value) ? `'${value}` : value)));
}

function cellOf(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A negative number is none. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
}
