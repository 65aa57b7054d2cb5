import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import { postToChat, tellOwners } from './chat.ts';
import {
  type ClaimedChatMessage,
  claimChatMessages,
  deleteChatMessage,
  deleteChatMessages,
  lockChat,
  postponeChatMessage,
  setPaused,
} from './chat-repository.ts';
import { TEXTS } from './texts.ts';

/** Many, because a chat that does not answer takes a place for ten seconds, and one account takes one place. */
const MAX_IN_FLIGHT = 64;
/** Longer than any attempt takes. */
const LEASE_MS = 30_000;
/** Pauses before attempts 2 to 5. */
const RETRY_GAPS_MS = [30, 120, 600, 3_600].map((seconds) => seconds * 1000);

/**
 * Posts to the accounts' chats, at least once each and in no certain order. A chat that refuses a message for an hour is
 * paused: what waits is dropped, and the owners are told.
 */
export function createChatPoster(options: {
  db: Database;
  client: Pick<GuardedClient, 'post'>;
  keyring: Keyring;
  /** The panel's URL, with `/panel`. */
  panelUrl: string;
  logger: Logger;
}): Worker {
  const { db, client, keyring, panelUrl, logger } = options;
  return createClaimWorker({
    name: 'chat messages',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: WOKEN_PAUSE_MS,
    logger,
    wokenBy: (wake) => db.onWork('chat_messages', wake),
    claim: (limit) => db.inOneTrip((trx) => claimChatMessages(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ accountId, id }) => ({ account_id: accountId, message_id: id }),
    async work(message) {
      const { accountId, id, leaseToken, attempts } = message;
      const { delivered, httpStatus, error } = await postToChat(client, keyring, {
        ...message,
        see: TEXTS[message.language].seeInPanel,
      });
      const key = { accountId, id, leaseToken };
      const pauseMs = RETRY_GAPS_MS[attempts];
      if (!delivered)
        logger.warn('chat message not delivered', {
          ...{ account_id: accountId, message_id: id, attempts: attempts + 1, status: httpStatus, error },
        });
      await db.transaction(async (trx) => {
        if (delivered) await deleteChatMessage(trx, key);
        else if (pauseMs !== undefined) await postponeChatMessage(trx, { ...key, pauseMs });
        else await pause(trx, message, `${panelUrl}/accounts/${accountId}/notifications/chat`);
      });
    },
  });
}

/** Does nothing if the message is no longer this worker's, such as after another has paused the chat. */
async function pause(
  trx: Trx,
  { accountId, id, leaseToken }: ClaimedChatMessage,
  chatUrl: string,
): Promise<void> {
  const chat = await lockChat(trx, { accountId });
  if (!chat || (await deleteChatMessage(trx, { accountId, id, leaseToken })) === 0) return;
  await deleteChatMessages(trx, { accountId });
  if (chat.pausedAt !== null) return;
  await setPaused(trx, { accountId, pausedAt: await trx.now });
  await tellOwners(trx, accountId, chatUrl, (texts, account) => texts.chat.paused(account, chat.shownUrl));
}
