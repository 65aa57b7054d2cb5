import { setTimeout as delay } from 'node:timers/promises';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { readSolvency } from '../../../src/audit/solvency.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { reportLiquidity } from '../../../src/liquidity/report.ts';
import { money, ZERO, type Money } from '../../../src/lib/money.ts';
import { rowsOf } from '../rows.ts';
import { persistently } from '../processes.ts';
import type { Rails } from '../rails.ts';
import type { Deliveries } from './courier.ts';

const REST_TIMEOUT_MS = 120_000;
const DB_TIMEOUT_MS = 30_000;
const DAY_MS = 24 * 3_600_000;

const UNPAID_DEBTS = `
  select format('account %s owes %s %s and has the money', o.account_id, -o.balance, o.asset) as fault
    from ledger_balances o
    join ledger_balances a on a.account_id = o.account_id and a.asset = o.asset and a.book = 'available'
   where o.book = 'owed' and o.balance < 0 and a.balance >= -o.balance`;

/** What was sent between the rails has arrived, or is short. */
export async function untilNothingIsInTransit({ db }: Foundation): Promise<void> {
  for (const givesUpAt = Date.now() + REST_TIMEOUT_MS; Date.now() < givesUpAt;) {
    const { rows } = await persistently(
      () =>
        db.read.query<{ open: number }>({
          text: `select count(*)::integer as open from rebalancings where status in ('sending', 'in_transit')`,
        }),
      DB_TIMEOUT_MS,
    );
    if (rows[0]?.open === 0) return;
    await delay(500);
  }
}

/**
 * A debt is tried again once a minute, so what came in last may not have paid it yet: all debts are tried once more, and
 * then no more, because one that buys what is owed would trade while the books are compared. Returns when no account
 * owes what it has, or in vain after a while, for the judge to see.
 */
export async function untilDebtsArePaid(foundation: Foundation): Promise<void> {
  await tryDebtsIn(foundation, 0);
  for (const givesUpAt = Date.now() + REST_TIMEOUT_MS; Date.now() < givesUpAt; await delay(500)) {
    const unpaid = await persistently(() => rowsOf(foundation, UNPAID_DEBTS), DB_TIMEOUT_MS);
    if (unpaid.length === 0) break;
  }
  await tryDebtsIn(foundation, DAY_MS);
}

async function tryDebtsIn({ db }: Foundation, ms: number): Promise<void> {
  const text = `update deposits_taken_back set due_at = service_now() + $1 * interval '1 millisecond'
                 where settled_at is null`;
  await persistently(() => db.transaction((trx) => trx.query({ text, values: [ms] })), DB_TIMEOUT_MS);
}

/** Compares the service's books with those of both rails, which were kept apart from them. */
export async function judgeExchange(
  { foundation, rails }: { foundation: Foundation; rails: Rails },
  { unbooked }: Deliveries,
): Promise<{ report: object; faults: string[] }> {
  const { db, providers } = foundation;
  const { discrepancies, entries } = await db.snapshot(verifyLedger);
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) };
  const real = providers.all.filter(({ name }) => name !== 'simulator');
  const { providers: reconciled } = await reconcile(db, real, period);
  const solvency = await readSolvency(db, providers.all);
  const { rebalancings, routes } = await db.snapshot(reportLiquidity);
  const known = new Set(unbooked);
  const faults = [
    ...discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...reconciled.flatMap(({ provider, differences }) =>
      differences
        // The deployment's own, put in by hand, and what somebody named twice.
        .filter(({ provider_reference: reference, problem }) =>
          problem === 'missing_here' ? !known.has(reference) && !reference.startsWith('capital') : true,
        )
        .map((one) => `reconciliation with ${provider}: ${JSON.stringify(one)}`),
    ),
    ...solvency.assets
      .filter(({ cover }) => cover !== 'covered')
      .map(({ asset, owed, held }) => `solvency: ${held} ${asset} are held, ${owed} are owed`),
    ...(await comparePlaces(foundation, rails, unbooked)),
    ...(await findUnsettled(foundation)),
    ...(await findLosses(foundation)),
    ...(routes[0]?.proven_at === null ? ['the route was never proven'] : []),
    ...rebalancings
      .filter(({ status }) => !['arrived', 'short', 'failed'].includes(status))
      .map(({ id, status }) => `rebalancing ${id} is still ${status}`),
  ];
  const fx = await rowsOf<{ asset: string; gain: string; loss: string }>(
    foundation,
    `select asset, coalesce(sum(amount) filter (where amount > 0), 0)::text as gain,
            coalesce(sum(amount) filter (where amount < 0), 0)::text as loss
       from ledger_postings where book = 'fx' group by asset order by asset`,
  );
  const statuses = await rowsOf<{ what: string; count: number }>(
    foundation,
    `select format('link %s', status) as what, count(*)::integer as count from payment_links group by 1
     union all select format('deposit %s %s', status, unmatched_reason), count(*)::integer from deposits group by 1
     union all select format('%s %s', kind, status), count(*)::integer from transfers group by 1
     union all select format('rebalancing %s', status), count(*)::integer from rebalancings group by 1
     union all select case when settled_at is null then 'take-back owed' else 'take-back paid' end, count(*)::integer
                 from deposits_taken_back group by 1
     union all select 'at the account''s price', count(*)::integer from transfers where account_bears_price
     order by 1`,
  );
  return {
    faults,
    report: {
      outcomes: Object.fromEntries(statuses.map(({ what, count }) => [what.trim(), count])),
      statement_lines_matched: Object.fromEntries(
        reconciled.map(({ provider, matched }) => [provider, matched]),
      ),
      fx,
      entries,
    },
  };
}

/** By provider and asset: what the books say, and what the rail's own books sum to. */
async function comparePlaces(
  foundation: Foundation,
  rails: Rails,
  unbooked: readonly string[],
): Promise<string[]> {
  const booked = await rowsOf<{ provider: string; asset: string; amount: string }>(
    foundation,
    `select split_part(book, ':', 2) as provider, asset, (-sum(balance))::text as amount from ledger_balances
      where book ~ '^(rail|conversion):' group by 1, 2`,
  );
  const faults: string[] = [];
  for (const { access, provider, database } of rails.all) {
    const request = { sent: [], seen: [] };
    const { holdings } = await provider.readBalances(request, AbortSignal.timeout(DB_TIMEOUT_MS));
    const held = new Map<string, Money>();
    for (const { asset, amount } of holdings) held.set(asset, (held.get(asset) ?? ZERO).plus(amount));
    const extra = await database.query(
      `select asset, sum(amount)::text as amount from simulator_operations
        where operation = 'deposit' and idempotency_key = any($1) group by asset`,
      [unbooked],
    );
    for (const { asset, amount } of extra as Record<string, string>[])
      held.set(asset!, (held.get(asset!) ?? ZERO).minus(amount!));
    const ours = new Map(
      booked.filter((row) => row.provider === access.name).map((row) => [row.asset, money(row.amount)]),
    );
    for (const asset of new Set([...held.keys(), ...ours.keys()])) {
      const [there, here] = [held.get(asset) ?? ZERO, ours.get(asset) ?? ZERO];
      if (!there.eq(here))
        faults.push(`${access.name} has ${there.toFixed()} ${asset}, the books ${here.toFixed()}`);
    }
  }
  return faults;
}

/** Payments and transfers that have no end, and deposits that were not converted without a reason. */
async function findUnsettled(foundation: Foundation): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    foundation,
    `select format('%s %s is still %s: %s', kind, id, status, last_error) as fault
       from transfers where status in ('requested', 'held', 'sent')
     union all
     select format('deposit %s is %s, without a reason', id, status) from deposits
      where status = 'pending' or status = 'unmatched' and unmatched_reason is null
     union all
     select format('notice %s of %s is %s: %s', notice_id, provider, status, last_error)
       from provider_notices where status <> 'processed'
     union all
     select format('link %s of %s %s was credited with %s', l.code, l.amount, l.currency, sum(p.amount))
       from payment_links l
       join ledger_postings p on p.account_id = l.account_id and p.payment_link_code = l.code
                             and p.book = 'available' and p.type = 'payment'
      where l.status = 'paid' group by l.account_id, l.code, l.amount, l.currency, l.amount_received
     having sum(p.amount) <> l.amount_received or l.amount_received > l.amount or min(p.asset) <> l.currency
     union all
     select format('link %s was paid exactly, and credited with %s of %s', l.code, l.amount_received, l.amount)
       from payment_links l
       join payment_link_methods m on m.account_id = l.account_id and m.link_code = l.code
                                  and m.method = l.paid_with_method
       join transfers t on t.account_id = l.account_id and t.payment_link_code = l.code
                       and t.kind = 'payment_conversion' and t.status = 'settled'
      where l.status = 'paid' and t.amount = m.amount_due and l.amount_received <> l.amount
     union all
     ${UNPAID_DEBTS}`,
  );
  return rows.map(({ fault }) => fault);
}

/**
 * What payments' conversions took out of the `fx` book beyond what D28 allows: a method's slippage where the service locked the
 * price, what two operators accepted, and nothing but what is rounded at a provider's quote or where the account
 * bears the price.
 */
async function findLosses(foundation: Foundation): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    foundation,
    `select format('the conversion of deposit %s took %s %s of %s out of fx', t.deposit_id, -p.amount, p.asset,
                   t.to_amount - p.amount) as fault
       from transfers t
       join ledger_entries e on e.account_id = t.account_id and e.source_object = 'deposit'
                            and e.source_id = t.deposit_id::text
       join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id and p.book = 'fx'
       join payment_methods m on m.method = t.method
      where t.kind = 'payment_conversion' and t.status = 'settled'
        and -p.amount > 0.01 + (t.to_amount - p.amount) * case
              when t.accepted_slippage is not null then t.accepted_slippage
              when t.account_bears_price or t.quote_reference is not null then 0
              else m.max_slippage end`,
  );
  return rows.map(({ fault }) => fault);
}
