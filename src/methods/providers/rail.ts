import type { CleanedEnv, ValidatorSpec } from 'envalid';
import type { RegisterEither } from '../../commands/frame/index.ts';
import type { Database, Queryable, Trx } from '../../db/index.ts';
import type { Environment, Role } from '../../lib/environment.ts';
import type { Logger, LogLevel } from '../../lib/logger.ts';
import type { Metrics } from '../../lib/metrics.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import type { ApprovalKind, Approvals, KnownDifferences } from '../../operators/index.ts';
import type { Provider } from './provider.ts';

/**
 * A rail, as its folder declares it at its front door. This is all that the rest of the program knows of it, besides
 * its behaviour as a `Provider`. Parts that the declaration omits are absent. Everything that needs its libraries or
 * its tables is imported only when it is called, because each start and each help text reads all declarations.
 */
export interface Rail<
  Name extends string,
  Variables extends EnvironmentVariables,
  Settings,
  Opened extends Providers,
  Needs,
> extends AnyRail<Settings, Opened> {
  readonly name: Name;
  /** Its own environment variables, with their valid values. */
  readonly variables?: Variables;
  readonly secrets?: readonly (keyof Variables & string)[];
  readonly senderVariables?: readonly (keyof Variables & string)[];
  /**
   * Undefined where the deployment does not have it. Throws StartupError when it is configured in part, or contradicts
   * itself.
   */
  configure(env: CleanedEnv<Variables> & RailEnvironment): Settings | undefined;
  /** Its own commands, of which this loads only the syntax, and the parts of a deployment that they need. */
  commands?(): Promise<RegisterEither<Needs>>;
}

/** The part of the declaration that is the same for all rails. */
export interface AnyRail<Settings = unknown, Opened extends Providers = Providers> {
  /** As in settings and among the opened rails. */
  readonly name: string;
  /** The environment variables that hold a secret, and may be given as files. */
  readonly secrets?: readonly string[];
  /** The environment variables that only a process with the role sender may have. */
  readonly senderVariables?: readonly string[];
  /** For a rail that moves real money, its purpose, the variables that it needs, and the page that explains them. */
  readonly live?: { purpose: string; needs: string; page: string };
  /** Set if it stores the transfers that it has seen on chains, with which an audit compares its reports. */
  readonly watchesChains?: true;
  /** The same settings for a process that must not be able to send money. */
  withoutKeys?(settings: Settings): Settings;
  /** The resources that no other cell may share, because the money of two cells would be in one place. */
  ownPlaces?(settings: Settings): OwnPlace[] | Promise<OwnPlace[]>;
  /** Throws StartupError where its settings cannot be used. */
  open(parts: RailParts, settings: Settings): Promise<Opened>;
  /** The parts concerning its rows, which exist even when the deployment no longer has it. */
  records?(): Promise<RailRecords<Opened>>;
}

type Providers = Provider | readonly Provider[];

type EnvironmentVariables = Record<string, ValidatorSpec<unknown>>;

/** The facts about the environment that every rail gets, besides its own variables. */
export interface RailEnvironment {
  readonly ENVIRONMENT: Environment;
  readonly ROLES: ReadonlySet<Role>;
}

/** An account, a key or the like, compared between cells and never shown. */
export interface OwnPlace {
  kind: string;
  value: string;
  /** Its name, if not its kind. */
  what?: string;
}

/** The parts of a deployment that its rails are opened with. */
export interface RailParts {
  readonly config: {
    readonly environment: Environment;
    readonly baseUrl: string | undefined;
    readonly cell: number;
    readonly cellsKeys: readonly string[];
    readonly webhookAllowCidrs: readonly string[];
    readonly webhookCaFile: string | undefined;
    readonly logLevel: LogLevel;
  };
  readonly db: Database;
  readonly logger: Logger;
  readonly keyring: Keyring;
  /** For processes that it starts itself. */
  readonly secrets: { readonly secretsKey: string; readonly connectionString: string };
  /** The other cells, with the addresses of their hosts. */
  readonly otherCells: readonly { cell: number; url: string }[];
  readonly differences: KnownDifferences;
  readonly approvals: Approvals;
}

export interface RailRecords<Opened = unknown> {
  /** The requests of one operator that another approves; `opened` is the rail, if the deployment has it by then. */
  approvals?(opened: () => Opened | undefined): Readonly<Record<string, ApprovalKind>>;
  /** Exports its state, as recorded by any process. */
  watch?(metrics: Metrics, read: Queryable): void;
  /** Deletes expired rows, at most the limit at once; each returns how many. */
  readonly purges?: readonly ((trx: Trx, batch: { limit: number }) => Promise<number>)[];
  /** The rail's reports about a deposit, by the provider's reference, for the operator. */
  describeDeposit?(read: Queryable, providerReference: string): Promise<object | undefined>;
}

/** Declares a rail, with the types of its variables, settings and provider. */
export function defineRail<
  const Name extends string,
  Settings,
  Opened extends Providers,
  Needs,
  Variables extends EnvironmentVariables = Record<never, never>,
>(rail: Rail<Name, Variables, Settings, Opened, Needs>): Rail<Name, Variables, Settings, Opened, Needs> {
  return rail;
}
