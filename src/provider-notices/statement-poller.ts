import type { Database } from '../db/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { describeWithoutWords, type Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import {
  type Provider,
  PROVIDER_TIMEOUTS_MS,
  type Providers,
  type Report,
  type StatementLine,
} from '../methods/index.ts';
import { wordsOf } from '../lib/errors/words.ts';
import type { Intake } from './intake.ts';
import { hastenReturned } from './take-in.ts';
import * as repository from './statement-repository.ts';
import type { ClaimedStatement } from './statement-repository.ts';

const PAUSE_MS = 5_000;
const EVERY_MS = 2 * 60_000;
/** Providers book some lines late. */
const OVERLAP_MS = 60 * 60_000;
/** So that an outage of days is caught up in steps. */
const SLICE_MS = 6 * 60 * 60_000;
/** Longer than it takes to read and process a page. */
const LEASE_MS = 2 * 60_000;
/** How often a period is read again for lines that failed. */
const MAX_RETRIES = 4;

interface Slice {
  from: Date;
  to: Date;
  /** Where the next one begins: earlier lines are not read again. */
  nextFrom: Date;
}

/** The provider's statement is being read by another process by now, or this one is stopping. */
class ReadingEnded extends Error {}

/**
 * Reads each provider's statement every two minutes and processes deposits, returns and costs that no notice reported
 * (D27). It begins at the deployment's first start. A line that fails does not delay others, and is retried at least four
 * times.
 */
export function createStatementPoller(options: {
  db: Database;
  providers: Providers;
  intake: Intake;
  logger: Logger;
}): Worker {
  const { db, providers, intake, logger } = options;
  // Sorted, so that two processes that claim them at once cannot deadlock.
  const names = providers.all.map(({ name }) => name).sort();
  let isStopping = false;

  const read = async (claim: ClaimedStatement, provider: Provider): Promise<void> => {
    const slice = sliceOf(claim);
    const isLastTry = claim.retries >= MAX_RETRIES;
    let missed = false;
    let after: string | undefined;
    do {
      const { from, to } = slice;
      const page = await provider.listStatement(
        { from, to, after },
        AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money),
      );
      for (const told of await findNews(claim.provider, page.lines)) {
        const comesAgain = told.line.at >= slice.nextFrom;
        const isTakenIn = await takeInLine(claim, told, isLastTry && !comesAgain);
        missed ||= !isTakenIn && !comesAgain;
      }
      after = page.next;
      if (after !== undefined) await goOn(claim);
    } while (after !== undefined);
    const { retries } = claim;
    await db.transaction((trx) =>
      missed && !isLastTry
        ? repository.postponeReading(trx, claim, { retries: retries + 1, waitMs: EVERY_MS, error: null })
        : repository.advanceStatementTo(trx, claim, slice.to, slice.to < claim.now ? 0 : EVERY_MS),
    );
  };

  const findNews = async (provider: string, lines: readonly StatementLine[]): Promise<Told[]> => {
    const told = lines.flatMap((line) => toldBy(line) ?? []);
    if (told.length === 0) return [];
    const known = await repository.findKnownLines(db.read, {
      provider,
      deposits: told.flatMap(({ report }) =>
        report.type === 'deposit' ? report.deposit.providerReference : [],
      ),
      costs: told.flatMap(({ report }) => (report.type === 'cost' ? report.cost.reference : [])),
      sent: told.flatMap(({ report }) => (report.type === 'return' ? report.returned.providerReference : [])),
    });
    const keys = new Set(known.map(({ kind, reference }) => `${kind} ${reference}`));
    return told.filter(({ report, reference }) => !keys.has(`${report.type} ${reference}`));
  };

  const takeInLine = async (
    claim: ClaimedStatement,
    { line, report }: Told,
    isLastTry: boolean,
  ): Promise<boolean> => {
    if (isStopping) throw new ReadingEnded();
    try {
      await intake({ provider: claim.provider, report });
      return true;
    } catch (error) {
      // When it is the database that failed, this fails too and ends the reading.
      await goOn(claim, report);
      const facts = {
        provider: claim.provider,
        kind: line.kind,
        at: line.at.toISOString(),
        ...describeWithoutWords(error),
      };
      if (isLastTry) {
        logger.error("a line of a provider's statement was given up: `payments reconcile` shows it", facts);
      } else {
        logger.warn("a line of a provider's statement could not be taken in and will be read again", facts);
      }
      return false;
    }
  };

  /** Keeps the claim. Throws ReadingEnded when it was lost, or the process is stopping. */
  const goOn = async (claim: ClaimedStatement, failed?: Report): Promise<void> => {
    const isOurs = await db.transaction(async (trx) => {
      await hastenReturned(trx, claim.provider, failed);
      return repository.extendClaim(trx, claim, LEASE_MS);
    });
    if (!isOurs || isStopping) throw new ReadingEnded();
  };

  const worker = createClaimWorker<ClaimedStatement>({
    name: 'provider-statements',
    maxInFlight: Math.max(names.length, 1),
    pauseMs: PAUSE_MS,
    logger,
    claim: () =>
      db.transaction((trx) => repository.claimStatements(trx, { providers: names, leaseMs: LEASE_MS })),
    describe: ({ provider }) => ({ provider }),
    async work(claim) {
      try {
        await read(claim, providers.get(claim.provider));
      } catch (error) {
        if (!(error instanceof ReadingEnded || error instanceof DatabaseAway)) {
          logger.warn("a provider's statement could not be read", {
            provider: claim.provider,
            ...describeWithoutWords(error),
          });
        }
        const again =
          error instanceof ReadingEnded
            ? { waitMs: 0, error: null }
            : { waitMs: EVERY_MS, error: wordsOf(error) };
        await db.transaction((trx) =>
          repository.postponeReading(trx, claim, { ...again, retries: claim.retries }),
        );
      }
    },
  });

  return {
    runOnce: () => worker.runOnce(),
    start() {
      isStopping = false;
      const loop = worker.start();
      return {
        stop() {
          // A long statement would delay the stop; another process continues from here.
          isStopping = true;
          return loop.stop();
        },
      };
    },
  };
}

function sliceOf({ since, readTo, now }: ClaimedStatement): Slice {
  const overlapping = (end: Date): Date => new Date(Math.max(end.getTime() - OVERLAP_MS, since.getTime()));
  const from = overlapping(readTo);
  const to = new Date(Math.min(from.getTime() + SLICE_MS, now.getTime()));
  return { from, to, nextFrom: overlapping(to) };
}

/** The report in a line, if it can be new to us. */
interface Told {
  line: StatementLine;
  report: Extract<Report, { type: 'deposit' | 'return' | 'cost' }>;
  reference: string;
}

/** Undefined for the service's own transfers, and for a deposit with too little data in the line. */
function toldBy(line: StatementLine): Told | undefined {
  if (line.kind === 'return') {
    const { returned } = line;
    return { line, report: { type: 'return', returned }, reference: returned.returnReference };
  }
  if (line.kind === 'cost') {
    const { reference, asset, amount } = line;
    return {
      line,
      report: { type: 'cost', cost: { reference, asset, amount: amount.negated() } },
      reference,
    };
  }
  if (line.kind !== 'deposit' || !line.deposit) return undefined;
  const { deposit } = line;
  return { line, report: { type: 'deposit', deposit }, reference: deposit.providerReference };
}
