import { createPublicKey, randomUUID } from 'node:crypto';
import { ProviderFailure } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { BridgeError, isNotThere } from '../client/errors.ts';
import { fieldsOf, listOf, optionalText, textOf } from '../client/fields.ts';
import type { BridgeConfig } from '../client/settings.ts';
import { readWallet } from '../client/wallet.ts';
import { findClockFault, findCustomerFault, findWalletFault } from './account.ts';
import { isListening, listEndpoints } from './webhooks.ts';

/** One call of the checklist in docs/rails/bridge.md. */
export interface CheckedCall {
  call: string;
  ok: boolean;
  /** What it showed, or what to do. */
  says: string;
}

interface Access {
  client: BridgeClient;
  config: BridgeConfig;
  /** Where Bridge is to send events; undefined if only the host's proxy knows. */
  noticesUrl: string | undefined;
}

type Said = Omit<CheckedCall, 'call'>;
type Probe = [call: string, probe: (signal: AbortSignal) => Promise<Said>];

const TIMEOUT_MS = 10_000;

const fine = (says: string): Said => ({ ok: true, says });
const wrong = (says: string): Said => ({ ok: false, says });

/** Makes the calls of the checklist that move no money, one after the other. A call that fails says what to do. */
export async function checkBridge(access: Access): Promise<CheckedCall[]> {
  const checked: CheckedCall[] = [];
  for (const [call, probe] of probesOf(access)) {
    try {
      checked.push({ call, ...(await probe(AbortSignal.timeout(TIMEOUT_MS))) });
    } catch (error) {
      checked.push({ call, ...wrong(adviceFor(error)) });
    }
  }
  return checked;
}

function probesOf({ client, config, noticesUrl }: Access): Probe[] {
  const { customerId, walletId } = config;
  const get = (path: string, signal: AbortSignal) => client.call({ method: 'GET', path }, signal);
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
      async (signal) => {
        const history = listOf(await get(`/wallets/${walletId}/history?limit=1`, signal), 'history');
        for (const one of history) for (const name of ['id', 'type', 'available_balance']) textOf(one, name);
        return fine(history.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    ['POST /transfers (dry_run)', (signal) => dryRun(client, config, signal)],
    [
      'GET /transfers/{id}',
      async (signal) => {
        const found = await get(`/transfers/${unknown}`, signal).catch(nothing);
        return found === undefined
          ? fine('an unknown transfer gets an error that says so')
          : wrong('An id that was never used was found: do not send money before Bridge explains it.');
      },
    ],
    [
      'GET /customers/{id}/transfers',
      async (signal) => {
        const listed = listOf(await get(`/customers/${customerId}/transfers?limit=1`, signal), 'transfers');
        for (const one of listed) for (const name of ['id', 'state', 'created_at']) textOf(one, name);
        return fine(listed.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    [
      'GET /customers/{id}/external_accounts',
      async (signal) => {
        const listed = listOf(
          await get(`/customers/${customerId}/external_accounts?limit=1`, signal),
          'accounts',
        );
        return fine(listed.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    ['GET /webhooks', (signal) => checkEndpoints(client, noticesUrl, signal)],
    [
      'GET /webhook_events',
      async (signal) => {
        const events = listOf(await get('/webhook_events?category=transfer&limit=1', signal), 'events');
        for (const one of events) for (const name of ['event_id', 'event_created_at']) textOf(one, name);
        return fine(events.length > 0 ? 'readable' : 'readable; empty so far');
      },
    ],
    [
      'GET /funds_requests',
      async (signal) => {
        const today = new Date().toISOString().slice(0, 10);
        const found = listOf(
          await get(`/funds_requests?notice_date_starting_on=${today}`, signal),
          'requests',
        );
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
    createPublicKey(textOf(one, 'public_key').replaceAll('\\n', '\n'));
  return fine(`events go to ${ours.url}`);
}

/** Undefined if, as expected, there is nothing. */
function nothing(error: unknown): undefined {
  if (!isNotThere(error)) throw error;
}

/** What the operator can do, after what went wrong. Quotes nothing that Bridge wrote. */
function adviceFor(error: unknown): string {
  if (!(error instanceof ProviderFailure))
    return 'Bridge sent something that is not as documented: ask Bridge.';
  if (!(error instanceof BridgeError))
    return `${error.message} Check BRIDGE_BASE_URL, and that this host may open connections to it.`;
  const { status, message } = error;
  if (status === 401)
    return `${message} Check BRIDGE_API_KEY: sandbox and production have keys of their own.`;
  if (status === 403) return `${message} Ask Bridge whether the contract covers this call.`;
  if (isNotThere(error)) return `${message} Check BRIDGE_CUSTOMER_ID and BRIDGE_WALLET_ID.`;
  return status >= 500 || status === 429
    ? `${message} Try again later.`
    : `${message} Ask Bridge, with this code.`;
}
