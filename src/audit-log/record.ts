import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { insertEntry, insertInAccountsOf } from './repository.ts';

/** The acting party, which is a user in a session or the operator. */
export interface Actor {
  userId: string | null;
  email: string | null;
  sessionId: string | null;
  address: string | null;
  requestId: string | null;
}

/** On the command line, there is no signed-in user. */
export const OPERATOR: Actor = {
  userId: null,
  email: null,
  sessionId: null,
  address: null,
  requestId: null,
};

export interface AuditRecord {
  /** Like `member.invited`, with the object and the action. */
  action: string;
  /** The object of the action, by the name that users know. */
  subject: string;
  /** Nothing secret, because everyone who can open the object can export it. */
  details?: Record<string, string | number | boolean | null>;
}

/** Records a deed in the account's audit log, in the transaction that does it (D29). Nothing can change it later. */
export async function recordAction(
  trx: Trx,
  accountId: string,
  actor: Actor,
  deed: AuditRecord,
): Promise<void> {
  const entry = await toEntry(trx, actor, deed);
  trx.defer(insertEntry(trx, { ...entry, accountId, id: newId() }));
}

/**
 * Like `recordDeed`, for a user's changes to their own access, which are recorded in the log of every account they
 * belong to.
 */
export async function recordOwnAction(
  trx: Trx,
  userId: string,
  actor: Actor,
  deed: AuditRecord,
): Promise<void> {
  trx.defer(insertInAccountsOf(trx, userId, await toEntry(trx, actor, deed)));
}

async function toEntry(trx: Trx, actor: Actor, deed: AuditRecord) {
  return {
    action: deed.action,
    userId: actor.userId,
    userEmail: actor.email,
    sessionId: actor.sessionId,
    address: actor.address,
    requestId: actor.requestId,
    subject: deed.subject,
    details: deed.details ?? {},
    createdAt: await trx.now,
  };
}
