import type { Environment } from '../../../../lib/environment.ts';
import { allOrNone, baseUrlOf } from '../../http-rail/index.ts';

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

const VARIABLES = [
  ...(['MONO_CLIENT_ID', 'MONO_CLIENT_SECRET', 'MONO_WEBHOOK_SECRET'] as const),
  ...(['MONO_BASE_URL', 'MONO_RECEIVING_ACCOUNT', 'MONO_SENDING_ACCOUNT'] as const),
] as const;

const HOSTS = {
  test: 'https://breb-participant.sandbox.mono.la',
  isTest: /^https:\/\/[\w.-]+\.(sandbox\.mono\.la|cert\.monoban\.co)$/,
};

/** Throws StartupError when it is configured in part, or points to the other environment. */
export function monoOf(
  env: { ENVIRONMENT: Environment } & { readonly [Name in (typeof VARIABLES)[number]]: string | undefined },
): MonoConfig | undefined {
  const given = allOrNone(env, VARIABLES, 'docs/rails/mono.md');
  if (!given) return undefined;
  const {
    MONO_CLIENT_ID: clientId,
    MONO_CLIENT_SECRET: clientSecret,
    MONO_WEBHOOK_SECRET: webhookSecret,
    MONO_BASE_URL: url,
    MONO_RECEIVING_ACCOUNT: receivingAccount,
    MONO_SENDING_ACCOUNT: sendingAccount,
  } = given;
  const baseUrl = baseUrlOf(env.ENVIRONMENT, 'MONO_BASE_URL', url, HOSTS);
  return { clientId, clientSecret, webhookSecret, baseUrl, receivingAccount, sendingAccount };
}
