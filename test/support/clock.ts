import type { TestDatabase } from './database.ts';

/** By the database whose clock it is, what makes it go. */
const stopped = new Map<TestDatabase, string>();

/**
 * Keeps the deployment's clock from going on by itself until the test has ended, so that nothing falls due but by
 * moving it: then a schedule can be held to the second, however long the machine takes for it.
 */
export async function stopClock(database: TestDatabase): Promise<void> {
  const [row] = await database.query(
    `select prosrc as source, now()::text as at from pg_proc where proname = 'service_now'`,
  );
  const source = String(row?.['source']);
  stopped.set(database, source);
  await defineClock(database, source.replace('now()', `timestamptz '${String(row?.['at'])}'`));
}

/** Run after each test. */
export async function startClocks(): Promise<void> {
  for (const [database, source] of stopped) await defineClock(database, source);
  stopped.clear();
}

async function defineClock(database: TestDatabase, source: string): Promise<void> {
  await database.query(
    `create or replace function service_now() returns timestamptz language sql stable as $$${source}$$`,
  );
}

const utcDay = (): string => new Date().toISOString().slice(0, 10);

/** A test of what begins anew with each day of UTC: when midnight came between its steps, it is made once more. */
export function itOnOneDay(title: string, steps: () => Promise<void>): void {
  it(title, async function () {
    const day = utcDay();
    try {
      await steps();
    } catch (error) {
      if (utcDay() !== day) this.retries(1);
      throw error;
    }
  });
}

/** Of this day of UTC. */
export function secondsLeftToday(): number {
  return (new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1000;
}
