import type { Queryable, Trx } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { type Operator, recordOperatorDeed } from '../operators/index.ts';
import {
  deletePause,
  insertPause,
  isPausedOut,
  listPauses,
  type Direction,
  type PauseScope,
} from './repository.ts';

/** Nothing is sent over this rail at the moment; waiting transfers continue once the operator resumes it. */
export class RailPaused extends Error {
  override readonly name = 'RailPaused';
}

/**
 * For sends without a transfer (sweeps and their gas), and for the last step before signing. Called in the transaction
 * that decides to send. Throws RailPaused.
 */
export async function requireNotPaused(trx: Trx, at: { provider: string; network: string }): Promise<void> {
  if (await isPausedOut(trx, at)) throw new RailPaused(`The operator has paused sending on ${at.network}.`);
}

/** Existing pauses stay as they are. */
export async function pauseRail(
  trx: Trx,
  by: Operator | undefined,
  directions: readonly Direction[],
  scope: PauseScope,
  reason: string | null,
): Promise<void> {
  for (const direction of directions) {
    const pause = { ...scope, direction, reason, pausedBy: by?.id ?? null, pausedAt: await trx.now };
    if (!(await insertPause(trx, pause))) continue;
    const details = { direction, reason };
    await recordOperatorDeed(trx, by, { action: 'rail.paused', subject: nameOf(scope), details });
  }
}

/** The directions that were paused. */
export async function resumeRail(
  trx: Trx,
  by: Operator | undefined,
  directions: readonly Direction[],
  scope: PauseScope,
): Promise<Direction[]> {
  const resumed: Direction[] = [];
  for (const direction of directions) {
    if (!(await deletePause(trx, { ...scope, direction }))) continue;
    resumed.push(direction);
    await recordOperatorDeed(trx, by, {
      action: 'rail.resumed',
      subject: nameOf(scope),
      details: { direction },
    });
  }
  return resumed;
}

export function watchPauses(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_rails_paused',
    'Providers, methods and networks that the operator has paused, counted for each direction.',
    async () => (await listPauses(read)).length,
  );
}

function nameOf(scope: PauseScope): string {
  const [kind, name] = Object.entries(scope).find(([, value]) => value !== null) ?? [];
  return `${kind} ${name}`;
}
