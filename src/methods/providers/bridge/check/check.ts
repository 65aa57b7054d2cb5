import { randomUUID } from 'node:crypto';
import {
  adviser,
  findClockFault,
  fine,
  neverMade,
  readable,
  readKey,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type RailAccess,
  type Said,
} from '../../http-rail/index.ts';
import { createBridgeClient, type BridgeClient } from '../client/client.ts';
import { fieldsOf, optionalText, reader, textOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { findCustomerFault, findWalletFault, MOST_SKEW_MS } from './account.ts';
import { isListening, listEndpoints } from './webhooks.ts';

/** Makes the calls of the checklist in docs/rails/bridge.md that move no money. */
export function checkBridge({ noticesUrl, ...parts }: RailAccess<BridgeConfig>): Promise<CheckedCall[]> {
  return runChecks(probesOf(createBridgeClient(parts), parts.config, noticesUrl), adviceFor);
}

function probesOf(client: BridgeClient, config: BridgeConfig, noticesUrl: string | undefined): Probe[] {
  const { customerId, walletId } = config;
  const isReadable = (path: string, ...names: string[]) =>
    readable(reader, (signal) => client.list(path, path, signal), ...names);
  // An unused id.
  const unknown = randomUUID();
  return [
    [
      'GET /customers/{id}',
      async (signal) => {
        const fault =
          (await findCustomerFault(client, config, signal)) ?? findClockFault(reader, client, MOST_SKEW_MS);
        return fault === undefined
          ? fine('key accepted; the customer is active; the clocks agree')
          : wrong(fault);
      },
    ],
    [
      'GET /customers/{id}/wallets/{id}',
      async (signal) => {
        const fault = await findWalletFault(client, config, signal);
        if (fault !== undefined) return wrong(fault);
        return fine(`holds ${(await readWallet(client, config, signal)).amount.toFixed()} USDC`);
      },
    ],
    [
      'GET /wallets/{id}/history',
      isReadable(`/wallets/${walletId}/history?limit=1`, 'id', 'type', 'available_balance'),
    ],
    ['POST /transfers (dry_run)', (signal) => dryRun(client, config, signal)],
    [
      'GET /transfers/{id}',
      neverMade(reader, 'transfer', 'send no money', (signal) =>
        client.find(`/transfers/${unknown}`, 'transfer', signal),
      ),
    ],
    [
      'GET /customers/{id}/transfers',
      isReadable(`/customers/${customerId}/transfers?limit=1`, 'id', 'state', 'created_at'),
    ],
    [
      'GET /customers/{id}/external_accounts',
      isReadable(`/customers/${customerId}/external_accounts?limit=1`),
    ],
    ['GET /webhooks', (signal) => checkEndpoints(client, noticesUrl, signal)],
    [
      'GET /webhook_events',
      isReadable('/webhook_events?category=transfer&limit=1', 'event_id', 'event_created_at'),
    ],
    [
      'GET /funds_requests',
      async (signal) => {
        const query = { notice_date_starting_on: new Date().toISOString().slice(0, 10) };
        const found = await client.list('/funds_requests', 'funds requests', signal, { query });
        return found.length === 0
          ? fine('no bank wants anything back')
          : wrong(`Banks want ${found.length} deposits back: answer Bridge.`);
      },
    ],
  ];
}

/** Validates a template as the service requests it, without creating one. */
async function dryRun(
  client: BridgeClient,
  { customerId, walletId }: BridgeConfig,
  signal: AbortSignal,
): Promise<Said> {
  const body = {
    on_behalf_of: customerId,
    source: { payment_rail: 'wire', currency: 'usd' },
    destination: { payment_rail: 'bridge_wallet', currency: 'usdc', bridge_wallet_id: walletId },
    features: { static_template: true },
    dry_run: true,
  };
  const answer = await client.call(
    { method: 'POST', path: '/transfers', body, id: `check ${randomUUID()}` },
    signal,
  );
  const state = optionalText(fieldsOf(answer, 'dry run'), 'state');
  return state === 'valid'
    ? fine('a template for wires is valid')
    : wrong(`A template for wires is ${state ?? 'not valid'}: ask Bridge.`);
}

async function checkEndpoints(
  client: BridgeClient,
  noticesUrl: string | undefined,
  signal: AbortSignal,
): Promise<Said> {
  const listening = (await listEndpoints(client, signal)).filter(isListening);
  const ours = noticesUrl === undefined ? listening[0] : listening.find(({ url }) => url === noticesUrl);
  if (!ours) return wrong('No events are sent to this deployment: payments bridge subscribe.');
  for (const one of await client.list('/webhooks', 'webhooks', signal))
    if (!readKey(textOf(one, 'public_key'))) throw new Unreadable('public_key');
  return fine(`events go to ${ours.url}`);
}

const adviceFor = adviser(reader, 'BRIDGE_BASE_URL', ({ status, reading }) => {
  if (status === 401) return 'Check BRIDGE_API_KEY: sandbox and production have keys of their own.';
  if (status === 403) return 'Ask Bridge whether the contract covers this call.';
  if (reading.as === 'not_there') return 'Check BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID.';
  return undefined;
});
