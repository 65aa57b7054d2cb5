import { query, columns, command, named, type Queryable, sql, type Tables, mayChange } from '../db/index.ts';

export interface NewMessage {
  accountId: string;
  id: string;
  recipient: string | null;
  subject: string;
  body: string;
  confidential: boolean;
  attachment: Buffer | null;
  attachmentName: string | null;
  createdAt: Date;
}

export const insertMessage = command.run<NewMessage>('outbox.insert', (p) =>
  sql('outbox_messages').insert({
    ...columns(p, ['id', 'recipient', 'subject', 'body', 'confidential', 'attachment', 'attachmentName']),
    account_id: p.accountId,
    next_attempt_at: p.createdAt,
    created_at: p.createdAt,
  }),
);

/** A message that this worker may send until its lease ends. */
export interface ClaimedMessage extends Pick<
  Tables['outbox_messages'],
  | 'accountId'
  | 'id'
  | 'recipient'
  | 'subject'
  | 'body'
  | 'confidential'
  | 'attachment'
  | 'attachmentName'
  | 'attempts'
> {
  leaseToken: string;
  ageS: number;
}

export const claimMessages = command.all<{ limit: number; leaseMs: number }, ClaimedMessage>(
  'outbox.claim',
  (p) =>
    named(
      `update outbox_messages m
        set lease_token = gen_random_uuid(), lease_expires_at = now() + :leaseMs * interval '1 millisecond'
       from (
         select account_id, id from outbox_messages
          where next_attempt_at <= service_now() and (lease_expires_at is null or lease_expires_at < now())
            and ${mayChange('account_id')}
          order by next_attempt_at limit :limit for update skip locked
       ) due
      where m.account_id = due.account_id and m.id = due.id
     returning m.account_id, m.id, m.recipient, m.subject, m.body, m.confidential, m.attachment, m.attachment_name, m.attempts,
               m.lease_token, extract(epoch from service_now() - m.created_at)::double precision as age_s`,
      p,
    ),
);

interface LeaseKey {
  accountId: string;
  id: string;
  leaseToken: string;
}

/** Does nothing when the lease was lost to another worker. */
export const postponeMessage = command.run<LeaseKey & { pauseMs: number }>('outbox.postpone', (p) =>
  sql('outbox_messages')
    .where({ account_id: p.accountId, id: p.id, lease_token: p.leaseToken })
    .update({
      attempts: sql.raw('attempts + 1'),
      next_attempt_at: named("service_now() + :pauseMs::bigint * interval '1 millisecond'", p),
      lease_token: null,
      lease_expires_at: null,
    }),
);

/** Does nothing when the lease was lost to another worker. */
export const deleteMessage = command.run<LeaseKey>('outbox.delete', (p) =>
  sql('outbox_messages').where({ account_id: p.accountId, id: p.id, lease_token: p.leaseToken }).delete(),
);

/** No exact count is needed above this, and a full count would slow down as messages accumulate. */
const MOST_COUNTED = 10_000;

const countQuery = query.first<Record<string, never>, { count: number }>('outbox.count', () =>
  sql
    .from(sql('outbox_messages').select(sql.raw('1')).limit(MOST_COUNTED).as('some'))
    .select(sql.raw('count(*)::integer as count')),
);

/** The number of messages that wait to be sent, up to 10,000. */
export async function countMessages(on: Queryable): Promise<number> {
  return (await countQuery(on))?.count ?? 0;
}
