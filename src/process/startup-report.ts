/** What is said once everything serves. */
export interface Greeting {
  /** Where the API is; undefined when only the background work is done. */
  address: string | undefined;
  /** Made by this very start, and told never again. */
  demo: { accountId: string; apiKey: string } | undefined;
}

/** A deployment's part that runs, in this process or in several. */
export interface Service {
  greeting: Greeting;
  /** Answers what has come, finishes what was begun, and closes everything. */
  stop(): Promise<void>;
}
