import { DatabaseAway } from '../lib/errors/database-away.ts';
import type { Database, Trx } from './connect.ts';

/** Records a fact; resolves once the transaction with it has committed. */
export type GroupCommit<F> = (fact: F) => Promise<void>;

/** A larger transaction would hold its locks for long. */
export const MAX_FACTS = 64;

interface Waiting<F> {
  fact: F;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Records facts in groups. Facts that arrive while a transaction is in progress share the next one, in their order, and
 * none waits for others to come. If facts cannot be recorded together, each half is tried, so that only the faulty one
 * fails.
 */
export function createGroupCommit<F>({
  db,
  record,
  maxFacts = MAX_FACTS,
}: {
  db: Pick<Database, 'transaction'>;
  record: (trx: Trx, facts: readonly F[]) => Promise<void>;
  maxFacts?: number;
}): GroupCommit<F> {
  const waiting: Waiting<F>[] = [];
  let running = false;

  const commit = async (group: readonly Waiting<F>[]): Promise<void> => {
    try {
      await db.transaction((trx) =>
        record(
          trx,
          group.map(({ fact }) => fact),
        ),
      );
    } catch (error) {
      if (group.length === 1 || error instanceof DatabaseAway) {
        for (const { reject } of group) reject(error);
        return;
      }
      const half = Math.ceil(group.length / 2);
      await commit(group.slice(0, half));
      await commit(group.slice(half));
      return;
    }
    for (const { resolve } of group) resolve();
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await commit(waiting.splice(0, maxFacts));
    running = false;
  };

  return (fact) =>
    new Promise((resolve, reject) => {
      waiting.push({ fact, resolve, reject });
      if (running) return;
      running = true;
      // Facts of the same turn of the event loop belong to the first transaction, too.
      setImmediate(() => void run());
    });
}
