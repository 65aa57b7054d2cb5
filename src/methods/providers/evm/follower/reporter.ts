import { createGroupCommit, type Database } from '../../../../db/index.ts';
import { DatabaseAway } from '../../../../lib/errors/database-away.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { describeError, type Logger } from '../../../../lib/logger.ts';
import { startLoop, WOKEN_PAUSE_MS } from '../../../../lib/work/loop.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import { money } from '../../../../lib/money.ts';
import {
  type FinalDeposit,
  type ReportedDeposit,
  type StatementLine,
  type TakeInReports,
  toChecksumAddress,
} from '../../../index.ts';
import {
  listUnreported,
  markReported,
  postponeReport,
  type FinalCursor,
  type FinalTransfer,
  type FoundTransfer,
  type TransferKey,
  type TransferRow,
  unreported,
} from './repository.ts';

const BATCH = 100;
/** A transfer that cannot be recorded must not delay others. */
const RETRY_MS = 30_000;

/**
 * Reports each transfer on a chain when it is first seen, and again when it is final, in one transaction with that fact. Each chain has its own, so that none waits for the others'.
 */
export function createReporter(options: {
  db: Database;
  logger: Logger;
  network: string;
  takeIn: TakeInReports;
}): Worker {
  const { db, logger, network, takeIn } = options;

  const report = createGroupCommit<TransferKey>({
    db,
    async record(trx, keys) {
      await unreported.ahead(trx, keys);
      const rows = keys.flatMap((key) => unreported.peek(trx, key));
      await takeIn(
        trx,
        rows.map((row) => ({ type: 'deposit', deposit: toDeposit(row) })),
      );
      await markReported(trx, rows);
    },
  });

  const tryToReport = async (key: TransferKey): Promise<void> => {
    try {
      await report(key);
    } catch (error) {
      if (error instanceof DatabaseAway) throw error;
      logger.error('on-chain deposit failed and will be retried', {
        network,
        transaction_hash: key.transactionHash,
        position: key.position,
        ...describeError(error),
      });
      await db.transaction((trx) => postponeReport(trx, key, { waitMs: RETRY_MS, error: wordsOf(error) }));
    }
  };

  const round = async (): Promise<number> => {
    const keys = await listUnreported(db.read, { network, limit: BATCH });
    await Promise.all(keys.map(tryToReport));
    return keys.length;
  };

  return {
    runOnce: round,
    start: () =>
      startLoop({
        name: 'evm-reporter',
        pauseMs: WOKEN_PAUSE_MS,
        logger,
        wokenBy: (wake) => db.onWork('chain_transfers', wake),
        round: async () => (await round()) === BATCH,
      }),
  };
}

export function toLine(row: FinalTransfer): StatementLine {
  const deposit = toDeposit(row);
  const { providerReference: reference, asset, amount } = deposit;
  return { kind: 'deposit', reference, asset, amount, at: row.finalAt, deposit };
}

/**
 * Unique across all chains, and the same in whatever block the transaction ends up. If its transaction is executed again
 * and the transfer has another recipient, it is another deposit, with the recipient in its reference.
 */
export function referenceOf(row: TransferKey & Pick<TransferRow, 'recipient' | 'firstRecipient'>): string {
  const { recipient, firstRecipient: first } = row;
  return first === null || first === recipient ? placeOf(row) : `${placeOf(row)}:${recipient}`;
}

function placeOf({ network, transactionHash, position }: TransferKey): string {
  return `${network}:${transactionHash}:${position}`;
}

/** The transfer of a reference, which may have changed since (see `referenceOf`). */
export function parseReference(reference: string): TransferKey | undefined {
  const [, network, transactionHash, position] =
    /^(.{1,32}):(0x[0-9a-f]{64}):([0-9]{1,6})(?::0x[0-9a-f]{40})?$/.exec(reference) ?? [];
  if (network === undefined || transactionHash === undefined || position === undefined) return undefined;
  return { network, transactionHash, position: Number(position) };
}

/** A position in the statement as text, for paging. */
export function cursorAfter(row: FinalTransfer): string {
  return `${row.exactFinalAt}~${placeOf(row)}`;
}

/** Undefined if it is not a position. */
export function parseCursor(text: string): FinalCursor | undefined {
  const [at = '', reference = ''] = text.split('~');
  const key = parseReference(reference);
  return key && /^[-+:. 0-9]{10,40}$/.test(at) ? { ...key, finalAt: at } : undefined;
}

function toDeposit(row: FoundTransfer): ReportedDeposit {
  return {
    ...factsOf(row),
    providerReference: referenceOf(row),
    method: row.method,
    reference: null,
    final: row.status === 'final',
  };
}

/** A transfer's current data. */
export function factsOf(row: TransferRow): FinalDeposit {
  return {
    asset: row.asset,
    network: row.network,
    amount: money(row.amount),
    destination: toChecksumAddress(row.recipient),
    payer: { source_address: row.sender, transaction_hash: row.transactionHash },
  };
}
