import { findAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { deleteNext, findNext, insertNext } from './repository.ts';
import { dueAfter, monthOf } from './schedule.ts';

export interface Subscriber {
  accountId: string;
  userId: string;
}

/** Whether a user receives the account's statements by e-mail. */
export async function getsStatements(on: Queryable, subscriber: Subscriber): Promise<boolean> {
  return (await findNext(on, subscriber)) !== undefined;
}

/** Subscribes a user to the statements, beginning with the current month. */
export async function sendStatements(trx: Trx, subscriber: Subscriber, actor: Actor): Promise<void> {
  const account = await findAccount(trx, { id: subscriber.accountId });
  if (!account) throw new DomainError('account_not_found');
  const { timeZone } = account;
  const month = monthOf(timeZone, await trx.now);
  const isNew = (await insertNext(trx, { ...subscriber, month, dueAt: dueAfter(timeZone, month) })) === 1;
  if (isNew) await record(trx, subscriber, actor, 'statement_mail.switched_on');
}

export async function stopStatements(trx: Trx, subscriber: Subscriber, actor: Actor): Promise<void> {
  if ((await deleteNext(trx, subscriber)) > 0)
    await record(trx, subscriber, actor, 'statement_mail.switched_off');
}

function record(trx: Trx, { accountId }: Subscriber, actor: Actor, action: string): Promise<void> {
  return recordAction(trx, accountId, actor, { action, subject: actor.email ?? '' });
}
