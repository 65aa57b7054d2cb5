import type { Knex } from 'knex';
import type { Queryable } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';

/** One thing that is wrong, in words, with what it is about. */
export interface Discrepancy {
  check: string;
  accountId: string;
  detail: string;
}

export interface Verification {
  ok: boolean;
  entries: number;
  postings: number;
  discrepancies: Discrepancy[];
}

/** More findings than anybody reads help nobody; the first ones name what is wrong. */
const MAX_FINDINGS = 100;

type Finding = { account_id: string; detail: string };

const CHECKS: Record<string, ReturnType<typeof statement<Record<string, never>, Finding>>> = {
  'every entry sums to zero per asset': check('unbalanced_entries', () =>
    sql('ledger_postings')
      .groupBy('account_id', 'entry_id', 'asset')
      .havingRaw('sum(amount) <> 0')
      .select(
        'account_id',
        sql.raw(`format('entry %s is out by %s %s', entry_id, sum(amount), asset) as detail`),
      ),
  ),
  'every balance is the sum of its postings': check('wrong_balances', () =>
    sql
      .with(
        'summed',
        sql('ledger_postings')
          .groupBy('account_id', 'asset', 'book')
          .select('account_id', 'asset', 'book', sql.raw('sum(amount) as total')),
      )
      .from('ledger_balances as b')
      .fullOuterJoin('summed as s', (on) =>
        on.on('s.account_id', 'b.account_id').andOn('s.asset', 'b.asset').andOn('s.book', 'b.book'),
      )
      .whereRaw('coalesce(b.balance, 0) <> coalesce(s.total, 0)')
      .select(
        sql.raw('coalesce(b.account_id, s.account_id) as account_id'),
        sql.raw(
          `format('%s %s holds %s, its postings sum to %s', coalesce(b.book, s.book), coalesce(b.asset, s.asset),
                  coalesce(b.balance, 0), coalesce(s.total, 0)) as detail`,
        ),
      ),
  ),
  'every balance after a posting is the sum up to it': check('wrong_balances_after', () =>
    sql
      .with(
        'running',
        sql('ledger_postings').select(
          '*',
          sql.raw('sum(amount) over (partition by account_id, asset, book order by created_at, id) as total'),
        ),
      )
      .from('running')
      .whereRaw('balance_after <> total')
      .select(
        'account_id',
        sql.raw(
          `format('posting %s leaves %s %s at %s, its postings sum to %s by then', id, book, asset, balance_after, total)
           as detail`,
        ),
      ),
  ),
  'every entry has postings': check('empty_entries', () =>
    sql('ledger_entries as e')
      .whereNotExists(
        sql('ledger_postings as p')
          .whereRaw('p.account_id = e.account_id and p.entry_id = e.id')
          .select(sql.raw('1')),
      )
      .select(
        'e.account_id',
        sql.raw(`format('entry %s of type %s has no postings', e.id, e.type) as detail`),
      ),
  ),
  'no account owes money': check('negative_balances', () =>
    sql('ledger_balances')
      .whereIn('book', ['available', 'pending', 'unmatched'])
      .where('balance', '<', 0)
      .select('account_id', sql.raw(`format('%s %s is %s', book, asset, balance) as detail`)),
  ),
};

function check(name: string, build: () => Knex.QueryBuilder) {
  return statement<Record<string, never>, Finding>(`ledger.verify_${name}`, () =>
    build().limit(MAX_FINDINGS),
  );
}

const countStatement = statement<Record<string, never>, { entries: number; postings: number }>(
  'ledger.count',
  () =>
    sql.select(
      sql.raw('(select count(*)::integer from ledger_entries) as entries'),
      sql.raw('(select count(*)::integer from ledger_postings) as postings'),
    ),
);

/** Proves the ledger from its postings alone (D9): what it reports is wrong, and named. */
export async function verifyLedger(on: Queryable): Promise<Verification> {
  const discrepancies: Discrepancy[] = [];
  for (const [name, query] of Object.entries(CHECKS)) {
    const findings = await query.all(on, {});
    discrepancies.push(
      ...findings.map(({ account_id, detail }) => ({ check: name, accountId: account_id, detail })),
    );
  }
  const counts = await countStatement.first(on, {});
  return {
    ok: discrepancies.length === 0,
    entries: counts?.entries ?? 0,
    postings: counts?.postings ?? 0,
    discrepancies,
  };
}
