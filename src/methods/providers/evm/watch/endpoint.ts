/** The current state of an endpoint. */
export interface EndpointStatus {
  /** Its URL may hold a key, so only its host. */
  endpoint: string;
  responds: boolean;
  /** Whether it agrees with the others, and with what was followed; null if unknown. */
  agrees: boolean | null;
  head: number | null;
  final: number | null;
  /** The reason why it does not respond or agree. */
  error: string | null;
}

/** An endpoint's fault, as named in metrics; undefined for none. */
export function faultOf({ agrees, error }: EndpointStatus): 'disagrees' | 'unavailable' | undefined {
  if (agrees === false) return 'disagrees';
  return error === null ? undefined : 'unavailable';
}
