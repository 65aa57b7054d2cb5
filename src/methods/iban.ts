const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** Whether it is an IBAN with correct check digits (ISO 13616), without spaces and in upper case. */
export function isIban(text: string): boolean {
  return IBAN.test(text) && remainderOf97(text.slice(4) + text.slice(0, 4)) === 1;
}

/** Whether it has the form of a BIC (ISO 9362): 8 or 11 characters, in upper case. */
export function isBic(text: string): boolean {
  return BIC.test(text);
}

/** The remainder by which ISO 7064 (mod 97-10) checks letters and digits, with A as 10 and Z as 35. */
export function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
