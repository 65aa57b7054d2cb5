/** One language's client: how it is made from the contract and how it is tried. */
export interface Sdk {
  /** As in `npm run sdks -- go`, and the name of its folder. */
  language: string;
  /** What makes the generated part, with its exact version at the end, as docs/clients.md shows it. */
  generator: string;
  /** What `check` runs, as docs/clients.md shows it: "tsc --strict, node --test". */
  checkedBy: string;
  /** Writes the whole client into the empty folder `directory`: generated part, hand-written layer, tests, README. */
  build(contractFile: string, directory: string): Promise<void>;
  /** Compiles the client and runs its tests against a sandbox. Rejects with their output when one fails. */
  check(directory: string, sandbox: SandboxForSdks): Promise<void>;
}

/** Given to each client's tests as environment variables of these names. */
export interface SandboxForSdks {
  /**
   * The base address of a fresh sandbox, without `/v1`. Its account has 250 links already, all with
   * `metadata.batch = "250"`.
   */
  PAYMENTS_BASE_URL: string;
  /** An API key with all scopes and wide limits. */
  PAYMENTS_API_KEY: string;
  /**
   * The same sandbox behind a proxy that adds a field `x_new_field` (an object) to each JSON object of each response, as
   * a later version of the service could.
   */
  PAYMENTS_NEWER_URL: string;
  /** A JSON file with a delivery that the service really sent: {secret, headers: {…}, body: "raw text"}. */
  PAYMENTS_WEBHOOK_FILE: string;
}
