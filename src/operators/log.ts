import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { insertLog } from './repository.ts';

export interface OperatorDeed {
  /** Like `rail.paused`: the object and what happened to it. */
  action: string;
  subject: string;
  details?: Record<string, unknown>;
}

/** The transactions in which an operator's deed was recorded. */
const withDeeds = new WeakSet<Trx>();

/** Whether this transaction records what an operator did. */
export function recordsDeed(trx: Trx): boolean {
  return withDeeds.has(trx);
}

/**
 * Records what an operator did, in the transaction that does it; nothing can change it later (D45). `undefined` stands
 * for anyone who used the command line before there were operators. A deed with the id of another is that deed, and is
 * recorded once.
 */
export async function recordOperatorDeed(
  trx: Trx,
  operator: { id: string } | undefined,
  { action, subject, details = {} }: OperatorDeed,
  id = newId(),
): Promise<void> {
  withDeeds.add(trx);
  trx.defer(
    insertLog(trx, {
      id,
      operatorId: operator?.id ?? null,
      action,
      subject,
      details,
      createdAt: await trx.now,
    }),
  );
}
