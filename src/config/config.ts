import { bool, cleanEnv, makeValidator, str } from 'envalid';
import {
  apiKey,
  apiOrigin,
  apiSecret,
  bridgeId,
  cidrs,
  databaseReadUrls,
  databaseUrl,
  issuer,
  longSecret,
  mailAddress,
  monoAccount,
  pemFile,
  portNumber,
  redisUrl,
  rsaPublicKey,
  signingKeys,
  smtpUrl,
  webAddress,
  wholeNumber,
} from './env-validators.ts';
import { SECRET_VARIABLES, withSecretFiles } from './secret-files.ts';
import { MAX_CELL } from '../lib/cell.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { LogLevel } from '../lib/logger.ts';
import {
  checkDestinationUrl,
  createAddressGuard,
  DestinationNotAllowed,
} from '../lib/outgoing/address-guard.ts';

export type Environment = 'test' | 'live';
export type Role = 'api' | 'worker' | 'sender';

/** The maximum that a request may have. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** For the URL and the headers together. */
  readonly headerBytes: number;
  readonly jsonDepth: number;
  /** How long a request may take to arrive completely. */
  readonly timeoutMs: number;
}

/** An API that is called with signed requests. */
export interface SignedApi {
  readonly apiKey: string;
  readonly secret: string;
  readonly baseUrl: string;
}

/** The account at Bitso. */
export interface BitsoConfig extends SignedApi {
  /** Undefined: nothing is minted or redeemed at Juno. */
  readonly juno: SignedApi | undefined;
}

/** The account at Bridge: one customer, and one wallet of it. */
export interface BridgeConfig {
  readonly apiKey: string;
  readonly customerId: string;
  readonly walletId: string;
  /** What notices are signed with, as PEM; undefined: as Bridge tells it. */
  readonly webhookPublicKey: string | undefined;
  readonly baseUrl: string;
}

/** The accounts at Mono, and the client that may use them. */
export interface MonoConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs its webhooks. */
  readonly webhookSecret: string;
  readonly baseUrl: string;
  /** Mono's ids of them; both may be the same. */
  readonly receivingAccount: string;
  readonly sendingAccount: string;
}

/** How a sandbox keeps its data. */
export interface SandboxConfig {
  /** The folder of the database that the sandbox's own is copied from. */
  readonly template: string;
  /** Whether `dataDir` is removed at the end. */
  readonly throwAway: boolean;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Undefined: the bundled Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The replicas that answer reads; empty: the primary answers all (D66). */
  readonly databaseReadUrls: readonly string[];
  readonly dataDir: string;
  /** Where the bundled Postgres archives its log; undefined: nowhere. */
  readonly walArchiveDir: string | undefined;
  readonly environment: Environment;
  /** The number of the cell that this deployment is (D73); 0 for the first, or the only one. */
  readonly cell: number;
  /** The file that describes all cells; undefined where there is only this deployment. */
  readonly cellsFile: string | undefined;
  /** What notices between cells are signed with, the newest first; empty: deposits are not handed on (D74). */
  readonly cellsKeys: readonly string[];
  /** Undefined: the address that the server listens on. */
  readonly baseUrl: string | undefined;
  readonly checkoutBaseUrl: string | undefined;
  /** Undefined: a deployment. A sandbox also sends webhooks to plain http receivers on this machine. */
  readonly sandbox: SandboxConfig | undefined;
  /** Undefined: generated once and kept in `dataDir`. */
  readonly secretsKey: string | undefined;
  readonly requestLimits: RequestLimits;
  readonly rateLimitStore: 'memory' | 'postgres' | 'redis';
  /** Used when the rate limit store is Redis. */
  readonly redisUrl: string;
  readonly webhookAllowCidrs: readonly string[];
  readonly webhookCaFile: string | undefined;
  /** Undefined: payments are not screened. */
  readonly screening: { readonly url: string; readonly secret: string } | undefined;
  /** Undefined: messages to accounts are only logged. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Undefined: no sign-in to the panel by OpenID Connect. */
  readonly oidc:
    { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly trustedProxies: readonly string[];
  /** Undefined: there are no payments on chain. */
  readonly evm:
    | {
        readonly chainsFile: string;
        readonly xpub: string;
        /** Undefined: this process has no keys, and sends nothing. */
        readonly senderKeysFile: string | undefined;
      }
    | undefined;
  /** The file that describes the deployment's accounts at banks; undefined: there are none. */
  readonly bank: { readonly accountsFile: string } | undefined;
  /** Undefined: there are no payments by Bitso. */
  readonly bitso: BitsoConfig | undefined;
  /** Undefined: there are no payments by Bridge. */
  readonly bridge: BridgeConfig | undefined;
  /** Undefined: there are no payments by Mono. */
  readonly mono: MonoConfig | undefined;
  readonly roles: ReadonlySet<Role>;
  /** How many processes serve calls, on one port. */
  readonly workers: number;
  /** Undefined: no metrics are served. */
  readonly metricsPort: number | undefined;
  /** Whether traces are exported; the SDK of OpenTelemetry reads where to and how. */
  readonly exportsTraces: boolean;
  /** Whether each answered request is logged. */
  readonly accessLog: boolean;
  /** What the call log keeps of reads that succeeded. */
  readonly callLogReads: 'full' | 'summary';
  readonly logLevel: LogLevel;
}

/** Reads the environment once, at startup. Throws StartupError naming every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = cleanEnv(withSecretFiles(environment), variables(), { reporter: refuse });
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
      'WAL_ARCHIVE_DIR is for the bundled Postgres, but DATABASE_URL is set: archive the log by that server’s own settings (docs/backup.md).',
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
  if ((env.CHAINS_FILE === undefined) !== (env.CHAIN_XPUB === undefined)) {
    throw new StartupError(
      'CHAINS_FILE and CHAIN_XPUB must be set together: the chains, and the extended public key of the addresses on them.',
    );
  }
  if (env.ROLES.has('sender') !== (env.CHAIN_SENDER_KEYS !== undefined)) {
    throw new StartupError(
      'CHAIN_SENDER_KEYS and the role sender must be set together: the file with the keys, and ROLES=api,worker,sender or ROLES=sender where they are used.',
    );
  }
  if (env.ROLES.has('sender') && env.CHAINS_FILE === undefined) {
    throw new StartupError('The role sender needs CHAINS_FILE and CHAIN_XPUB: the chains to send on.');
  }
  if (env.WORKERS > 1 && !env.ROLES.has('api')) {
    throw new StartupError(
      'WORKERS is the number of processes that serve calls, so ROLES must include api. For more background work, start more processes with ROLES=worker.',
    );
  }
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
    evm:
      env.CHAINS_FILE !== undefined && env.CHAIN_XPUB !== undefined
        ? { chainsFile: env.CHAINS_FILE, xpub: env.CHAIN_XPUB, senderKeysFile: env.CHAIN_SENDER_KEYS }
        : undefined,
    bank: env.BANK_ACCOUNTS_FILE === undefined ? undefined : { accountsFile: env.BANK_ACCOUNTS_FILE },
    bitso: bitsoOf(env),
    bridge: bridgeOf(env),
    mono: monoOf(env),
    roles: env.ROLES,
    workers: env.WORKERS,
    metricsPort: env.METRICS_PORT,
    exportsTraces: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    accessLog: env.ACCESS_LOG,
    callLogReads: env.CALL_LOG_READS,
    logLevel: env.LOG_LEVEL,
  });
}

/** The names of all variables that `readConfig` reads, also as files of secrets. */
export function listVariables(): string[] {
  return [...Object.keys(variables()), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];
}

/** The variables of the service, and what each may be. */
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
    BANK_ACCOUNTS_FILE: str({ default: undefined }),
    CHAINS_FILE: str({ default: undefined }),
    CHAIN_XPUB: str({ default: undefined }),
    CHAIN_SENDER_KEYS: str({ default: undefined }),
    BITSO_API_KEY: apiKey({ default: undefined }),
    BITSO_API_SECRET: apiSecret({ default: undefined }),
    BITSO_BASE_URL: apiOrigin({ default: undefined }),
    JUNO_API_KEY: apiKey({ default: undefined }),
    JUNO_API_SECRET: apiSecret({ default: undefined }),
    JUNO_BASE_URL: apiOrigin({ default: undefined }),
    BRIDGE_API_KEY: apiKey({ default: undefined }),
    BRIDGE_CUSTOMER_ID: bridgeId({ default: undefined }),
    BRIDGE_WALLET_ID: bridgeId({ default: undefined }),
    BRIDGE_WEBHOOK_PUBLIC_KEY: rsaPublicKey({ default: undefined }),
    BRIDGE_BASE_URL: apiOrigin({ default: undefined }),
    MONO_CLIENT_ID: apiKey({ default: undefined }),
    MONO_CLIENT_SECRET: apiSecret({ default: undefined }),
    MONO_WEBHOOK_SECRET: apiSecret({ default: undefined }),
    MONO_BASE_URL: apiOrigin({ default: undefined }),
    MONO_RECEIVING_ACCOUNT: monoAccount({ default: undefined }),
    MONO_SENDING_ACCOUNT: monoAccount({ default: undefined }),
    ROLES: roles({ default: new Set<Role>(['api', 'worker']) }),
    WORKERS: wholeNumber(1, 64)({ default: 1 }),
    METRICS_PORT: portNumber({ default: undefined }),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress({ default: undefined }),
    ACCESS_LOG: bool({ default: false }),
    CALL_LOG_READS: str({ choices: ['full', 'summary'], default: 'full' }),
    LOG_LEVEL: str({ choices: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  };
}

/** The same configuration for a process that must not be able to send money on chain. */
export function withoutKeys(config: Config): Config {
  return config.evm ? { ...config, evm: { ...config.evm, senderKeysFile: undefined } } : config;
}

/** Throws StartupError when it is half configured, or at an address that the service must not call. */
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

const API_URLS = {
  BITSO: { live: 'https://api.bitso.com', test: 'https://api-stage.bitso.com' },
  JUNO: { live: 'https://buildwithjuno.com', test: 'https://stage.buildwithjuno.com' },
} as const;

function bitsoOf(env: SignedApiVariables): BitsoConfig | undefined {
  const [bitso, juno] = [signedApiOf(env, 'BITSO'), signedApiOf(env, 'JUNO')];
  if (juno && !bitso) {
    throw new StartupError('Juno issues MXNB for pesos held at Bitso: JUNO_API_KEY needs BITSO_API_KEY.');
  }
  return bitso && { ...bitso, juno };
}

type SignedApiVariables = { ENVIRONMENT: Environment } & {
  readonly [Name in `${keyof typeof API_URLS}_${'API_KEY' | 'API_SECRET' | 'BASE_URL'}`]: string | undefined;
};

/** Throws StartupError when it is half configured, or points to the other environment. */
function signedApiOf(env: SignedApiVariables, name: keyof typeof API_URLS): SignedApi | undefined {
  const apiKey = env[`${name}_API_KEY`];
  const secret = env[`${name}_API_SECRET`];
  const url = env[`${name}_BASE_URL`];
  if ([apiKey, secret, url].every((one) => one === undefined)) return undefined;
  if (apiKey === undefined || secret === undefined) {
    throw new StartupError(
      `${name}_API_KEY must be set together with ${name}_API_SECRET, or ${name}_API_SECRET_FILE (docs/rails/bitso.md).`,
    );
  }
  const { live, test } = API_URLS[name];
  const baseUrl = url ?? API_URLS[name][env.ENVIRONMENT];
  if (env.ENVIRONMENT === 'live' && (!baseUrl.startsWith('https://') || /\bstage\b/.test(baseUrl))) {
    throw new StartupError(`ENVIRONMENT=live moves real money: ${name}_BASE_URL must be like ${live}.`);
  }
  if (env.ENVIRONMENT === 'test' && [live, 'https://bitso.com'].includes(baseUrl)) {
    throw new StartupError(`ENVIRONMENT=test moves no real money: ${name}_BASE_URL must be like ${test}.`);
  }
  return { apiKey, secret, baseUrl };
}

const BRIDGE_URLS = { live: 'https://api.bridge.xyz', test: 'https://api.sandbox.bridge.xyz' } as const;

/** Throws StartupError when it is half configured, or points to the other environment. */
function bridgeOf(env: {
  ENVIRONMENT: Environment;
  BRIDGE_API_KEY: string | undefined;
  BRIDGE_CUSTOMER_ID: string | undefined;
  BRIDGE_WALLET_ID: string | undefined;
  BRIDGE_WEBHOOK_PUBLIC_KEY: string | undefined;
  BRIDGE_BASE_URL: string | undefined;
}): BridgeConfig | undefined {
  const { BRIDGE_API_KEY: apiKey, BRIDGE_CUSTOMER_ID: customerId, BRIDGE_WALLET_ID: walletId } = env;
  const { BRIDGE_WEBHOOK_PUBLIC_KEY: webhookPublicKey, BRIDGE_BASE_URL: url } = env;
  const given = [apiKey, customerId, walletId, webhookPublicKey, url].filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  if (apiKey === undefined || customerId === undefined || walletId === undefined) {
    throw new StartupError(
      'BRIDGE_API_KEY, BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID must be set together (docs/rails/bridge.md).',
    );
  }
  const isTestKey = /^sk[-_]test/.test(apiKey);
  if (isTestKey !== (env.ENVIRONMENT === 'test')) {
    throw new StartupError(
      isTestKey
        ? 'ENVIRONMENT=live moves real money: BRIDGE_API_KEY is a key of the sandbox.'
        : 'ENVIRONMENT=test moves no real money: BRIDGE_API_KEY must be a key of the sandbox, like sk-test-….',
    );
  }
  const { live, test } = BRIDGE_URLS;
  const baseUrl = url ?? BRIDGE_URLS[env.ENVIRONMENT];
  if (env.ENVIRONMENT === 'live' && (!baseUrl.startsWith('https://') || /\bsandbox\b/.test(baseUrl))) {
    throw new StartupError(`ENVIRONMENT=live moves real money: BRIDGE_BASE_URL must be like ${live}.`);
  }
  if (env.ENVIRONMENT === 'test' && baseUrl === live) {
    throw new StartupError(`ENVIRONMENT=test moves no real money: BRIDGE_BASE_URL must be like ${test}.`);
  }
  return { apiKey, customerId, walletId, webhookPublicKey, baseUrl };
}

/** Mono's hosts where no real money moves. That of production is told with the contract. */
const MONO_TEST_HOSTS = /^https:\/\/[\w.-]+\.(sandbox\.mono\.la|cert\.monoban\.co)$/;

/** Throws StartupError when it is half configured, or points to the other environment. */
function monoOf(
  env: { ENVIRONMENT: Environment } & {
    readonly [
      Name in `MONO_${'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_SECRET' | 'BASE_URL' | 'RECEIVING_ACCOUNT' | 'SENDING_ACCOUNT'}`
    ]: string | undefined;
  },
): MonoConfig | undefined {
  const {
    MONO_CLIENT_ID: clientId,
    MONO_CLIENT_SECRET: clientSecret,
    MONO_WEBHOOK_SECRET: webhookSecret,
    MONO_BASE_URL: baseUrl,
    MONO_RECEIVING_ACCOUNT: receivingAccount,
    MONO_SENDING_ACCOUNT: sendingAccount,
  } = env;
  const given = [clientId, clientSecret, webhookSecret, baseUrl, receivingAccount, sendingAccount];
  if (given.every((one) => one === undefined)) return undefined;
  if (
    clientId === undefined ||
    clientSecret === undefined ||
    webhookSecret === undefined ||
    baseUrl === undefined ||
    receivingAccount === undefined ||
    sendingAccount === undefined
  ) {
    throw new StartupError(
      'MONO_CLIENT_ID, MONO_CLIENT_SECRET, MONO_WEBHOOK_SECRET, MONO_BASE_URL, MONO_RECEIVING_ACCOUNT and MONO_SENDING_ACCOUNT must be set together (docs/rails/mono.md).',
    );
  }
  const isTestHost = MONO_TEST_HOSTS.test(baseUrl);
  if (env.ENVIRONMENT === 'live' && (isTestHost || !baseUrl.startsWith('https://'))) {
    throw new StartupError(
      'ENVIRONMENT=live moves real money: MONO_BASE_URL must be the production host that Mono named with the contract.',
    );
  }
  if (env.ENVIRONMENT === 'test' && !isTestHost && baseUrl.startsWith('https://')) {
    throw new StartupError(
      'ENVIRONMENT=test moves no real money: MONO_BASE_URL must be like https://breb-participant.sandbox.mono.la.',
    );
  }
  return { clientId, clientSecret, webhookSecret, baseUrl, receivingAccount, sendingAccount };
}

const ROLES: readonly Role[] = ['api', 'worker', 'sender'];
const roles = makeValidator((input) => {
  const named = input.split(',').map((part) => part.trim());
  const known = named.filter((part): part is Role => ROLES.some((role) => role === part));
  if (known.length !== named.length)
    throw new Error('must be api, worker or sender, or several like api,worker');
  return new Set(known);
});

function refuse({ errors }: { errors: Partial<Record<string, Error>>; env: unknown }): void {
  const faults = Object.entries(errors).map(([name, error]) => `${name} ${error?.message ?? 'is not valid'}`);
  if (faults.length > 0) throw new StartupError(`Invalid environment: ${faults.join('; ')}.`);
}
