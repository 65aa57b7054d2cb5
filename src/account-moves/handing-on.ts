import type { Database, Queryable, Trx } from '../db/index.ts';
import { HOUSE_ACCOUNT_ID, heldByCell, postEntry, railOf } from '../ledger/index.ts';
import { AccountMoves } from '../lib/errors/errors.ts';
import { wordsOf } from '../lib/errors/words.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { formatExact, roundDownToLedger } from '../lib/money.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import { together } from '../lib/work/together.ts';
import { type Providers, type ReportedDeposit, writeReport } from '../methods/index.ts';
import type { MethodInstructions, Whereabouts } from '../payment-links/index.ts';
import {
  claimHandedOn,
  findHandedOn,
  insertHandedOn,
  markTaken,
  measureHandedOn,
  postponeHandedOn,
  type ClaimedDeposit,
  type ReportKey,
} from './handed-on-repository.ts';

const MAX_IN_FLIGHT = 8;
/** Longer than an attempt may take, so that a claim lapses only if its worker died. */
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Payment instructions whose account works in another cell. */
type MovedInstructions = MethodInstructions & { moveState: 'gone' | 'arriving'; otherCell: number };

export function worksElsewhere(
  instructions: MethodInstructions & Whereabouts,
): instructions is MovedInstructions & Whereabouts {
  return instructions.moveState === 'gone' || instructions.moveState === 'arriving';
}

/** Whether a deposit was handed on to another cell. Its account may have returned since, together with the deposit. */
export async function wasHandedOn(trx: Trx, reference: ReportKey): Promise<boolean> {
  return (await findHandedOn(trx, reference)) !== undefined;
}

/**
 * Hands a deposit on to the cell in which its account works (D74). From now on this cell owes it the money, and a
 * worker reports the deposit until it is confirmed. A deposit that was handed on is never recalled or sent elsewhere;
 * if the account moves again meanwhile, that cell hands it on. Records nothing for a deposit that is not final. Throws
 * AccountMoves while the account is on its way here from the cell that reports it, because only the end of the move can
 * settle that.
 */
export async function handOn(
  trx: Trx,
  report: ReportedDeposit & { provider: string },
  { accountId, moveState, otherCell: cell }: MovedInstructions,
): Promise<undefined> {
  const { provider, providerReference, asset, network, amount, final } = report;
  if (!final) return;
  const [from, to] = [railOf(provider), heldByCell(cell)];
  if (moveState === 'arriving' && from === to) throw new AccountMoves();
  const id = newId();
  const isNew = await insertHandedOn(trx, {
    ...{ accountId, id, cell, provider, providerReference, asset, network },
    amount: formatExact(amount),
    report: JSON.stringify(writeReport(report)),
  });
  const booked = roundDownToLedger(amount);
  // A deposit can be smaller than the ledger's unit, and one that returns is held by the cell that it came from.
  if (!isNew || booked.isZero() || from === to) return;
  postEntry(trx, {
    accountId: HOUSE_ACCOUNT_ID,
    type: 'deposit_handed_on',
    source: { object: 'handed_on_deposit', id },
    paymentLinkCode: null,
    requestId: null,
    postings: [
      { asset, book: from, amount: booked.negated() },
      { asset, book: to, amount: booked },
    ],
  });
}

/**
 * Reports deposits to the cells that they were handed on to, with growing pauses and without giving up (D74). A cell
 * whose response was lost gets the report again, which changes nothing there.
 */
export function createHandingOnWorker({
  db,
  providers,
  logger,
}: {
  db: Database;
  providers: Providers;
  logger: Logger;
}): Worker {
  const others = providers.all.flatMap(({ otherCell }) => otherCell ?? []);
  // Without another cell or a key to sign with, due deposits wait.
  if (others.length === 0) return together([]);
  const tells = new Map(others.map((other) => [other.number, other.openTelling()]));
  const cells = [...tells.keys()];
  const record = async (deposit: ClaimedDeposit, error: unknown): Promise<void> => {
    const { accountId, id, cell, attempts } = deposit;
    logger.warn('deposit hand-over to its cell failed and will be retried', {
      ...{ account_id: accountId, handed_on: id, cell, attempts, error: wordsOf(error) },
    });
    const waitMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
    await db.transaction((trx) =>
      postponeHandedOn(trx, { accountId, id, attempts, waitMs, error: wordsOf(error) }),
    );
  };

  return createClaimWorker({
    name: 'handed-on-deposits',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: WOKEN_PAUSE_MS,
    logger,
    wokenBy: (wake) => db.onWork('handed_on', wake),
    claim: (limit) => db.inOneTrip((trx) => claimHandedOn(trx, { cells, limit, leaseMs: LEASE_MS })),
    describe: ({ id, cell }) => ({ handed_on: id, cell }),
    async work(deposit) {
      const { accountId, id, cell, provider, providerReference: reference, report } = deposit;
      try {
        const tell = tells.get(cell);
        if (!tell) throw new Error(`cell ${cell} cannot be told`);
        await tell({ id, accountId, provider, reference, report });
      } catch (error) {
        await record(deposit, error);
        return;
      }
      await db.transaction((trx) => markTaken(trx, { accountId, id }));
    },
  });
}

/** Exports the deposits that other cells have not confirmed yet. */
export function watchHandedOn(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_deposits_handed_on_waiting',
    'Deposits for accounts that moved to another cell, which that cell has not confirmed yet.',
    async () => (await measureHandedOn(read))?.waiting ?? 0,
  );
  metrics.watch(
    'payments_deposits_handed_on_oldest_seconds',
    'How long the oldest of them has waited; 0 when none does.',
    async () => (await measureHandedOn(read))?.oldestS ?? 0,
  );
}
