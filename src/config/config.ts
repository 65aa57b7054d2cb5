import { bool, cleanEnv, makeValidator, str } from 'envalid';
import {
  cidrs,
  databaseReadUrls,
  databaseUrl,
  issuer,
  longSecret,
  mailAddress,
  pemFile,
  portNumber,
  redisUrl,
  signingKeys,
  smtpUrl,
  webAddress,
  wholeNumber,
} from '../lib/env-validators.ts';
import { SECRET_VARIABLES, withSecretFiles } from './secret-files.ts';
import { MAX_CELL } from '../lib/cell.ts';
import type { Environment, Role } from '../lib/environment.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { LogLevel } from '../lib/logger.ts';
import type { RequestLimits } from '../lib/request-limits.ts';
import {
  checkDestinationUrl,
  createAddressGuard,
  DestinationNotAllowed,
} from '../lib/outgoing/address-guard.ts';
import { configureRails, RAIL_VARIABLES, type RailSettings, railsWithoutKeys } from '../rails/index.ts';

/** The storage of a sandbox's data. */
export interface SandboxConfig {
  /** The folder of the database that the sandbox's own is copied from. */
  readonly template: string;
  /** Whether `dataDir` is removed at the end. */
  readonly throwAway: boolean;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** If undefined, the bundled Postgres in `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  /** The replicas that answer reads. If empty, the primary answers all of them (D66). */
  readonly databaseReadUrls: readonly string[];
  readonly dataDir: string;
  /** The archive of the bundled Postgres's log. Undefined if there is none. */
  readonly walArchiveDir: string | undefined;
  readonly environment: Environment;
  /** The number of this deployment's cell (D73); 0 for the first, or the only one. */
  readonly cell: number;
  /** The file that describes all cells; undefined where there is only this deployment. */
  readonly cellsFile: string | undefined;
  /** The keys that sign notices between cells, newest first. If empty, deposits are not handed on (D74). */
  readonly cellsKeys: readonly string[];
  /** If undefined, the address that the server listens on is used. */
  readonly baseUrl: string | undefined;
  readonly checkoutBaseUrl: string | undefined;
  /** Undefined in a deployment. A sandbox also sends webhooks to plain http receivers on this machine. */
  readonly sandbox: SandboxConfig | undefined;
  /** If undefined, a key is generated once and kept in `dataDir`. */
  readonly secretsKey: string | undefined;
  readonly requestLimits: RequestLimits;
  readonly rateLimitStore: 'memory' | 'postgres' | 'redis';
  /** Used when the rate limit store is Redis. */
  readonly redisUrl: string;
  readonly webhookAllowCidrs: readonly string[];
  readonly webhookCaFile: string | undefined;
  /** If undefined, payments are not screened. */
  readonly screening: { readonly url: string; readonly secret: string } | undefined;
  /** If undefined, messages to accounts are only logged. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** If undefined, users cannot sign in to the panel by OpenID Connect. */
  readonly oidc:
    { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly trustedProxies: readonly string[];
  /** The settings of each rail; undefined for one that is not configured. */
  readonly rails: RailSettings;
  readonly roles: ReadonlySet<Role>;
  /** The number of processes that serve calls, on one port. */
  readonly workers: number;
  /** If undefined, no metrics are served. */
  readonly metricsPort: number | undefined;
  /** Whether traces are exported; the SDK of OpenTelemetry reads the destination and form. */
  readonly exportsTraces: boolean;
  /** Whether each answered request is logged. */
  readonly accessLog: boolean;
  /** The part of successful reads that the call log keeps. */
  readonly callLogReads: 'full' | 'summary';
  readonly logLevel: LogLevel;
}

/** Reads the environment once, at startup. Throws StartupError naming every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = readVariables(environment);
  requireConsistent(env);
  const rails = configureRails(env);
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrls: env.DATABASE_READ_URLS,
    dataDir: env.DATA_DIR,
    walArchiveDir: env.WAL_ARCHIVE_DIR,
    environment: env.ENVIRONMENT,
    cell: env.CELL,
    cellsFile: env.CELLS_FILE,
    cellsKeys: env.CELLS_KEY,
    baseUrl: env.BASE_URL,
    checkoutBaseUrl: env.CHECKOUT_BASE_URL,
    sandbox: undefined,
    secretsKey: env.SECRETS_KEY,
    requestLimits: {
      bodyBytes: env.MAX_BODY_BYTES,
      headerBytes: env.MAX_HEADER_BYTES,
      jsonDepth: env.MAX_JSON_DEPTH,
      timeoutMs: env.REQUEST_TIMEOUT_MS,
    },
    rateLimitStore: env.RATE_LIMIT_STORE,
    redisUrl: env.REDIS_URL,
    webhookAllowCidrs: env.WEBHOOK_ALLOW_CIDRS,
    webhookCaFile: env.WEBHOOK_CA_FILE,
    screening: screeningOf(env),
    mail:
      env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined
        ? { url: env.SMTP_URL, from: env.MAIL_FROM }
        : undefined,
    oidc:
      env.OIDC_ISSUER !== undefined &&
      env.OIDC_CLIENT_ID !== undefined &&
      env.OIDC_CLIENT_SECRET !== undefined
        ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : undefined,
    trustedProxies: env.TRUSTED_PROXIES,
    rails,
    roles: env.ROLES,
    workers: env.WORKERS,
    metricsPort: env.METRICS_PORT,
    exportsTraces: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    accessLog: env.ACCESS_LOG,
    callLogReads: env.CALL_LOG_READS,
    logLevel: env.LOG_LEVEL,
  });
}

function readVariables(environment: NodeJS.ProcessEnv) {
  return cleanEnv(withSecretFiles(environment), variables(), { reporter: refuse });
}

/** Throws StartupError for variables of which one needs or excludes another. */
function requireConsistent(env: ReturnType<typeof readVariables>): void {
  if (env.ENVIRONMENT === 'live' && !env.SECRETS_KEY) {
    throw new StartupError(
      'SECRETS_KEY must be set when ENVIRONMENT=live: 32 random bytes in base64 (try: openssl rand -base64 32), stored apart from the database. Live also needs a payment provider that moves real money (docs/rails).',
    );
  }
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined)) {
    throw new StartupError(
      'SMTP_URL and MAIL_FROM must be set together: the mail server, and the sender of messages to accounts.',
    );
  }
  if (env.WAL_ARCHIVE_DIR !== undefined && env.DATABASE_URL !== undefined) {
    throw new StartupError(
      'WAL_ARCHIVE_DIR is for the bundled Postgres, but DATABASE_URL is set: archive the log by that server’s own settings (docs/reference/backups.md).',
    );
  }
  if (env.DATABASE_READ_URLS.length > 0 && env.DATABASE_URL === undefined) {
    throw new StartupError(
      'DATABASE_READ_URLS names replicas of the server in DATABASE_URL, which must be set too: the bundled Postgres has none.',
    );
  }
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
  if (oidc.some((value) => value === undefined) && oidc.some((value) => value !== undefined)) {
    throw new StartupError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together: the OpenID provider, and the client of this service there.',
    );
  }
  if (env.WORKERS > 1 && !env.ROLES.has('api')) {
    throw new StartupError(
      'WORKERS is the number of processes that serve calls, so ROLES must include api. For more background work, start more processes with ROLES=worker.',
    );
  }
}

/** The names of all variables that `readConfig` reads, also as files of secrets. */
export function listVariables(): string[] {
  return [...Object.keys(variables()), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];
}

/** The variables of the service, with their valid values. */
function variables() {
  return {
    PORT: portNumber({ default: 3000 }),
    HOST: str({ default: '127.0.0.1' }),
    DATABASE_URL: databaseUrl({ default: undefined }),
    DATABASE_READ_URLS: databaseReadUrls({ default: [] }),
    DATA_DIR: str({ default: './.data' }),
    WAL_ARCHIVE_DIR: str({ default: undefined }),
    ENVIRONMENT: str({ choices: ['test', 'live'], default: 'test' }),
    CELL: wholeNumber(0, MAX_CELL)({ default: 0 }),
    CELLS_FILE: str({ default: undefined }),
    CELLS_KEY: signingKeys({ default: [] }),
    BASE_URL: webAddress({ default: undefined }),
    CHECKOUT_BASE_URL: webAddress({ default: undefined }),
    SECRETS_KEY: str({ default: undefined }),
    MAX_BODY_BYTES: wholeNumber(1_024, 16 * 1_024 * 1_024)({ default: 256 * 1_024 }),
    MAX_HEADER_BYTES: wholeNumber(4_096, 256 * 1_024)({ default: 16 * 1_024 }),
    MAX_JSON_DEPTH: wholeNumber(4, 1_000)({ default: 32 }),
    REQUEST_TIMEOUT_MS: wholeNumber(1_000, 600_000)({ default: 30_000 }),
    RATE_LIMIT_STORE: str({ choices: ['memory', 'postgres', 'redis'], default: 'memory' }),
    REDIS_URL: redisUrl({ default: 'redis://127.0.0.1:6379' }),
    WEBHOOK_ALLOW_CIDRS: cidrs({ default: [] }),
    WEBHOOK_CA_FILE: pemFile({ default: undefined }),
    SCREENING_URL: str({ default: undefined }),
    SCREENING_SECRET: longSecret({ default: undefined }),
    SMTP_URL: smtpUrl({ default: undefined }),
    MAIL_FROM: mailAddress({ default: undefined }),
    OIDC_ISSUER: issuer({ default: undefined }),
    OIDC_CLIENT_ID: str({ default: undefined }),
    OIDC_CLIENT_SECRET: str({ default: undefined }),
    TRUSTED_PROXIES: cidrs({ default: [] }),
    ...RAIL_VARIABLES,
    ROLES: roles({ default: new Set<Role>(['api', 'worker']) }),
    WORKERS: wholeNumber(1, 64)({ default: 1 }),
    METRICS_PORT: portNumber({ default: undefined }),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress({ default: undefined }),
    ACCESS_LOG: bool({ default: false }),
    CALL_LOG_READS: str({ choices: ['full', 'summary'], default: 'full' }),
    LOG_LEVEL: str({ choices: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  };
}

/** The same configuration for a process that must not be able to send money. */
export function withoutKeys(config: Config): Config {
  return { ...config, rails: railsWithoutKeys(config.rails) };
}

/** Throws StartupError when it is configured in part, or with an address that the service must not call. */
function screeningOf(env: {
  SCREENING_URL: string | undefined;
  SCREENING_SECRET: string | undefined;
  WEBHOOK_ALLOW_CIDRS: readonly string[];
}): Config['screening'] {
  const { SCREENING_URL: url, SCREENING_SECRET: secret, WEBHOOK_ALLOW_CIDRS: allowCidrs } = env;
  if (url === undefined && secret === undefined) return undefined;
  if (url === undefined || secret === undefined) {
    throw new StartupError(
      'SCREENING_URL and SCREENING_SECRET must be set together: the screening hook, and the secret that signs requests to it.',
    );
  }
  try {
    checkDestinationUrl(url, createAddressGuard({ allowCidrs }));
  } catch (error) {
    if (!(error instanceof DestinationNotAllowed)) throw error;
    throw new StartupError(
      `SCREENING_URL cannot be used: ${error.message} For an address in your own network, also set WEBHOOK_ALLOW_CIDRS.`,
    );
  }
  return { url, secret };
}

const ROLES: readonly Role[] = ['api', 'worker', 'sender'];
const roles = makeValidator((input) => {
  const named = input.split(',').map((part) => part.trim());
  const known = named.filter((part): part is Role => ROLES.some((role) => role === part));
  if (known.length !== named.length)
    throw new Error('must be api, worker or sender, or several like api,worker');
  return new Set(known);
});

/** Envalid's words for a value that is none of the choices; with them, the list of these. */
const NO_CHOICE = /^Value ".*" not in choices \[(.*)\]$/s;

function refuse({ errors }: { errors: Partial<Record<string, Error>>; env: unknown }): void {
  const faults = Object.entries(errors).map(([name, error]) => {
    const choices = NO_CHOICE.exec(error?.message ?? '')?.[1]?.replaceAll(',', ', ');
    const fault = choices === undefined ? error?.message : `must be one of ${choices}`;
    return `${name} ${fault ?? 'is not valid'}`;
  });
  if (faults.length > 0) throw new StartupError(`Invalid environment: ${faults.join('; ')}.`);
}
