/** How one endpoint does right now. */
export interface EndpointStatus {
  /** Its URL may hold a key, so only its host. */
  endpoint: string;
  responds: boolean;
  /** Whether it says the same as the others, and as what was followed; null when that is not known. */
  agrees: boolean | null;
  head: number | null;
  final: number | null;
  /** Why it does not respond or agree. */
  error: string | null;
}

/** What is wrong with an endpoint, as metrics name it; undefined for nothing. */
export function faultOf({ agrees, error }: EndpointStatus): 'disagrees' | 'unavailable' | undefined {
  if (agrees === false) return 'disagrees';
  return error === null ? undefined : 'unavailable';
}
