import { query, command, named, type Queryable, sql } from '../../db/index.ts';

interface ReceiptMail {
  accountId: string;
  linkCode: string;
  addressHmac: Buffer;
}

interface SentBefore {
  /** The number of addresses that received this receipt. */
  ofLink: number;
  /** Whether this address is one of them. */
  isRepeated: boolean;
  /** The number of receipts of the account that were sent within a day, up to `most`. */
  ofDay: number;
}

const sentBefore = query.first<ReceiptMail & { most: number }, SentBefore>('receipt_mails.sent_before', (p) =>
  named(
    `select (select count(*)::integer from receipt_mails
                where account_id = :accountId and link_code = :linkCode) as of_link,
              exists (select from receipt_mails
                       where account_id = :accountId and link_code = :linkCode
                         and address_hmac = :addressHmac) as is_repeated,
              (select count(*)::integer from (
                 select from receipt_mails
                  where account_id = :accountId and created_at > service_now() - interval '1 day'
                  limit :most) of_day) as of_day`,
    p,
  ),
);

export async function countSentBefore(on: Queryable, mail: ReceiptMail, most: number): Promise<SentBefore> {
  const row = await sentBefore(on, { ...mail, most });
  if (!row) throw new Error('a select without a row');
  return row;
}

export const insertReceiptMail = command.run<ReceiptMail & { createdAt: Date }>('receipt_mails.insert', (p) =>
  sql('receipt_mails').insert({
    account_id: p.accountId,
    link_code: p.linkCode,
    address_hmac: p.addressHmac,
    created_at: p.createdAt,
  }),
);
