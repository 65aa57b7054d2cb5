import { createGroupCommit, type Database, type GroupCommit } from '../db/index.ts';
import { withinCurrent } from '../lib/telemetry/tracing.ts';
import { markProcessed, type NoticeClaim } from './repository.ts';
import type { TakeIn, ProviderReport } from './take-in.ts';

/**
 * A report on its way into the books, with the notice that brought it; a report from a statement or a chain has none.
 */
export type Arrival = ProviderReport & { notice?: NoticeClaim };

/**
 * Records reports, in the order in which they arrive, and marks their notices as processed. Those that arrive together
 * share a transaction (D27).
 */
export type Intake = GroupCommit<Arrival>;

export function createIntake({
  db,
  takeIn,
  maxFacts,
}: {
  db: Database;
  takeIn: TakeIn;
  /** The number of reports that may share a transaction. */
  maxFacts?: number;
}): Intake {
  const record = createGroupCommit<Arrival>({
    db,
    ...(maxFacts === undefined ? {} : { maxFacts }),
    async record(trx, arrivals) {
      const processed = await markProcessed(
        trx,
        arrivals.flatMap(({ notice }) => notice ?? []),
      );
      // If a notice was claimed again since, only the newer claim counts.
      const ours = arrivals.filter(({ notice }) => notice === undefined || processed.has(notice.id));
      await takeIn(trx, ours);
    },
  });
  return (arrival) => record({ ...arrival, within: withinCurrent() });
}
