import type { Release } from './release.ts';

/** One language's client: how it is made from the contract, how it is tried, and how it is packed. */
export interface Sdk {
  /** As in `npm run sdks -- go`, and the name of its folder. */
  language: string;
  /** What makes the generated part, with its exact version at the end, as docs/clients.md shows it. */
  generator: string;
  /** What `compile` and `check` run, as docs/clients.md shows it: "tsc --strict, node --test". */
  checkedBy: string;
  /** Writes the whole client into the empty folder `directory`: generated part, hand-written layer, tests, README. */
  build(contractFile: string, directory: string): Promise<void>;
  /** Whether it is installed compiled, so that building it includes compiling it. */
  isInstalledCompiled?: true;
  /** Compiles the client and its tests, or has a type checker read them. Rejects with its output. */
  compile(directory: string): Promise<void>;
  /** Runs the client's tests against a sandbox. Rejects with their output when one fails. */
  check(directory: string, sandbox: SandboxForSdks): Promise<void>;
  packaging: Packaging;
}

/** How one language's client becomes the packages that its registry takes. */
export interface Packaging {
  /** Completes the manifest in a client's folder: version, licence, publisher, and whatever of the provenance it can hold. */
  describe(directory: string, release: Release): Promise<void>;
  /** Writes the packages into the folder `packages`. The same sources and release give the same bytes, wherever and whenever. */
  pack(directory: string, release: Release, packages: string): Promise<void>;
  /**
   * Installs from `packages` into `project`, an empty folder except for what is in the client's `trial/`, and runs
   * the program there: it creates a link, reads it, and meets an error. Rejects with its output when one fails.
   */
  tryPackage(project: string, packages: string, release: Release, sandbox: SandboxForSdks): Promise<void>;
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
