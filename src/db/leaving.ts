import type { Trx } from './connect.ts';
import type { Work } from './wakes.ts';

/** A command that leaves work to a worker, unless it changes nothing. */
export function leaving<P, R extends number | object | undefined>(
  work: Work,
  change: (trx: Trx, params: P) => Promise<R>,
): (trx: Trx, params: P) => Promise<R> {
  return async (trx, params) => {
    const changed = await change(trx, params);
    if (changed !== undefined && changed !== 0) trx.leave(work);
    return changed;
  };
}
