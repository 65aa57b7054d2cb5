import { type Database, createBatchWorker, createGroupCommit } from '../db/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { deterministicHex } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Offer } from './offer.ts';
import { claimDueMethods, linkMethods, postponeQuote, type DueMethod } from './quote-repository.ts';
import type { MethodOfLink, QuoteService } from './quotes.ts';
import { expireLinks, lockedLinks } from './repository.ts';
import { mergeLinkCounts } from './link-repository.ts';

const MAX_IN_FLIGHT = 32;
const PAUSE_MS = 250;
/** Longer than the wait for the provider, so that a claim lapses only when its worker has died. */
const LEASE_MS = 10_000;
const MAX_WAIT_MS = 60_000;

/**
 * Requests the parts that the provider did not return in time, until it does or the link can no longer be paid (D4).
 */
export function createQuoteWorker(options: { db: Database; quotes: QuoteService; logger: Logger }): Worker {
  const { db, quotes, logger } = options;

  const record = createGroupCommit<AnsweredOffer>({
    db,
    async record(trx, asked) {
      const methods = asked.map(({ due }) => due);
      await Promise.all([
        lockedLinks.ahead(
          trx,
          methods.map(({ accountId, linkCode: code }) => ({ accountId, code })),
        ),
        linkMethods.ahead(trx, methods),
      ]);
      for (const { due, offer } of asked) {
        try {
          const { quoteStatus } = await quotes.apply(trx, methodOf(due), offer);
          if (quoteStatus === 'calculating') postponeQuote(trx, due, waitMs(due));
        } catch (error) {
          requireGone(error);
        }
      }
    },
  });

  return createClaimWorker({
    name: 'quotes',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimDueMethods(trx, limit, LEASE_MS)),
    describe: ({ linkCode, method }) => ({ link_code: linkCode, method }),
    async work(due) {
      try {
        const needed = await quotes.prepare(methodOf(due));
        await record({ due, offer: needed && (await quotes.ask(needed, keyOf(due))) });
      } catch (error) {
        requireGone(error);
      }
    },
  });
}

/** The provider's response for a method. */
interface AnsweredOffer {
  due: DueMethod;
  offer: Offer | undefined;
}

function methodOf({ accountId, linkCode: code, method }: DueMethod): MethodOfLink {
  return { accountId, code, method };
}

/** The link was paid, cancelled or expired meanwhile, so there is nothing left to fill in. Throws any other error. */
function requireGone(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

/** A new key for each attempt, because quotes are short-lived and a repeated key would return the old one. */
function keyOf(due: DueMethod): string {
  return deterministicHex(due.accountId, due.linkCode, due.method, String(due.quoteAttempts));
}

function waitMs({ quoteAttempts }: DueMethod): number {
  return Math.min(2 ** Math.min(quoteAttempts, 10) * 1_000, MAX_WAIT_MS);
}

const TIMES = { pauseMs: 1_000, batchSize: 500 };

/** Marks links past their expiry as expired (D6). Nothing depends on it, because reads already show them as expired. */
export function createExpiryWorker(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-expiry', jobs: [expireLinks] });
}

/** Merges the rows that count links, so that the counts stay fast to read. */
export function createCountMerger(options: { db: Database; logger: Logger }): Worker {
  return createBatchWorker({ ...options, ...TIMES, name: 'link-counts', jobs: [mergeLinkCounts] });
}
