import { money, type Money } from '../../../../src/lib/money.ts';
import type { StatementLine, TakenBack } from '../../../../src/methods/providers/provider.ts';
import type { TestDatabase } from '../../database.ts';

/** What the rail has taken back of final deposits: a simulator takes back nothing, so the rail keeps it in a table of its own. */
export interface TakenBackBooks {
  /** Takes a deposit back, or a part of it; once for each deposit. Undefined if that was done before, or there is none. */
  record(depositReference: string, amount?: Money): Promise<TakenBack | undefined>;
  list(from: Date, to: Date): Promise<Extract<StatementLine, { kind: 'taken_back' }>[]>;
  /** By asset, what was taken back. */
  sum(): Promise<Map<string, Money>>;
}

export async function openTakenBack(database: TestDatabase): Promise<TakenBackBooks> {
  await database.query(
    `create table rail_taken_back (
       deposit_reference text primary key, reference text not null, asset text not null, amount numeric not null,
       at timestamptz not null default service_now())`,
  );
  const toTakenBack = (row: Record<string, unknown>): TakenBack => ({
    depositReference: String(row['deposit_reference']),
    reference: String(row['reference']),
    asset: String(row['asset']),
    amount: money(String(row['amount'])),
    message: 'The sender has recalled it.',
  });
  return {
    async record(depositReference, amount) {
      const [row] = await database.query(
        `insert into rail_taken_back (deposit_reference, reference, asset, amount)
         select reference, 'recall of ' || reference, asset, coalesce($2::numeric, amount) from simulator_operations
          where operation = 'deposit' and reference = $1 and refusal is null
         on conflict do nothing
         returning deposit_reference, reference, asset, amount::text`,
        [depositReference, amount?.toFixed() ?? null],
      );
      return row && toTakenBack(row);
    },
    async list(from, to) {
      const rows = await database.query(
        `select deposit_reference, reference, asset, amount::text, at from rail_taken_back
          where at >= $1 and at < $2 order by at, reference`,
        [from, to],
      );
      return rows.map((row) => {
        const takenBack = toTakenBack(row);
        const { reference, asset, amount } = takenBack;
        return {
          kind: 'taken_back',
          reference,
          asset,
          amount: amount.negated(),
          at: row['at'] as Date,
          takenBack,
        };
      });
    },
    async sum() {
      const rows = await database.query(
        'select asset, sum(amount)::text as amount from rail_taken_back group by asset',
      );
      return new Map(rows.map(({ asset, amount }) => [String(asset), money(String(amount))]));
    },
  };
}
