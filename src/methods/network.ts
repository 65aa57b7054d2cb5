/** Whether this is a valid name for a chain, in CHAINS_FILE and in the catalogue. */
export function isNetworkName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9 -]{0,31}$/.test(text);
}
