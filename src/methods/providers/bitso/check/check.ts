import { randomBytes } from 'node:crypto';
import type { Transport } from '../../../../lib/outgoing/api-transport.ts';
import type { BitsoClient } from '../client/client.ts';
import {
  fine,
  nothingThere,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type Said,
} from '../../http-rail/index.ts';
import { listOf, optionalText, partOf, reader, textOf } from '../client/fields.ts';
import { createJunoApi } from '../juno/api.ts';
import { readKeys } from '../notices/keys.ts';
import { adviceFor } from './advice.ts';
import { listSubscriptions, NOTICE_EVENTS } from './subscriptions.ts';

interface Access {
  client: BitsoClient;
  /** Undefined when nothing is minted or redeemed at Juno. */
  juno: BitsoClient | undefined;
  /** Unsigned, for public calls. */
  transport: Transport;
  baseUrl: string;
  /** Where Bitso is to send notices; undefined if only the host's proxy knows. */
  noticesUrl: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Nonces carry the time; how far it may be off is not documented. */
const MAX_SKEW_S = 30;

/** Makes the calls of the checklist in docs/rails/bitso.md that move no money. */
export function checkBitso(access: Access): Promise<CheckedCall[]> {
  return runChecks(probesOf(access), adviceFor);
}

function probesOf({ client, juno, transport, baseUrl, noticesUrl }: Access): Probe[] {
  const list = async (path: string, signal: AbortSignal, from = client) =>
    listOf(await from.call({ method: 'GET', path }, signal), path);
  const isReadable =
    (path: string, id: string): Probe[1] =>
    async (signal) =>
      readable(reader, await list(path, signal), id);
  // An id that nobody has used, in the form of ours.
  const unknown = `check_${randomBytes(12).toString('hex')}`;

  const bitso: Probe[] = [
    [
      'GET /v4/webhooks/public-key',
      async (signal) => {
        const url = `${baseUrl}/v4/webhooks/public-key`;
        const request = { method: 'GET', url, headers: { Accept: 'application/json' }, body: undefined };
        const { status, date } = await transport({ ...request, timeoutMs: TIMEOUT_MS, signal });
        if (status !== 200) return wrong(`HTTP ${status}: ask Bitso where the public keys of webhooks are.`);
        const keys = readKeys(await list('/v4/webhooks/public-key', signal));
        const skewS = date === undefined ? 0 : Math.round((Date.parse(date) - Date.now()) / 1_000);
        return Math.abs(skewS) > MAX_SKEW_S
          ? wrong(`This host's clock is ${Math.abs(skewS)} s ${skewS > 0 ? 'behind' : 'ahead'}: set it.`)
          : fine(`${keys.size} keys to check notices with; the clocks agree`);
      },
    ],
    [
      'GET /v3/balance',
      async (signal) => {
        const { balances } = await client.get('/v3/balance', 'balance', signal);
        const mxn = listOf(balances, 'balances').find((one) => optionalText(one, 'currency') === 'mxn');
        return fine(`signature accepted; available: ${mxn ? textOf(mxn, 'available') : '0'} MXN`);
      },
    ],
    [
      'GET /v3/fees',
      async (signal) => {
        const fees = await client.get('/v3/fees', 'fees', signal);
        const fee = optionalText(partOf(fees, 'withdrawal_fees'), 'mxn');
        return fine(`a withdrawal of MXN costs ${fee ?? 'an amount that is not listed'}`);
      },
    ],
    ['GET /v4/webhooks', (signal) => checkSubscriptions(client, noticesUrl, signal)],
    ['GET /v3/fundings', isReadable('/v3/fundings?limit=1', 'fid')],
    ['GET /v3/withdrawals', isReadable('/v3/withdrawals?limit=1', 'wid')],
    ['GET /v3/ledger', isReadable('/v3/ledger?limit=25', 'eid')],
    [
      'GET /v3/withdrawals?origin_ids=',
      async (signal) => {
        const path = `/v3/withdrawals?origin_ids=${unknown}`;
        const found = await list(path, signal).catch(nothingThere);
        if (found?.length)
          return wrong('An id that was never used was found: do not send money before Bitso explains it.');
        return fine(`an unknown origin_id gets ${found ? 'an empty list' : 'an error that says so'}`);
      },
    ],
    [
      'GET /spei/v1/payments/{id}',
      async (signal) => {
        const found = await client.find(`/spei/v1/payments/${unknown}`, 'payment', signal);
        return found === undefined
          ? fine('an unknown payment gets an error that says so')
          : wrong('An id that was never used was found: take no payments before Bitso explains it.');
      },
    ],
    [
      'GET /rfq/v1/pairs',
      async (signal) => {
        const { pairs } = await client.get('/rfq/v1/pairs', 'pairs', signal);
        const targets = listOf(pairs, 'pairs')
          .filter((pair) => optionalText(pair, 'source') === 'MXN')
          .map((pair) => textOf(pair, 'target'));
        return targets.length > 0
          ? fine(`MXN into ${targets.join(', ')}`)
          : wrong('There are no pairs: ask Bitso for RFQ, or keep to links in MXN.');
      },
    ],
    [
      'GET /rfq/v1/conversions',
      async (signal) => {
        await client.get('/rfq/v1/conversions?page_size=1', 'conversions', signal);
        return fine('conversions can be looked up');
      },
    ],
  ];
  if (!juno) return bitso;
  return [
    ...bitso,
    [
      'GET /mint_platform/v1/accounts/banks (Juno)',
      async (signal) => {
        const banks = await list('/mint_platform/v1/accounts/banks', signal, juno);
        return fine(`signature accepted; bank accounts: ${banks.length}`);
      },
    ],
    [
      'GET /mint_platform/v1/transactions (Juno)',
      async (signal) => {
        const path = '/mint_platform/v1/transactions?type=ISSUANCE';
        const page = await juno.get(path, 'transactions', signal);
        return fine(`readable; issuances on the first page: ${listOf(page['content'], 'content').length}`);
      },
    ],
    [
      'GET /mint_platform/v1/balances (Juno)',
      async (signal) => {
        const held = (await createJunoApi({ client: juno }).balances(signal)).map(
          ({ asset, amount }) => `${amount.toFixed()} ${asset}`,
        );
        return fine(`readable; held there: ${held.join(', ') || 'nothing'}`);
      },
    ],
  ];
}

async function checkSubscriptions(
  client: BitsoClient,
  noticesUrl: string | undefined,
  signal: AbortSignal,
): Promise<Said> {
  const found = await listSubscriptions(client, signal);
  const missing = NOTICE_EVENTS.filter((event) => !found.some((one) => one.event === event));
  if (missing.length > 0) {
    return wrong(`No notices of ${missing.join(', ')}: payments bitso subscribe.`);
  }
  const elsewhere = found.filter(
    (one) => noticesUrl !== undefined && NOTICE_EVENTS.includes(one.event) && one.url !== noticesUrl,
  );
  return elsewhere.length > 0
    ? wrong(`Notices go to ${elsewhere[0]?.url}: payments bitso subscribe --replace.`)
    : fine(`notices go to ${found[0]?.url}`);
}
