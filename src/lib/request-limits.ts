/** The maximum that a request may have. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** For the URL and the headers together. */
  readonly headerBytes: number;
  readonly jsonDepth: number;
  /** How long a request may take to arrive completely. */
  readonly timeoutMs: number;
}
