import type { Database, Queryable } from '../db/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { describeWithoutWords, type Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { money, type Money } from '../lib/money.ts';
import { PROVIDER_TIMEOUTS_MS, type Providers, type Report, type StatementLine } from '../methods/index.ts';
import { wordsOf } from '../lib/errors/words.ts';
import type { Intake } from './intake.ts';
import { hastenReturned } from './take-in.ts';
import { isGivenUp, progressAfter, readingsOf, type Reading } from './statement-periods.ts';
import * as repository from './statement-repository.ts';
import type { ClaimedStatement, KnownLine, StatementProgress } from './statement-repository.ts';

const PAUSE_MS = 5_000;
const EVERY_MS = 2 * 60_000;
/** Longer than it takes to read and process a page. */
const LEASE_MS = 2 * 60_000;

/** Another process is reading the provider's statement by now, or this one is stopping. */
class ReadingEnded extends Error {}

interface Parts {
  db: Database;
  providers: Providers;
  intake: Intake;
  logger: Logger;
  state: { isStopping: boolean };
}

/**
 * Reads each provider's statement every two minutes and processes deposits, returns and costs that no notice reported
 * (D27). It begins at the deployment's first start, and continues from its last position; lines that the provider adds
 * late are found by a second reading (`readingsOf`). A line that fails does not delay others, and is read again for an
 * hour, and then with its period four times.
 */
export function createStatementPoller(options: Omit<Parts, 'state'>): Worker {
  const { db, providers, logger } = options;
  const parts: Parts = { ...options, state: { isStopping: false } };
  // Sorted, so that two processes that claim them concurrently cannot deadlock.
  const names = providers.all.map(({ name }) => name).sort();
  const worker = createClaimWorker<ClaimedStatement>({
    name: 'provider-statements',
    maxInFlight: Math.max(names.length, 1),
    pauseMs: PAUSE_MS,
    logger,
    claim: () =>
      db.inOneTrip((trx) => repository.claimStatements(trx, { providers: names, leaseMs: LEASE_MS })),
    describe: ({ provider }) => ({ provider }),
    work: (claim) => readOn(parts, claim),
  });
  return {
    runOnce: () => worker.runOnce(),
    start() {
      parts.state.isStopping = false;
      const loop = worker.start();
      return {
        stop() {
          // A long statement would delay the stop; another process continues from here.
          parts.state.isStopping = true;
          return loop.stop();
        },
      };
    },
  };
}

/** Reads a provider's statement on from where it was, and records how far it got. */
async function readOn(parts: Parts, claim: ClaimedStatement): Promise<void> {
  let progress: StatementProgress = claim;
  const record = (waitMs: number, error: string | null = null): Promise<boolean> =>
    parts.db.transaction((trx) => repository.recordProgress(trx, claim, progress, { waitMs, error }));
  try {
    for (const reading of readingsOf(claim)) {
      progress = progressAfter(progress, reading, await readPeriod(parts, claim, reading));
      // Before the next one, which may fail or be interrupted.
      if (!(await record(LEASE_MS))) return;
    }
    const isBehind = progress.readTo < claim.now && progress.retries === 0;
    await record(isBehind ? 0 : EVERY_MS);
  } catch (error) {
    if (error instanceof ReadingEnded) {
      await record(0);
      return;
    }
    if (!(error instanceof DatabaseAway)) {
      parts.logger.warn('provider statement could not be read', {
        provider: claim.provider,
        ...describeWithoutWords(error),
      });
    }
    await record(EVERY_MS, wordsOf(error));
  }
}

/** Returns the times of the lines that failed. */
async function readPeriod(parts: Parts, claim: ClaimedStatement, reading: Reading): Promise<Date[]> {
  const provider = parts.providers.get(claim.provider);
  const { from, to } = reading;
  const failed: Date[] = [];
  let after: string | undefined;
  do {
    const page = await provider.listStatement(
      { from, to, after },
      AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money),
    );
    // All in parallel, so that they share transactions.
    const news = await findNews(parts.db.read, claim.provider, page.lines);
    const taken = await Promise.all(
      news.map((reported) => takeInLine(parts, claim, reported, isGivenUp(claim, reading, reported.line.at))),
    );
    failed.push(...news.filter((_, index) => !taken[index]).map(({ line }) => line.at));
    after = page.next;
    if (after !== undefined) await goOn(parts, claim);
  } while (after !== undefined);
  return failed;
}

async function findNews(
  read: Queryable,
  provider: string,
  lines: readonly StatementLine[],
): Promise<ReportedLine[]> {
  const reported = lines.flatMap((line) => reportedBy(line) ?? []);
  if (reported.length === 0) return [];
  const referencesOf = (type: KnownLine['kind']): string[] =>
    reported.flatMap(({ report, reference }) => (report.type === type ? reference : []));
  const known = await repository.findKnownLines(read, {
    provider,
    deposits: referencesOf('deposit'),
    costs: referencesOf('cost'),
    own: referencesOf('other'),
    takenBack: referencesOf('taken_back'),
    sent: reported.flatMap(({ report }) =>
      report.type === 'return' ? report.returned.providerReference : [],
    ),
  });
  // A line with another amount than before is not booked again, but an operator must see it.
  const keyOf = (kind: string, reference: string, asset: string, amount: Money): string =>
    `${kind} ${reference} ${amount.toFixed()} ${asset}`;
  const keys = new Set(
    known.map(({ kind, reference, asset, amount }) => keyOf(kind, reference, asset, money(amount))),
  );
  return reported.filter(
    ({ report: { type }, reference, asset, amount }) => !keys.has(keyOf(type, reference, asset, amount)),
  );
}

/** False if the line failed. Throws ReadingEnded like `goOn`. */
async function takeInLine(
  parts: Parts,
  claim: ClaimedStatement,
  { line, report }: ReportedLine,
  isLast: boolean,
): Promise<boolean> {
  if (parts.state.isStopping) throw new ReadingEnded();
  try {
    await parts.intake({ provider: claim.provider, report });
    return true;
  } catch (error) {
    // If the database failed, this fails too and ends the reading.
    await goOn(parts, claim, report);
    const facts = {
      provider: claim.provider,
      kind: line.kind,
      at: line.at.toISOString(),
      ...describeWithoutWords(error),
    };
    if (isLast) {
      parts.logger.error('statement line given up; see `payments reconcile`', facts);
    } else {
      parts.logger.warn('statement line failed and will be retried', facts);
    }
    return false;
  }
}

/** Keeps the claim. Throws ReadingEnded when it was lost, or the process is stopping. */
async function goOn({ db, state }: Parts, claim: ClaimedStatement, failed?: Report): Promise<void> {
  const isOurs = await db.transaction(async (trx) => {
    await hastenReturned(trx, claim.provider, failed);
    return repository.extendClaim(trx, claim, LEASE_MS);
  });
  if (!isOurs || state.isStopping) throw new ReadingEnded();
}

/** The report in a line, if it can be new to us. */
interface ReportedLine {
  line: StatementLine;
  report: Extract<Report, { type: KnownLine['kind'] }>;
  reference: string;
  asset: string;
  amount: Money;
}

/** Undefined for the service's own transfers, and for a deposit with too little data in the line. */
function reportedBy(line: StatementLine): ReportedLine | undefined {
  const { reference, asset, amount } = line;
  switch (line.kind) {
    case 'return': {
      const { returned } = line;
      const { returnReference: reference, asset, amount } = returned;
      return { line, report: { type: 'return', returned }, reference, asset, amount };
    }
    case 'cost': {
      const cost = { reference, asset, amount: amount.negated() };
      return { line, report: { type: 'cost', cost }, ...cost };
    }
    case 'other': {
      const movement = { reference, asset, amount };
      return { line, report: { type: 'other', movement }, ...movement };
    }
    case 'taken_back': {
      const { takenBack } = line;
      const { reference, asset, amount } = takenBack;
      return { line, report: { type: 'taken_back', takenBack }, reference, asset, amount };
    }
    case 'deposit': {
      const { deposit } = line;
      if (!deposit) return undefined;
      const { providerReference: reference, asset, amount } = deposit;
      return { line, report: { type: 'deposit', deposit }, reference, asset, amount };
    }
    default:
      return undefined;
  }
}
