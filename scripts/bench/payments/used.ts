// The processor time of the service and of its Postgres, without what both use when idle.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningServer } from '../../../test/support/processes/program.ts';
import { cpuMsOf, parentOf } from '../processor-time.ts';

const IDLE_MS = 10_000;
const IDLE_TIMES = 3;
/** What the service does afterwards: the call log, for one, is written in batches. */
export const SETTLE_MS = 2_000;

/** Of the service and of Postgres's first process. */
export interface Pids {
  service: number;
  postgres: number;
}

/** In milliseconds. */
export interface Used {
  service: number;
  postgres: number;
  atMs: number;
}

export async function pidsOf(service: RunningServer, owner: pg.Client): Promise<Pids> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { service: service.process.pid ?? 0, postgres: parentOf(rows[0]?.pid ?? 0) };
}

export function readUsed(pids: Pids): Used {
  return { service: cpuMsOf(pids.service), postgres: cpuMsOf(pids.postgres), atMs: performance.now() };
}

/** What both use in a millisecond without anything to do: the least of some times, because work may still be going on. */
export async function readIdle(pids: Pids): Promise<Used> {
  const idle: Used[] = [];
  while (idle.length < IDLE_TIMES) {
    await delay(SETTLE_MS);
    const before = readUsed(pids);
    await delay(IDLE_MS);
    idle.push(since(before, readUsed(pids), IDLE_MS));
  }
  const least = (of: (used: Used) => number): number => Math.min(...idle.map(of));
  return { service: least((one) => one.service), postgres: least((one) => one.postgres), atMs: 1 };
}

export function since(before: Used, after: Used, each: number): Used {
  return {
    service: (after.service - before.service) / each,
    postgres: (after.postgres - before.postgres) / each,
    atMs: (after.atMs - before.atMs) / each,
  };
}
