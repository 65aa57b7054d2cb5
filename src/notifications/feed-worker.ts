import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { recordMessage } from '../outbox/index.ts';
import { OWNERS, type Role, TREASURERS, type UserLanguage } from '../people/index.ts';
import { findOpenChat, insertChatMessage, type OpenChat } from './chat-repository.ts';
import { maySee, type Minimum, type News, type Occurrence, OCCURRENCES } from './kinds.ts';
import { codesIn, gather, type Message, type Purpose, toMail, toMessage } from './messages.ts';
import { readNews } from './news.ts';
import {
  closeFeed,
  listDueFeeds,
  listFamilies,
  listPurposes,
  listRecipients,
  lockFeed,
  moveFeed,
  type Recipient,
} from './repository.ts';
import { newId } from '../lib/ids.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 2_000;
/** The first news after a quiet minute goes out at once; later news within that minute goes out together. */
const GATHERED_MS = 60_000;

/**
 * Tells members and chats what happened in their accounts. It reads the accounts' events instead of being told by the
 * transactions that record them, so a payment costs the same whether or not someone hears of it (D82). An account's feed
 * moves on in the transaction that writes its messages, so each is written exactly once, however many workers there are.
 */
export function createNotifier(options: {
  db: Database;
  /** The panel's URL, with `/panel`. */
  panelUrl: string;
  logger: Logger;
}): Worker {
  const { db, panelUrl, logger } = options;
  return createClaimWorker({
    name: 'notifications',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => listDueFeeds(db.read, { limit }),
    describe: ({ accountId }) => ({ account_id: accountId }),
    work: ({ accountId }) =>
      db.transaction((trx) => tellAccount(trx, accountId, `${panelUrl}/accounts/${accountId}`)),
  });
}

async function tellAccount(trx: Trx, accountId: string, accountUrl: string): Promise<void> {
  const feed = await lockFeed(trx, { accountId });
  if (!feed) return;
  const [recipients, chat] = await Promise.all([
    listRecipients(trx, { accountId }),
    findOpenChat(trx, { accountId }),
  ]);
  if (recipients.length === 0 && !chat) {
    await closeFeed(trx, { accountId });
    return;
  }
  const { lastSequence: after, until, accountName } = feed;
  const { news, readUpTo } = await readNews(trx, accountId, { after, until });
  const families = new Map((await listFamilies(trx)).map(({ asset, family }) => [asset, family]));
  const readers = [
    ...recipients.map((recipient) => memberReader(accountUrl, accountName, recipient)),
    ...(chat ? [chatReader(chat)] : []),
  ].map((reader) => ({ ...reader, gathered: gather(news.filter(reader.mayHear), reader, families) }));
  const codes = codesIn(readers.flatMap(({ gathered }) => gathered));
  const told = { accountUrl, purposes: await purposesOf(trx, accountId, codes) };
  for (const { gathered, language, write } of readers)
    for (const one of gathered) await write(trx, accountId, toMessage(language, one, told));
  const isRead = readUpTo === until;
  await moveFeed(trx, {
    accountId,
    lastSequence: readUpTo,
    pauseMs: isRead && news.length > 0 ? GATHERED_MS : 0,
  });
}

/** A member or a chat, which gets the news that it wants and may see. */
interface Reader {
  kinds: readonly string[];
  minimum: Minimum | null;
  language: UserLanguage;
  mayHear: (one: News) => boolean;
  write: (trx: Trx, accountId: string, message: Message) => Promise<void>;
}

function memberReader(accountUrl: string, accountName: string, recipient: Recipient): Reader {
  const { kinds, role, email } = recipient;
  const language = recipient.language ?? 'en';
  return {
    ...{ kinds, language, minimum: minimumOf(recipient) },
    mayHear: ({ what }) => maySee(role, OCCURRENCES[what]) && !ALWAYS_TOLD[what]?.includes(role),
    async write(trx, accountId, message) {
      const mail = toMail(language, accountName, message, `${accountUrl}/notifications`);
      // It names the purpose of a payment, so the log never shows it.
      await recordMessage(trx, { accountId, recipient: email, ...mail, confidential: true });
    },
  };
}

function chatReader(chat: OpenChat): Reader {
  const { kinds, language } = chat;
  return {
    ...{ kinds, language, minimum: minimumOf(chat), mayHear: () => true },
    async write(trx, accountId, { headline, details, url }) {
      trx.leave('chat_messages');
      const text = [headline, ...details].join('\n');
      await insertChatMessage(trx, { accountId, id: newId(), text, url, createdAt: await trx.now });
    },
  };
}

/** Mails that no one can switch off tell these roles of it, in the transaction that causes it. */
const ALWAYS_TOLD: Readonly<Partial<Record<Occurrence, readonly Role[]>>> = {
  withdrawal_waiting: TREASURERS,
  refund_waiting: TREASURERS,
  taken_back: OWNERS,
};

function minimumOf({
  minimum,
  minimumCurrency,
}: Pick<Recipient, 'minimum' | 'minimumCurrency'>): Minimum | null {
  return minimum === null || minimumCurrency === null ? null : { amount: minimum, currency: minimumCurrency };
}

async function purposesOf(
  trx: Trx,
  accountId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Purpose>> {
  if (codes.length === 0) return new Map();
  const rows = await listPurposes(trx, { accountId, ids: [...new Set(codes)] });
  return new Map(rows.map(({ code, ...purpose }) => [code, purpose]));
}
