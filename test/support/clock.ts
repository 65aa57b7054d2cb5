import type { TestDatabase } from './database.ts';

/**
 * Keeps the deployment's clock from going on by itself, so that only moving it makes anything due: then a schedule
 * can be held to the second on a machine that takes minutes for it.
 */
export async function withClockStopped<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  const [row] = await database.query(
    `select prosrc as source, now()::text as at from pg_proc where proname = 'service_now'`,
  );
  const source = String(row?.['source']);
  const define = (body: string) =>
    database.query(
      `create or replace function service_now() returns timestamptz language sql stable as $$${body}$$`,
    );
  await define(source.replace('now()', `timestamptz '${String(row?.['at'])}'`));
  try {
    return await work();
  } finally {
    await define(source);
  }
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
