import { setTimeout as delay } from 'node:timers/promises';
import { holdTransfers, resumeTransfers } from '../../../src/deployment/repository.ts';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { DomainError } from '../../../src/lib/errors/errors.ts';
import { CommandFailure } from '../../../src/commands/frame/command.ts';
import type { Chance } from '../chance.ts';
import { decideAsTwo, twoOperatorsOf } from '../deciding.ts';
import { persistently } from '../processes.ts';

const QUERY_TIMEOUT_MS = 30_000;

/**
 * An operator who holds transfers, decides on any of them without looking, and resumes, until `done` ends. What the
 * service refuses is counted: whatever it accepts must come true. Everything is resumed in the end.
 */
export async function resolveAtRandom(
  foundation: Foundation,
  chance: Chance,
  done: Promise<unknown>,
): Promise<Record<string, number>> {
  const { db } = foundation;
  const counts: Record<string, number> = {};
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  await persistently(() => twoOperatorsOf(foundation), QUERY_TIMEOUT_MS);
  while (!isDone) {
    await delay(1_500 * chance.share());
    await persistently(() => db.transaction(holdTransfers), QUERY_TIMEOUT_MS);
    for (let turns = 1 + Math.floor(5 * chance.share()); turns > 0; turns -= 1) {
      const transfer = chance.pick(await openTransfers(foundation));
      if (!transfer) continue;
      const reference = transfer.provider_reference;
      const options = chance.pick([
        { failed: 'it did not arrive, says the customer' },
        { failed: 'I do not see it' },
        { retry: true },
        ...(reference === null ? [] : [{ settled: reference }]),
      ]);
      const [name = ''] = Object.keys(options);
      try {
        await decideAsTwo(foundation, transfer.id, options);
        count(name);
      } catch (error) {
        if (!(error instanceof DomainError || error instanceof CommandFailure)) count('unreachable');
        else count(`${name} refused`);
      }
    }
    await persistently(() => db.transaction(resumeTransfers), QUERY_TIMEOUT_MS);
  }
  return counts;
}

async function openTransfers({
  db,
}: Foundation): Promise<{ id: string; provider_reference: string | null }[]> {
  const text = `select id, provider_reference from transfers where status in ('held', 'sent') order by created_at limit 50`;
  const { rows } = await persistently(
    () => db.read.query<{ id: string; provider_reference: string | null }>({ text }),
    QUERY_TIMEOUT_MS,
  );
  return rows;
}
