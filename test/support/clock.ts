import type { TestDatabase } from './database.ts';

/** The original function body of each stopped clock, by database. */
const stopped = new Map<TestDatabase, string>();

/**
 * Stops the deployment's clock until the end of the test, so that things fall due only when the test advances it. A
 * schedule can then be checked to the second, however slow the machine.
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

/** A test of something that resets every UTC day: repeated if midnight passes during it. */
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

/** Of the UTC day. */
export function secondsLeftToday(): number {
  return (new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1000;
}
