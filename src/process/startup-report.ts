/** The report once everything serves. */
export interface Greeting {
  /** The URL of the API; undefined when this process only does background work. */
  address: string | undefined;
  /** The URL of the panel's sign-in; undefined where none is served. */
  panelUrl: string | undefined;
  /** The names of the payment providers. */
  providers: readonly string[];
  /** The demo account; with its key and link only if this start created them, because they are shown once. */
  demo: { accountId: string; apiKey: string | undefined; signInUrl: string | undefined } | undefined;
}

/** The running service, in this process or in several. */
export interface Service {
  greeting: Greeting;
  /** Answers open requests, finishes the work in progress, and closes everything. */
  stop(): Promise<void>;
}
