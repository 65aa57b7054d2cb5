import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import { v3Time } from '../state/times.ts';
import type { Entry } from '../state/books.ts';
import type { World } from '../state/world.ts';
import type { Fundings } from './fundings.ts';
import { pageOf } from './paging.ts';
import type { Withdrawals } from './withdrawals.ts';

/** Of a ledger's parts, which operations they have. Conversions are no trades here: how they are shown is guessed. */
const PARTS: Record<string, Entry['operation'] | 'none'> = {
  fundings: 'funding',
  withdrawals: 'withdrawal',
  fees: 'fee',
  trades: 'none',
};
const LEDGER_QUERY = ['limit', 'marker', 'sort'];

/** What the account holds, and what moved it. */
export function accountEndpoints(world: World, fundings: Fundings, withdrawals: Withdrawals): Endpoint[] {
  const { books, settings, clock } = world;

  function ledger({ query, note }: Call, operation?: Entry['operation'] | 'none') {
    if (settings.lagMs.ledger > 0) note('lag');
    if (settings.withdrawalEntry === 'requested') note('entry_early');
    if (settings.withdrawalEntry === 'late') note('entry_late');
    const shown = books.entries.filter(
      (entry) =>
        entry.at <= clock.now() - settings.lagMs.ledger &&
        (operation === undefined || entry.operation === operation) &&
        (entry.operation !== 'conversion' || settings.ledgerHasConversions),
    );
    const ordered = query['sort'] === 'asc' ? shown : [...shown].reverse();
    return pageOf(ordered, query, ({ eid }) => eid).map((entry) => ({
      ...{ eid: entry.eid, operation: entry.operation, created_at: v3Time(entry.at) },
      balance_updates: entry.updates.map(({ currency, amount }) => ({ currency, amount: amount.toFixed() })),
      details: entry.details,
    }));
  }

  const pendingOf = (currency: string) => ({
    deposits: fundings
      .all()
      .filter((funding) => funding.status === 'pending' && funding.currency === currency),
    withdrawals: withdrawals
      .all()
      .filter(
        ({ status, currency: of }) => (status === 'pending' || status === 'processing') && of === currency,
      ),
  });
  const sumOf = (items: { amount: { toFixed(): string } }[]) =>
    items.reduce((sum, { amount }) => sum.plus(amount.toFixed()), books.total('none')).toFixed(8);

  return [
    {
      ...{ method: 'GET', path: '/v3/balance', style: 'payload', access: 'bitso' },
      source: 'balance',
      query: ['currency'],
      handle: ({ query }) => ({
        balances: books
          .currencies()
          .filter((currency) => query['currency'] === undefined || query['currency'] === currency)
          .map((currency) => ({
            currency,
            total: books.total(currency).toFixed(8),
            locked: books.held(currency).toFixed(8),
            available: books.available(currency).toFixed(8),
            pending_deposit: sumOf(pendingOf(currency).deposits),
            pending_withdrawal: sumOf(pendingOf(currency).withdrawals),
          })),
      }),
    },
    {
      ...{ method: 'GET', path: '/v3/ledger', style: 'payload', access: 'bitso' },
      source: 'ledger',
      query: LEDGER_QUERY,
      handle: (call) => ledger(call),
    },
    {
      ...{ method: 'GET', path: '/v3/ledger/:part', style: 'payload', access: 'bitso' },
      source: 'ledger',
      query: LEDGER_QUERY,
      handle(call) {
        const part = PARTS[call.params['part'] ?? ''];
        if (part === undefined) throw new Refusal('1401', 'Not found', 'elsewhere');
        return ledger(call, part);
      },
    },
    {
      ...{ method: 'GET', path: '/v3/fees', style: 'payload', access: 'bitso' },
      source: 'fee',
      handle: () => ({ fees: [], deposit_fees: [], withdrawal_fees: { mxn: settings.withdrawalFee } }),
    },
  ];
}
