import { randomUUID } from 'node:crypto';
import { columns, command, mayChange, named, query, sql, type Tables, type Trx } from '../db/index.ts';
import type { UserLanguage } from '../people/index.ts';

type ChatTable = Tables['chat_webhooks'];
export type ChatService = ChatTable['service'];
export type Chat = Pick<
  ChatTable,
  | 'accountId'
  | 'service'
  | 'sealedUrl'
  | 'shownUrl'
  | 'language'
  | 'kinds'
  | 'minimum'
  | 'minimumCurrency'
  | 'pausedAt'
  | 'createdAt'
>;

const COLUMNS = [
  'accountId',
  'service',
  'sealedUrl',
  'shownUrl',
  'language',
  'kinds',
  'minimum',
  'minimumCurrency',
  'pausedAt',
  'createdAt',
] as const;

interface Key {
  accountId: string;
}

export const findChat = query.first<Key, Chat>('chat_webhooks.find', (p) =>
  sql('chat_webhooks').where({ account_id: p.accountId }).select(COLUMNS),
);

/** A chat as people see it, without its URL. */
export type ShownChat = Omit<Chat, 'sealedUrl'>;

export const findShownChat = query.first<Key, ShownChat>('chat_webhooks.find_shown', (p) =>
  sql('chat_webhooks')
    .where({ account_id: p.accountId })
    .select(COLUMNS.filter((column) => column !== 'sealedUrl')),
);

export const lockChat = command.first<Key, Chat>('chat_webhooks.lock', (p) =>
  sql('chat_webhooks').where({ account_id: p.accountId }).select(COLUMNS).forUpdate(),
);

export type OpenChat = Pick<Chat, 'kinds' | 'minimum' | 'minimumCurrency'> & { language: UserLanguage };

/** The chat that gets notifications; undefined for one that is paused. */
export const findOpenChat = query.first<Key, OpenChat>('chat_webhooks.find_open', (p) =>
  sql('chat_webhooks')
    .where({ account_id: p.accountId })
    .whereNull('paused_at')
    .select('kinds', 'minimum', 'minimum_currency', 'language'),
);

/** In place of the account's former one. */
export const writeChat = command.run<Chat>('chat_webhooks.write', (p) =>
  sql('chat_webhooks').insert(columns(p, COLUMNS)).onConflict('account_id').merge(),
);

export const setPaused = command.run<Key & { pausedAt: Date | null }>('chat_webhooks.set_paused', (p) =>
  sql('chat_webhooks').where({ account_id: p.accountId }).update({ paused_at: p.pausedAt }),
);

/** With the messages that wait. */
export const deleteChat = command.run<Key>('chat_webhooks.delete', (p) =>
  sql('chat_webhooks').where({ account_id: p.accountId }).delete(),
);

type NewChatMessage = Pick<Tables['chat_messages'], 'accountId' | 'id' | 'text' | 'url' | 'createdAt'>;

export const insertChatMessage = command.run<NewChatMessage>('chat_messages.insert', (p) =>
  sql('chat_messages').insert({
    ...columns(p, ['accountId', 'id', 'text', 'url', 'createdAt']),
    next_attempt_at: p.createdAt,
  }),
);

/** A message that this worker may post until its lease ends. */
export interface ClaimedChatMessage
  extends
    Pick<Tables['chat_messages'], 'accountId' | 'id' | 'text' | 'url' | 'attempts'>,
    Pick<Chat, 'service' | 'sealedUrl'> {
  language: UserLanguage;
  leaseToken: string;
}

const claim = command.all<
  { limit: number; leaseMs: number; token: string },
  Omit<ClaimedChatMessage, 'leaseToken'>
>('chat_messages.claim', (p) =>
  named(
    `update chat_messages m
        set lease_token = :token::uuid, lease_expires_at = now() + :leaseMs * interval '1 millisecond'
       from (
         select c.account_id, c.id from chat_messages c
          where c.next_attempt_at <= service_now() and (c.lease_expires_at is null or c.lease_expires_at < now())
            and not exists (
              select from chat_messages e
               where e.account_id = c.account_id and e.next_attempt_at <= service_now()
                 and (e.next_attempt_at, e.id) < (c.next_attempt_at, c.id))
            and ${mayChange('c.account_id')}
          order by c.next_attempt_at limit :limit for update skip locked
       ) due
       join chat_webhooks w on w.account_id = due.account_id
      where m.account_id = due.account_id and m.id = due.id
     returning m.account_id, m.id, m.text, m.url, m.attempts, w.service, w.sealed_url, w.language`,
    p,
  ),
);

/** One of each account at a time, so that a chat that does not answer takes one place only. */
export async function claimChatMessages(
  trx: Trx,
  limits: { limit: number; leaseMs: number },
): Promise<ClaimedChatMessage[]> {
  const token = randomUUID();
  const claimed = await claim(trx, { ...limits, token });
  return claimed.map((message) => ({ leaseToken: token, ...message }));
}

interface LeaseKey extends Key {
  id: string;
  leaseToken: string;
}

/** Does nothing when the lease was lost to another worker. */
export const deleteChatMessage = command.run<LeaseKey>('chat_messages.delete', (p) =>
  sql('chat_messages').where({ account_id: p.accountId, id: p.id, lease_token: p.leaseToken }).delete(),
);

/** Does nothing when the lease was lost to another worker. */
export const postponeChatMessage = command.run<LeaseKey & { pauseMs: number }>(
  'chat_messages.postpone',
  (p) =>
    sql('chat_messages')
      .where({ account_id: p.accountId, id: p.id, lease_token: p.leaseToken })
      .update({
        attempts: sql.raw('attempts + 1'),
        next_attempt_at: named("service_now() + :pauseMs::bigint * interval '1 millisecond'", p),
        lease_token: null,
        lease_expires_at: null,
      }),
);

export const deleteChatMessages = command.run<Key>('chat_messages.delete_all', (p) =>
  sql('chat_messages').where({ account_id: p.accountId }).delete(),
);
