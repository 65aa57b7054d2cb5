import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { insertLog } from './repository.ts';

export interface OperatorDeed {
  /** Like `rail.paused`: the object and what happened to it. */
  action: string;
  subject: string;
  details?: Record<string, unknown>;
}

/**
 * Records what an operator did, in the transaction that does it; nothing can change it later (D45). `undefined` stands
 * for anyone who used the command line before there were operators.
 */
export async function recordOperatorDeed(
  trx: Trx,
  operator: { id: string } | undefined,
  { action, subject, details = {} }: OperatorDeed,
): Promise<void> {
  trx.defer(
    insertLog(trx, {
      id: newId(),
      operatorId: operator?.id ?? null,
      action,
      subject,
      details,
      createdAt: await trx.now,
    }),
  );
}
