/**
 * An RFC has four letters for a person and three for a company, then a date, two characters that SAT assigns, and a
 * check character.
 */
const RFC = /^[A-ZÑ&]{3,4}\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[A\d]$/;
const NIT = /^(\d{5,10})-(\d)$/;
/** The weights of the digits, from the right. */
const NIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43] as const;

/**
 * A tax id without separators and in upper case. It is an RFC of Mexico, including the generic ones, or a NIT of
 * Colombia with its check digit after a hyphen. Undefined for text that is neither, and for a NIT whose check digit is
 * wrong. SAT has assigned RFCs whose check character does not follow its own rule, so only their form is judged.
 */
export function parseTaxId(text: string): string | undefined {
  const compact = text.normalize('NFC').toUpperCase().replaceAll(/[\s.]/g, '');
  const rfc = compact.replaceAll('-', '');
  if (RFC.test(rfc)) return rfc;
  const [nit, digits, check] = NIT.exec(compact) ?? [];
  return digits !== undefined && checkDigitOf(digits) === Number(check) ? nit : undefined;
}

function checkDigitOf(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (NIT_WEIGHTS[place] ?? 0), 0);
  const rest = sum % 11;
  return rest > 1 ? 11 - rest : rest;
}
