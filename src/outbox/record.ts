import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { insertMessage } from './repository.ts';

/**
 * To an account's users, or to a payer who requested a receipt, in plain text. Its only secrets are one-time links,
 * because mail can be read in transit.
 */
export interface Message {
  accountId: string;
  /** Null if there is no recipient, so that the message is only logged. */
  recipient: string | null;
  subject: string;
  body: string;
  /** Contains a one-time link or the details of a payment, so the log never shows the body. */
  confidential?: boolean;
  /** A file of at most `MAX_ATTACHMENT_BYTES`. */
  attachment?: { name: string; bytes: Buffer };
}

/** As large as all mail servers accept. */
export const MAX_ATTACHMENT_BYTES = 3_000_000;

/** Records a message in the transaction that causes it, so that it is sent if, and only if, that commits. */
export async function recordMessage(trx: Trx, { attachment, ...message }: Message): Promise<void> {
  trx.leave('messages');
  trx.defer(
    insertMessage(trx, {
      ...message,
      confidential: message.confidential ?? false,
      attachment: attachment?.bytes ?? null,
      attachmentName: attachment?.name ?? null,
      id: newId(),
      createdAt: await trx.now,
    }),
  );
}
