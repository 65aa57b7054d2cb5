import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Environment } from '../../../../lib/environment.ts';

/** The account at Bridge: one customer, and one wallet of it. */
export interface BridgeConfig {
  readonly apiKey: string;
  readonly customerId: string;
  readonly walletId: string;
  /** The PEM of the key that notices are verified with; if undefined, it is fetched from Bridge. */
  readonly webhookPublicKey: string | undefined;
  readonly baseUrl: string;
}

const BRIDGE_URLS = { live: 'https://api.bridge.xyz', test: 'https://api.sandbox.bridge.xyz' } as const;

/** Throws StartupError when it is half configured, or points to the other environment. */
export function bridgeOf(env: {
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
