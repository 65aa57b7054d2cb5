/** What is reported once everything serves. */
export interface Greeting {
  /** The URL of the API; undefined when this process only does background work. */
  address: string | undefined;
  /** The names of the payment providers. */
  providers: readonly string[];
  /** Created by this start, and never shown again. */
  demo: { accountId: string; apiKey: string; signInUrl: string | undefined } | undefined;
}

/** The running service, in this process or in several. */
export interface Service {
  greeting: Greeting;
  /** Answers open requests, finishes the work in progress, and closes everything. */
  stop(): Promise<void>;
}
