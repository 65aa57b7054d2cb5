import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { recordMessage } from '../outbox/index.ts';
import { OWNERS, type Role, TREASURERS } from '../people/index.ts';
import { findOpenChat, insertChatMessage } from './chat-repository.ts';
import { type Kind, maySee, type Minimum, type News, type Occurrence } from './kinds.ts';
import { codesIn, gather, type Message, type Purpose, toMail, toMessage } from './messages.ts';
import { readNews } from './news.ts';
import {
  closeFeed,
  listDueFeeds,
  listPurposes,
  listRecipients,
  lockFeed,
  moveFeed,
  type Recipient,
} from './repository.ts';
import { newId } from '../lib/ids.ts';

const MAX_IN_FLIGHT = 4;
const PAUSE_MS = 2_000;
/** The first news after a quiet minute are told at once, and those of the next minute together. */
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
  const mails = recipients.map((recipient) => ({
    recipient,
    gathered: gather(...wantedBy(recipient, news)),
  }));
  const posts = chat ? gather(news, { kinds: chat.kinds, minimum: minimumOf(chat) }) : [];
  const ids = codesIn([...mails.flatMap(({ gathered }) => gathered), ...posts]);
  const told = { accountUrl, purposes: await purposesOf(trx, accountId, ids) };
  for (const { recipient, gathered } of mails) {
    const language = recipient.language ?? 'en';
    for (const one of gathered)
      await mail(
        trx,
        accountId,
        recipient,
        toMail(language, accountName, toMessage(language, one, told), `${accountUrl}/notifications`),
      );
  }
  for (const one of posts) if (chat) await post(trx, accountId, toMessage(chat.language, one, told));
  const isRead = readUpTo === until;
  await moveFeed(trx, {
    accountId,
    lastSequence: readUpTo,
    pauseMs: isRead && news.length > 0 ? GATHERED_MS : 0,
  });
}

/** The news that a member may see, and is not told by another mail anyway. */
function wantedBy(recipient: Recipient, news: readonly News[]): Parameters<typeof gather> {
  const kinds = recipient.kinds.filter((kind) => maySee(recipient.role, kind as Kind));
  const others = news.filter(({ what }) => !ALWAYS_TOLD[what]?.includes(recipient.role));
  return [others, { kinds, minimum: minimumOf(recipient) }];
}

/** Mails that nobody can switch off tell these roles of it, in the transaction that causes it. */
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

/** It has what a payment is for, so the log never shows it. */
async function mail(
  trx: Trx,
  accountId: string,
  { email: recipient }: Recipient,
  written: { subject: string; body: string },
): Promise<void> {
  await recordMessage(trx, { accountId, recipient, ...written, confidential: true });
}

async function post(trx: Trx, accountId: string, { headline, details, url }: Message): Promise<void> {
  trx.leave('chat_messages');
  const text = [headline, ...details].join('\n');
  await insertChatMessage(trx, { accountId, id: newId(), text, url, createdAt: await trx.now });
}
