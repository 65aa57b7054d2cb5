import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { insertLog } from './repository.ts';

export interface OperatorDeed {
  /** Like `rail.paused`, with the object and the action. */
  action: string;
  subject: string;
  details?: Record<string, unknown>;
}

/** The transactions in which an operator's deed was recorded. */
const withDeeds = new WeakSet<Trx>();

/** Whether this transaction records an operator's action. */
export function recordsDeed(trx: Trx): boolean {
  return withDeeds.has(trx);
}

/**
 * Records an operator's action, in its transaction; nothing can change it later (D45). `undefined` stands for any user
 * of the command line before there were operators. Deeds with the same id are one deed, recorded once.
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
