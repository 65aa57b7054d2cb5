import { StartupError } from '../../../../lib/errors/errors.ts';
import type { Environment } from '../../../../lib/environment.ts';
import { allOrNone, baseUrlOf } from '../../http-rail/index.ts';

/** The account at Bridge, which is one customer and one wallet of it. */
export interface BridgeConfig {
  readonly apiKey: string;
  readonly customerId: string;
  readonly walletId: string;
  /** The PEM of the key that notices are verified with; if undefined, it is fetched from Bridge. */
  readonly webhookPublicKey: string | undefined;
  readonly baseUrl: string;
}

const REQUIRED = ['BRIDGE_API_KEY', 'BRIDGE_CUSTOMER_ID', 'BRIDGE_WALLET_ID'] as const;
const OTHERS = ['BRIDGE_WEBHOOK_PUBLIC_KEY', 'BRIDGE_BASE_URL'] as const;
const HOSTS = {
  ...{ live: 'https://api.bridge.xyz', test: 'https://api.sandbox.bridge.xyz' },
  isTest: /\bsandbox\b/,
};

type Name = (typeof REQUIRED)[number] | (typeof OTHERS)[number];

/** Throws StartupError when it is configured in part, or points to the other environment. */
export function bridgeOf(
  env: { ENVIRONMENT: Environment } & { readonly [N in Name]: string | undefined },
): BridgeConfig | undefined {
  const given = allOrNone(env, REQUIRED, 'docs/rails/bridge.md', OTHERS);
  if (!given) return undefined;
  const { BRIDGE_API_KEY: apiKey, BRIDGE_CUSTOMER_ID: customerId, BRIDGE_WALLET_ID: walletId } = given;
  const isTestKey = /^sk[-_]test/.test(apiKey);
  if (isTestKey !== (env.ENVIRONMENT === 'test')) {
    throw new StartupError(
      isTestKey
        ? 'ENVIRONMENT=live moves real money: BRIDGE_API_KEY is a key of the sandbox.'
        : 'ENVIRONMENT=test moves no real money: BRIDGE_API_KEY must be a key of the sandbox, like sk-test-….',
    );
  }
  const baseUrl = baseUrlOf(env.ENVIRONMENT, 'BRIDGE_BASE_URL', env.BRIDGE_BASE_URL, HOSTS);
  return { apiKey, customerId, walletId, webhookPublicKey: env.BRIDGE_WEBHOOK_PUBLIC_KEY, baseUrl };
}
