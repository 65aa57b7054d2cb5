import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { money } from '../../../src/lib/money.ts';
import { rowsOf } from '../rows.ts';
import type { People, StandIn } from './stand-in.ts';

const DAY_MS = 24 * 3_600_000;

/** Compares the service's books with the stand-in's, which were kept apart from them. */
export async function judge(
  foundation: Foundation,
  standIn: StandIn,
  people: People,
): Promise<{ report: object; faults: string[] }> {
  const { db, providers } = foundation;
  const { provider } = standIn;
  const verified = await db.snapshot(verifyLedger);
  const period = { from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 2 * DAY_MS) };
  const { providers: reconciled } = await reconcile(db, [providers.get(provider)], period);
  const faults = [
    ...standIn.faults().map((fault) => `the stand-in: ${fault}`),
    ...verified.discrepancies.map(({ check, detail }) => `${check}: ${detail}`),
    ...reconciled.flatMap(({ differences }) =>
      differences.map((difference) => `reconciliation: ${JSON.stringify(difference)}`),
    ),
    ...(await findUnsettled(foundation)),
    ...(await compareLinks(foundation, people)),
    ...(await compareDeposits(foundation, standIn)),
    ...(await comparePayouts(foundation, standIn)),
    ...(await compareBalance(foundation, standIn)),
  ];
  const statuses = await rowsOf<{ what: string; count: number }>(
    foundation,
    `select format('%s %s', kind, status) as what, count(*)::integer as count from transfers
      where provider = $1 group by 1
     union all
     select format('deposit %s %s', status, unmatched_reason), count(*)::integer from deposits
      where provider = $1 group by 1
     union all
     select format('link %s', status), count(*)::integer from payment_links group by 1 order by 1`,
    [provider],
  );
  return {
    faults,
    report: {
      outcomes: Object.fromEntries(statuses.map(({ what, count }) => [what.trim(), count])),
      statement_lines_matched: reconciled.map(({ matched }) => matched),
      entries: verified.entries,
    },
  };
}

async function findUnsettled(foundation: Foundation): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    foundation,
    `select format('%s %s at %s is still %s: %s', kind, id, provider, status, last_error) as fault
       from transfers where status in ('requested', 'held', 'sent')
     union all
     select format('deposit %s is still pending', id) from deposits where status = 'pending'
     union all
     select format('notice %s is %s: %s', notice_id, status, last_error)
       from provider_notices where status = 'waiting'`,
  );
  return rows.map(({ fault }) => fault);
}

/** A link is paid once if anybody paid exactly what was due, and not at all if nobody did. */
async function compareLinks(foundation: Foundation, { links }: People): Promise<string[]> {
  const rows = await rowsOf<{ code: string; status: string; credited: number }>(
    foundation,
    `select l.code, l.status, count(d.id)::integer as credited
       from payment_links l
       left join deposits d on d.account_id = l.account_id and d.payment_link_code = l.code
                           and d.status = 'credited'
      group by l.account_id, l.code`,
  );
  const found = new Map(rows.map((row) => [row.code, row]));
  return links.flatMap(({ code, paid }) => {
    const row = found.get(code);
    const expected = Math.min(paid, 1);
    const isRight = row?.credited === expected && (row.status === 'paid') === (expected === 1);
    return isRight ? [] : [`link ${code} was paid ${paid} times: ${JSON.stringify(row)}`];
  });
}

/** Everything that arrived is one deposit, and no other counts. */
async function compareDeposits(foundation: Foundation, standIn: StandIn): Promise<string[]> {
  const rows = await rowsOf<{ reference: string; amount: string }>(
    foundation,
    `select provider_reference as reference, amount::text from deposits where provider = $1 and status <> 'failed'`,
    [standIn.provider],
  );
  const ours = new Map(rows.map(({ reference, amount }) => [reference, amount]));
  return [
    ...(ours.size === rows.length ? [] : ['a payment is two deposits']),
    ...standIn.arrived().flatMap(({ reference, amount }) => {
      const found = ours.get(reference);
      ours.delete(reference);
      return found !== undefined && amount.eq(found)
        ? []
        : [`payment ${reference} of ${amount.toFixed()}: ${String(found)}`];
    }),
    ...[...ours.keys()].map((reference) => `deposit ${reference} is no payment`),
  ];
}

/** By amounts that no two payouts share: each left once at most, and is here what became of it there. */
async function comparePayouts(foundation: Foundation, standIn: StandIn): Promise<string[]> {
  const rows = await rowsOf<{ id: string; status: string; sent: string }>(
    foundation,
    `select id, status, to_amount::text as sent from transfers where provider = $1 and kind = 'withdrawal'`,
    [standIn.provider],
  );
  const theirs = standIn.sent();
  const faults = rows.flatMap(({ id, status, sent }) => {
    const mine = theirs.filter(({ amount }) => amount.eq(money(sent)));
    const out = mine.filter(({ outcome }) => outcome !== 'back').length;
    const isRight = out === (status === 'settled' ? 1 : 0) && (status !== 'returned' || mine.length > 0);
    return isRight ? [] : [`payout ${id} of ${sent} is ${status}: ${JSON.stringify(mine)}`];
  });
  const strangers = theirs.filter(({ amount }) => !rows.some(({ sent }) => amount.eq(money(sent))));
  return [...faults, ...strangers.map(({ reference }) => `${reference} is no payout`)];
}

async function compareBalance(foundation: Foundation, standIn: StandIn): Promise<string[]> {
  const [row] = await rowsOf<{ sum: string | null }>(
    foundation,
    `select (- sum(balance))::text as sum from ledger_balances where book = 'rail:' || $1::text`,
    [standIn.provider],
  );
  const [ours, theirs] = [money(row?.sum ?? '0'), standIn.balance()];
  return ours.eq(theirs) ? [] : [`${theirs.toFixed()} lie there, and the books have ${ours.toFixed()}`];
}
