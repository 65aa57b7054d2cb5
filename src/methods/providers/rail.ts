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
 * A rail, as its folder declares it at its front door: all that the rest of the program learns of it, apart from what it does
 * as a `Provider`. It names what it has; what it does not name, it does not have. Whatever needs its libraries or its tables
 * is imported only when it is called: each start and each help text reads all declarations.
 */
export interface Rail<
  Name extends string,
  Variables extends EnvironmentVariables,
  Settings,
  Opened extends Providers,
  Needs,
> extends AnyRail<Settings, Opened> {
  readonly name: Name;
  /** The environment variables that are its own, and what each may be. */
  readonly variables?: Variables;
  readonly secrets?: readonly (keyof Variables & string)[];
  readonly senderVariables?: readonly (keyof Variables & string)[];
  /** Undefined where the deployment does not have it. Throws StartupError when it is half configured, or contradicts itself. */
  configure(env: CleanedEnv<Variables> & RailEnvironment): Settings | undefined;
  /** Its own commands, of which this loads only the syntax, and what they need of a deployment. */
  commands?(): Promise<RegisterEither<Needs>>;
}

/** What is the same for all rails. */
export interface AnyRail<Settings = unknown, Opened extends Providers = Providers> {
  /** As in settings and among the opened rails. */
  readonly name: string;
  /** Those of its environment variables that hold a secret, and may be given as files. */
  readonly secrets?: readonly string[];
  /** Those that only a process with the role sender may have. */
  readonly senderVariables?: readonly string[];
  /** For a rail that moves real money: what for, the variables that it needs, and the page that explains them. */
  readonly live?: { purpose: string; needs: string; page: string };
  /** That it keeps what it has seen on chains, with which an audit compares what it reported. */
  readonly watchesChains?: true;
  /** The same settings for a process that must not be able to send money. */
  withoutKeys?(settings: Settings): Settings;
  /** What must be its cell's alone, because the money of two cells would be in one place. */
  ownPlaces?(settings: Settings): OwnPlace[] | Promise<OwnPlace[]>;
  /** Throws StartupError where its settings cannot be used. */
  open(parts: RailParts, settings: Settings): Promise<Opened>;
  /** What concerns its rows, which are there also when the deployment no longer has it. */
  records?(): Promise<RailRecords<Opened>>;
}

type Providers = Provider | readonly Provider[];

export type EnvironmentVariables = Record<string, ValidatorSpec<unknown>>;

/** What every rail is told of the environment, apart from its own variables. */
export interface RailEnvironment {
  readonly ENVIRONMENT: Environment;
  readonly ROLES: ReadonlySet<Role>;
}

/** An account, a key or the like, compared between cells and never shown. */
export interface OwnPlace {
  kind: string;
  value: string;
  /** What to call it, if not by its kind. */
  what?: string;
}

/** What a deployment opens its rails with. */
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
  /** What one operator asks for and another approves; `opened` is the rail, if the deployment has it by then. */
  approvals?(opened: () => Opened | undefined): Readonly<Record<string, ApprovalKind>>;
  /** Shows the operator its state, whichever process recorded it. */
  watch?(metrics: Metrics, read: Queryable): void;
  /** Delete what need not be kept, at most so much at once; each returns how much. */
  readonly purges?: readonly ((trx: Trx, limit: number) => Promise<number>)[];
  /** What it was told of a deposit, by the provider's reference, for the operator. */
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
