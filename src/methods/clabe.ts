const WEIGHTS = [3, 7, 1];

/** The check digit of a CLABE's first 17 digits (D1). */
export function clabeCheckDigit(digits: string): string {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    sum += (Number(digits[place]) * (WEIGHTS[place % 3] ?? 0)) % 10;
  }
  return String((10 - (sum % 10)) % 10);
}

export function isClabe(text: string): boolean {
  return /^[0-9]{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === text[17];
}
