import type { Database } from '../db/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { MailNotSent, type Mailer } from './mailer.ts';
import * as repository from './repository.ts';

const MAX_IN_FLIGHT = 4;
/** Longer than a mail server takes if each step just meets its timeout. */
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
const GIVE_UP_AFTER_S = 24 * 3600;

/**
 * Sends the messages of the outbox, at least once each. A message that the mail server does not accept is retried, with
 * increasing delays, for a day. Without a mail server or a recipient, the message is only logged.
 */
export function createOutboxWorker(options: {
  db: Database;
  mailer: Mailer | undefined;
  metrics: Metrics;
  logger: Logger;
}): Worker {
  const { db, mailer, metrics, logger } = options;
  metrics.watch('payments_outbox_messages', 'Messages to accounts that are still to be sent.', () =>
    repository.countMessages(db.read),
  );
  return createClaimWorker({
    name: 'outbox',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: WOKEN_PAUSE_MS,
    logger,
    wokenBy: (wake) => db.onWork('messages', wake),
    claim: (limit) => db.inOneTrip((trx) => repository.claimMessages(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ message_id: id }),
    async work(message) {
      const key = { accountId: message.accountId, id: message.id, leaseToken: message.leaseToken };
      const pauseMs = await send(message, mailer, logger);
      await db.transaction<unknown>((trx) =>
        pauseMs === undefined
          ? repository.deleteMessage(trx, key)
          : repository.postponeMessage(trx, { ...key, pauseMs }),
      );
    },
  });
}

/** The pause before the next attempt; undefined when there is none. */
async function send(
  message: repository.ClaimedMessage,
  mailer: Mailer | undefined,
  logger: Logger,
): Promise<number | undefined> {
  const {
    accountId,
    id,
    recipient,
    subject,
    body,
    attempts,
    unsubscribeUrl,
    attachment: bytes,
    attachmentName: name,
  } = message;
  const told = message.confidential ? { subject } : { subject, body };
  if (!mailer || recipient === null) {
    logger.warn('e-mail not sent: no mail server or no recipient', { account_id: accountId, ...told });
    return undefined;
  }
  try {
    const file = bytes !== null && name !== null ? { attachment: { name, bytes } } : {};
    await mailer.send({ id, to: recipient, subject, text: body, unsubscribeUrl, ...file });
    return undefined;
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    const facts = { account_id: accountId, id, subject, error: error.message, attempts: attempts + 1 };
    if (message.ageS >= GIVE_UP_AFTER_S) {
      logger.error('e-mail given up after a day', { ...facts, ...told });
      return undefined;
    }
    logger.warn('e-mail failed and will be retried', facts);
    return Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS);
  }
}
