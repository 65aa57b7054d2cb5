/** A tracking key has up to 30 characters. */
const DIGITS = 27;

/** The SPEI tracking key of a simulated transfer, by its provider's reference. */
export function simulatedTrackingKey(providerReference: string): string {
  return `SIM${providerReference.replaceAll('-', '').slice(-DIGITS).toUpperCase()}`;
}
