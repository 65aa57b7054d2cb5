import { createPublicKey } from 'node:crypto';
import { makeValidator } from 'envalid';
import { apiKey, apiOrigin } from '../../../lib/env-validators.ts';
import { defineRail } from '../../index.ts';
import { noticesUrlOf } from '../http-rail/index.ts';
import { bridgeOf } from './client/settings.ts';

/** An id of Bridge's, which is a UUID or one with a prefix. */
const bridgeId = makeValidator((input) => {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(input)) throw new Error('must be an id of Bridge');
  return input;
});

/** A PEM, whose line breaks may be written as the two characters \n, as some dashboards show them. */
const rsaPublicKey = makeValidator((input) => {
  const pem = input.replaceAll('\\n', '\n');
  try {
    if (createPublicKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // Said below.
  }
  throw new Error('must be an RSA public key as PEM');
});

/** USD by wire and ACH through Bridge. */
export const bridgeRail = defineRail({
  name: 'bridge',
  variables: {
    BRIDGE_API_KEY: apiKey({ default: undefined }),
    BRIDGE_CUSTOMER_ID: bridgeId({ default: undefined }),
    BRIDGE_WALLET_ID: bridgeId({ default: undefined }),
    BRIDGE_WEBHOOK_PUBLIC_KEY: rsaPublicKey({ default: undefined }),
    BRIDGE_BASE_URL: apiOrigin({ default: undefined }),
  },
  secrets: ['BRIDGE_API_KEY'],
  live: {
    purpose: 'wires in USD by Bridge',
    needs: 'BRIDGE_API_KEY, BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID',
    page: 'docs/rails/bridge.md',
  },
  configure: bridgeOf,
  ownPlaces: ({ apiKey: key, customerId, walletId }) => [
    { kind: 'BRIDGE_API_KEY', value: key },
    { kind: 'BRIDGE_CUSTOMER_ID', value: customerId },
    { kind: 'BRIDGE_WALLET_ID', value: walletId },
  ],
  async open({ db, logger, config: deployment }, config) {
    const { createBridge } = await import('./bridge.ts');
    return createBridge({ db, logger, config, noticesUrl: noticesUrlOf('bridge', deployment) });
  },
  async records() {
    const { countFundsRequests } = await import('./background/repository.ts');
    return {
      watch: (metrics, read) =>
        metrics.watch(
          'payments_bridge_funds_requests',
          'Requests of banks for deposits at Bridge, told within a week.',
          () => countFundsRequests(read),
        ),
    };
  },
  commands: async () => (await import('./commands.ts')).registerBridgeCommands,
});
