import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Environment } from '../../../../lib/environment.ts';

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

/** Mono's hosts where no real money moves. That of production is told with the contract. */
const MONO_TEST_HOSTS = /^https:\/\/[\w.-]+\.(sandbox\.mono\.la|cert\.monoban\.co)$/;

/** Throws StartupError when it is half configured, or points to the other environment. */
export function monoOf(
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
