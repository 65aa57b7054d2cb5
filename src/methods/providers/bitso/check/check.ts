import { randomBytes } from 'node:crypto';
import { openClient, type BitsoClient } from '../client/client.ts';
import {
  findClockFault,
  fine,
  neverMade,
  nothingThere,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
  type Probe,
  type RailAccess,
  type Said,
} from '../../http-rail/index.ts';
import { listOf, optionalText, partOf, reader, textOf } from '../client/fields.ts';
import type { BitsoConfig } from '../client/settings.ts';
import { createJunoApi } from '../juno/api.ts';
import { readKeys } from '../notices/keys.ts';
import { adviceFor } from './advice.ts';
import { listSubscriptions, NOTICE_EVENTS } from './subscriptions.ts';

/** Nonces carry the time; the allowed deviation is not documented. */
const MOST_SKEW_MS = 30_000;

/** Makes the calls of the checklist in docs/rails/bitso.md that move no money. */
export function checkBitso({
  config,
  noticesUrl,
  ...parts
}: RailAccess<BitsoConfig>): Promise<CheckedCall[]> {
  const probes = bitsoProbes(openClient(parts, config), noticesUrl);
  if (config.juno) probes.push(...junoProbes(openClient(parts, config.juno)));
  return runChecks(probes, adviceFor);
}

function bitsoProbes(client: BitsoClient, noticesUrl: string | undefined): Probe[] {
  const isReadable = (path: string, id: string) =>
    readable(reader, (signal) => client.list(path, path, signal), id);
  // An unused id in the form of ours.
  const unknown = `check_${randomBytes(12).toString('hex')}`;

  return [
    [
      'GET /v4/webhooks/public-key',
      async (signal) => {
        const keys = readKeys(await client.call({ method: 'GET', path: '/v4/webhooks/public-key' }, signal));
        const fault = findClockFault(reader, client, MOST_SKEW_MS);
        return fault === undefined
          ? fine(`${keys.size} keys to check notices with; the clocks agree`)
          : wrong(fault);
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
      neverMade(reader, 'origin_id', 'send no money', (signal) =>
        client.list(`/v3/withdrawals?origin_ids=${unknown}`, 'withdrawals', signal).catch(nothingThere),
      ),
    ],
    [
      'GET /spei/v1/payments/{id}',
      neverMade(reader, 'payment', 'take no payments', (signal) =>
        client.find(`/spei/v1/payments/${unknown}`, 'payment', signal),
      ),
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
}

function junoProbes(juno: BitsoClient): Probe[] {
  return [
    [
      'GET /mint_platform/v1/accounts/banks (Juno)',
      async (signal) => {
        const banks = await juno.list('/mint_platform/v1/accounts/banks', 'banks', signal);
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
