/** The methods that come with the service, each with a colour of its own in every chart and place. */
const KNOWN: readonly string[] = ['SPEI', 'USDC', 'MXNB', 'BREB', 'WIRE', 'USDT'];

/** The number of a method's colour, from 1 to 6: `--method-1` and so on. */
export function methodColor(method: string): number {
  const known = KNOWN.indexOf(method);
  if (known >= 0) return known + 1;
  // The same every time, because it depends on nothing but the name.
  const sum = [...method].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (sum % KNOWN.length) + 1;
}
