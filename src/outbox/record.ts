import type { Trx } from '../db/connect.ts';
import { newId } from '../lib/ids.ts';
import { insertMessage } from './repository.ts';

/** To an account's people, in plain text. Nothing secret may stand in it: mail is read on its way. */
export interface Message {
  accountId: string;
  /** Null: there is nobody to write to, so that only the log tells. */
  recipient: string | null;
  subject: string;
  body: string;
}

/** Records a message in the transaction that gives the reason for it: it is sent if, and only if, that commits. */
export async function recordMessage(trx: Trx, message: Message): Promise<void> {
  trx.defer(insertMessage(trx, { ...message, id: newId(), createdAt: await trx.now }));
}
