import type { Queryable, Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Money } from '../lib/money.ts';
import { countOpenConflicts, insertConflict } from './report-conflict-repository.ts';

/** A fact that a provider reports about one of its references. */
interface ToldFact {
  asset: string;
  /** Decimal, in `asset`. */
  amount: Money;
  /** The object it belongs to, like `deposit` and its id; undefined where the reference alone identifies it. */
  of?: string;
}

/** One reference of a provider, which stands for one fact. */
interface ReportKey {
  provider: string;
  kind: 'deposit' | 'return' | 'taken_back' | 'cost' | 'other';
  reference: string;
}

/**
 * Whether a provider's report of a reference equals the known fact. A different one is stored for an operator, once,
 * and moves no money, because the provider is wrong about one of the two (D27).
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

/** Stores a provider's report, and the fact that it contradicts, for an operator. */
export async function keepReportConflict(
  trx: Trx,
  key: ReportKey,
  known: string,
  told: string,
): Promise<void> {
  await insertConflict(trx, { ...key, id: newId(), known, told, createdAt: await trx.now });
}

/** Exports the number that wait for a decision. */
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
