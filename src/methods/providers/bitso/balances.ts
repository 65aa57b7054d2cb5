import { type Balances, type BalancesRequest, ProviderFailure, type SentTransfer } from '../../index.ts';
import type { BitsoClient } from './client/client.ts';
import { amountOf, listOf, originIdIn, statusOf, textOf } from './client/fields.ts';
import { inCalls, listByOriginIds } from './client/lists.ts';
import type { MoneySide } from './money.ts';
import type { Fundings } from './pay-ins/fundings.ts';
import { originIdOf, type Purpose } from './withdrawals/origin-ids.ts';

/** The purpose of a transfer as a withdrawal. */
const PURPOSES: Record<SentTransfer['move'], Purpose> = {
  pay_out: 'pay_out',
  refund: 'refund',
  convert: 'mint',
};

/** The assets that may be at Juno while it cannot be reached. */
const JUNO_ASSETS = ['MXNB'];

/**
 * The holdings of the accounts at Bitso and Juno (D39), including amounts reserved for pending withdrawals, as the
 * `total` of `GET /v3/balance`. Withdrawals that have left since are looked up afterwards, so that none that ends
 * meanwhile is missed.
 */
export async function readBitsoBalances(
  {
    client,
    fundings,
    money: { listConverted, listJunoBalances },
  }: {
    client: BitsoClient;
    fundings: Pick<Fundings, 'list'>;
    money: Pick<MoneySide, 'listConverted' | 'listJunoBalances'>;
  },
  { sent, seen }: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  const { balances } = await client.get('/v3/balance', 'balance', signal, { isBackground: true });
  const asOf = new Date().toISOString();
  const holdings = listOf(balances, 'balances').map((balance) => ({
    place: 'Bitso',
    asset: textOf(balance, 'currency').toUpperCase(),
    asOf,
    amount: amountOf(balance, 'total'),
  }));
  const juno = await readJuno(listJunoBalances, signal);
  const withdrawn = await listWithdrawn(client, sent, signal);
  const conversions = sent.filter(({ move }) => move === 'convert');
  const converted = await listConverted(
    conversions.map(({ idempotencyKey }) => idempotencyKey),
    signal,
  );
  const arrived = new Set(
    (seen.length === 0 ? [] : await fundings.list(seen, signal))
      .filter((funding) => statusOf(funding) === 'complete')
      .map((funding) => textOf(funding, 'fid')),
  );
  return {
    holdings: [...holdings, ...juno.holdings],
    unread: juno.unread,
    left: [...new Set([...withdrawn, ...converted])],
    absent: seen.filter((reference) => !arrived.has(reference)),
  };
}

/** If Juno does not respond, or not as expected, Bitso's holdings are still reported. */
async function readJuno(
  list: MoneySide['listJunoBalances'],
  signal: AbortSignal,
): Promise<Pick<Balances, 'holdings' | 'unread'>> {
  if (!list) return { holdings: [], unread: [] };
  try {
    const balances = await list(signal);
    const asOf = new Date().toISOString();
    return { holdings: balances.map((balance) => ({ place: 'Juno', asOf, ...balance })), unread: [] };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { holdings: [], unread: [{ place: 'Juno', assets: JUNO_ASSETS, error: error.message }] };
  }
}

/** By key, those whose withdrawal is complete at Bitso. */
async function listWithdrawn(
  client: BitsoClient,
  sent: readonly SentTransfer[],
  signal: AbortSignal,
): Promise<string[]> {
  const keyOf = new Map(sent.map(({ idempotencyKey: key, move }) => [originIdOf(PURPOSES[move], key), key]));
  const ids = [...keyOf.keys()];
  const complete: string[] = [];
  for (const some of inCalls(ids)) {
    for (const withdrawal of await listByOriginIds(client, some, signal, { isBackground: true })) {
      const key = keyOf.get(originIdIn(withdrawal) ?? '');
      if (key !== undefined && statusOf(withdrawal) === 'complete') complete.push(key);
    }
  }
  return complete;
}
