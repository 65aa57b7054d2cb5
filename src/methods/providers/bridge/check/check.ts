import { randomUUID } from 'node:crypto';
import {
  adviser,
  fine,
  readable,
  readKey,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type Said,
} from '../../http-rail/index.ts';
import type { BridgeClient } from '../client/client.ts';
import { fieldsOf, listOf, optionalText, reader, textOf, Unreadable } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { findClockFault, findCustomerFault, findWalletFault } from './account.ts';
import { isListening, listEndpoints } from './webhooks.ts';

interface Access {
  client: BridgeClient;
  config: BridgeConfig;
  /** Where Bridge is to send events; undefined if only the host's proxy knows. */
  noticesUrl: string | undefined;
}

/** Makes the calls of the checklist in docs/rails/bridge.md that move no money. */
export function checkBridge(access: Access): Promise<CheckedCall[]> {
  return runChecks(probesOf(access), adviceFor);
}

function probesOf({ client, config, noticesUrl }: Access): Probe[] {
  const { customerId, walletId } = config;
  const list = async (path: string, signal: AbortSignal) =>
    listOf(await client.call({ method: 'GET', path }, signal), path);
  const isReadable =
    (path: string, ...names: string[]): Probe[1] =>
    async (signal) =>
      readable(reader, await list(path, signal), ...names);
  // An id that nobody has used.
  const unknown = randomUUID();
  return [
    [
      'GET /customers/{id}',
      async (signal) => {
        const fault = (await findCustomerFault(client, config, signal)) ?? findClockFault(client);
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
      async (signal) => {
        const found = await client.find(`/transfers/${unknown}`, 'transfer', signal);
        return found === undefined
          ? fine('an unknown transfer gets an error that says so')
          : wrong('An id that was never used was found: do not send money before Bridge explains it.');
      },
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
        const today = new Date().toISOString().slice(0, 10);
        const found = await list(`/funds_requests?notice_date_starting_on=${today}`, signal);
        return found.length === 0
          ? fine('no bank wants anything back')
          : wrong(`Banks want ${found.length} deposits back: answer Bridge.`);
      },
    ],
  ];
}

/** Validates a template as the service requests it, without making one. */
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
  for (const one of listOf(await client.call({ method: 'GET', path: '/webhooks' }, signal), 'webhooks'))
    if (!readKey(textOf(one, 'public_key'))) throw new Unreadable('public_key');
  return fine(`events go to ${ours.url}`);
}

const adviceFor = adviser(reader, 'BRIDGE_BASE_URL', ({ status, reading }) => {
  if (status === 401) return 'Check BRIDGE_API_KEY: sandbox and production have keys of their own.';
  if (status === 403) return 'Ask Bridge whether the contract covers this call.';
  if (reading.as === 'not_there') return 'Check BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID.';
  return undefined;
});
