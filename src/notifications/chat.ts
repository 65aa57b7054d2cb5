import { findAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import {
  type AddressGuard,
  checkDestinationUrl,
  DestinationNotAllowed,
} from '../lib/outgoing/address-guard.ts';
import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { recordMessage } from '../outbox/index.ts';
import { listMembers, type UserLanguage } from '../people/index.ts';
import { BODIES, type Post } from './chat-format.ts';
import {
  type Chat,
  type ChatService,
  deleteChat,
  findChat,
  lockChat,
  setPaused,
  writeChat,
} from './chat-repository.ts';
import { nameIn } from './messages.ts';
import { type Choices, requireChoices } from './preferences.ts';
import { openFeed } from './repository.ts';
import { TEXTS } from './texts.ts';

export const CHAT_SERVICES = [
  'slack',
  'teams',
  'google_chat',
  'discord',
] as const satisfies readonly ChatService[];

/** For the whole attempt. */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Of a URL's end: enough to recognize it, too little to use it. */
const SHOWN_CHARACTERS = 4;
/** A shorter path would be told for the most part. */
const LEAST_HIDDEN_LENGTH = 20;

/** How a chat is set up. */
export interface ChatSettings extends Choices {
  service: string;
  /** Null keeps the present one. */
  url: string | null;
  language: UserLanguage;
}

/** The outcome of a post: the status of the response, if one came, and why it failed. */
export interface PostOutcome {
  delivered: boolean;
  httpStatus: number | null;
  error: string | null;
}

/** The chat in which an account's news are posted. */
export interface Chats {
  /**
   * Sets up the chat, in place of the former one, and resumes it; the owners are told of another URL. Throws
   * `invalid_request` naming `service`, `url`, `kinds` or `language`.
   */
  save(trx: Trx, accountId: string, actor: Actor, settings: ChatSettings): Promise<void>;
  /** Posts one test message, also while the chat is paused. Undefined if there is no chat. */
  test(on: Queryable, accountId: string): Promise<PostOutcome | undefined>;
}

export function createChats(options: {
  keyring: Keyring;
  guard: AddressGuard;
  client: Pick<GuardedClient, 'post'>;
  /** The panel's URL, with `/panel`. */
  panelUrl: () => string;
}): Chats {
  const { keyring, guard, client, panelUrl } = options;
  const urlOf = (accountId: string): string => `${panelUrl()}/accounts/${accountId}/notifications/chat`;
  return {
    async save(trx, accountId, actor, settings) {
      const { service, language } = settings;
      if (!isChatService(service)) throw invalidParam('service', 'service is not known.');
      const columns = requireChoices(settings);
      const before = await lockChat(trx, { accountId });
      const destination = settings.url === null ? before : seal(settings.url, { accountId, guard, keyring });
      if (!destination) throw invalidParam('url', 'url is missing.');
      const { sealedUrl, shownUrl } = destination;
      await openFeed(trx, { accountId });
      const now = await trx.now;
      const createdAt = before?.createdAt ?? now;
      await writeChat(trx, {
        accountId,
        service,
        language,
        ...columns,
        sealedUrl,
        shownUrl,
        pausedAt: null,
        createdAt,
      });
      await recordAction(trx, accountId, actor, {
        action: before ? 'chat.changed' : 'chat.added',
        subject: shownUrl,
        details: { types: columns.kinds.join(', ') },
      });
      if (settings.url !== null)
        await tellOwners(trx, accountId, urlOf(accountId), (texts, account) =>
          texts.chat.changed(account, actor.email ?? 'operator'),
        );
    },
    async test(on, accountId) {
      const chat = await findChat(on, { accountId });
      if (!chat) return undefined;
      const { chatTest: text, seeInPanel: see } = TEXTS[chat.language];
      return postToChat(client, keyring, { ...chat, text, see, url: urlOf(accountId) });
    },
  };
}

/** Removes the chat, with what waits to be posted. False if there is none. */
export async function removeChat(trx: Trx, accountId: string, actor: Actor): Promise<boolean> {
  const chat = await lockChat(trx, { accountId });
  if (!chat) return false;
  await deleteChat(trx, { accountId });
  await recordAction(trx, accountId, actor, { action: 'chat.removed', subject: chat.shownUrl });
  return true;
}

/** Posts again what happens from now on. Does nothing unless the chat is paused. */
export async function resumeChat(trx: Trx, accountId: string, actor: Actor): Promise<void> {
  const chat = await lockChat(trx, { accountId });
  if (!chat || chat.pausedAt === null) return;
  await openFeed(trx, { accountId });
  await setPaused(trx, { accountId, pausedAt: null });
  await recordAction(trx, accountId, actor, { action: 'chat.resumed', subject: chat.shownUrl });
}

function isChatService(text: string): text is ChatService {
  return CHAT_SERVICES.some((service) => service === text);
}

/** The URL as it is stored and shown. Throws `invalid_request` for one that may not be called. */
function seal(
  url: string,
  { accountId, guard, keyring }: { accountId: string; guard: AddressGuard; keyring: Keyring },
): Pick<Chat, 'sealedUrl' | 'shownUrl'> {
  try {
    const { host, pathname, search } = checkDestinationUrl(url, guard);
    const secret = pathname + search;
    const end = secret.length < LEAST_HIDDEN_LENGTH ? '' : secret.slice(-SHOWN_CHARACTERS);
    return { sealedUrl: keyring.seal(url, contextOf(accountId)), shownUrl: `${host}/…${end}` };
  } catch (error) {
    if (error instanceof DestinationNotAllowed) throw invalidParam('url', error.message);
    throw error;
  }
}

/** Binds a sealed URL to its account. */
function contextOf(accountId: string): string {
  return `chat_webhook:${accountId}`;
}

/** Posts a message by the rules for addresses that customers choose. Any 2xx is a success. */
export async function postToChat(
  client: Pick<GuardedClient, 'post'>,
  keyring: Keyring,
  { accountId, service, sealedUrl, ...post }: Pick<Chat, 'accountId' | 'service' | 'sealedUrl'> & Post,
): Promise<PostOutcome> {
  const { httpStatus, error } = await client.post({
    accountId,
    url: keyring.open(sealedUrl, contextOf(accountId)),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(BODIES[service](post)),
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return { delivered, httpStatus, error };
}

/** Writes to those of the account's owners who can sign in, each in their language. */
export async function tellOwners(
  trx: Trx,
  accountId: string,
  chatUrl: string,
  write: (texts: (typeof TEXTS)[UserLanguage], account: string) => { subject: string; body: string },
): Promise<void> {
  const account = await findAccount(trx, { id: accountId });
  if (!account) throw new DomainError('account_not_found');
  for (const { email: recipient, role, language, acceptedAt, disabledAt } of await listMembers(trx, {
    accountId,
  })) {
    if (role !== 'owner' || acceptedAt === null || disabledAt !== null) continue;
    const texts = TEXTS[language ?? 'en'];
    const { subject, body } = write(texts, nameIn(account.name));
    await recordMessage(trx, {
      accountId,
      recipient,
      subject,
      body: `${body}\n\n${texts.chat.see}\n${chatUrl}\n`,
    });
  }
}
