/** The limits of a request. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** For the URL and the headers together. */
  readonly headerBytes: number;
  readonly jsonDepth: number;
  /** How long a request may take to arrive completely. */
  readonly timeoutMs: number;
}
