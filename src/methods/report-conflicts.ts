import type { Queryable, Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Money } from '../lib/money.ts';
import { countOpenConflicts, insertConflict } from './report-conflict-repository.ts';

/** A fact that a provider tells of one of its references. */
export interface ToldFact {
  asset: string;
  /** Decimal, in `asset`. */
  amount: Money;
  /** Whose it is, like `deposit` and its id; undefined where the reference alone says it. */
  of?: string;
}

/** One reference of a provider, which stands for one fact. */
export interface ReportKey {
  provider: string;
  kind: 'deposit' | 'return' | 'taken_back' | 'cost' | 'other';
  reference: string;
}

/**
 * Whether what a provider tells of a reference is what is known of it. What differs is kept for an operator, once, and
 * moves no money: the provider is wrong about one of the two (D27).
 */
export async function isToldAgain(
  trx: Trx,
  key: ReportKey,
  known: ToldFact,
  told: ToldFact,
): Promise<boolean> {
  const isSame =
    told.asset === known.asset && told.amount.eq(known.amount) && (told.of ?? known.of) === known.of;
  if (!isSame) await keepReportConflict(trx, key, describe(known), describe(told));
  return isSame;
}

/** Keeps what a provider told, and what it contradicts, for an operator. */
export async function keepReportConflict(
  trx: Trx,
  key: ReportKey,
  known: string,
  told: string,
): Promise<void> {
  await insertConflict(trx, { ...key, id: newId(), known, told, createdAt: await trx.now });
}

/** Shows the operator how many wait for a decision. */
export function watchReportConflicts(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_report_conflicts',
    'What providers told differently than before, and wait for an operator.',
    async () => (await countOpenConflicts(read))?.count ?? 0,
  );
}

function describe({ asset, amount, of }: ToldFact): string {
  return `${amount.toFixed()} ${asset}${of === undefined ? '' : ` of ${of}`}`;
}
