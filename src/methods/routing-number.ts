const WEIGHTS = [3, 7, 1];

/** The first two digits are a Federal Reserve district, its thrifts, its electronic transfers, or traveler's checks. */
const ROUTING_NUMBER = /^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;

/** A US bank's routing number (ABA): nine digits whose sum, weighted 3, 7, 1 repeated, ends in 0. */
export function isRoutingNumber(text: string): boolean {
  if (!ROUTING_NUMBER.test(text)) return false;
  let sum = 0;
  for (let place = 0; place < text.length; place++) {
    sum += Number(text[place]) * (WEIGHTS[place % 3] ?? 0);
  }
  return sum % 10 === 0;
}
