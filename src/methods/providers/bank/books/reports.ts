import type { Database } from '../../../../db/index.ts';
import { describeWithoutWords, type Logger } from '../../../../lib/logger.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import type { Report, ReportedDeposit, StatementLine, TakeInReports } from '../../../index.ts';
import { destinationOf } from '../accounts/instructions.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { listBookedBy, listOfBatch, listOrders, type OrderRow } from '../payouts/repository.ts';
import { candidateReferences, numericCandidates } from '../references/index.ts';
import { fromJson } from './entry-json.ts';
import { reasonOf, wordsOf } from './reasons.ts';
import * as repository from './repository.ts';
import type { EntryRow } from './repository.ts';

const AT_ONCE = 8;
const PAUSE_MS = 1_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;

interface Parts {
  db: Database;
  logger: Logger;
  accounts: readonly BankAccountConfig[];
}

/**
 * Processes the meanings of the accounts' entries, in the transaction that records their processing. One that cannot be
 * processed yet, such as a return before its payment is settled, is retried for as long as it takes.
 */
export function createReportWorker(parts: Parts, takeIn: TakeInReports): Worker {
  const { db, logger } = parts;
  return createClaimWorker<repository.DueEntry>({
    name: 'bank-entries',
    maxInFlight: AT_ONCE,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => repository.claimReports(trx, { limit })),
    describe: ({ identity }) => ({ entry: identity }),
    async work(entry) {
      const { id, reportAttempts: attempts } = entry;
      try {
        const reports = await reportsOf(parts, entry);
        await db.transaction(async (trx) => {
          await repository.markReported(trx, { id, attempts });
          await takeIn(trx, reports);
        });
      } catch (error) {
        const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
        logger.warn('bank entry failed and will be retried', {
          entry: entry.identity,
          kind: entry.kind,
          attempts,
          ...describeWithoutWords(error),
        });
        await db.transaction((trx) => repository.reportAgain(trx, { id, attempts, waitMs }));
      }
    },
  });
}

/** The reports of an entry; none for an unexplained or dropped one. */
async function reportsOf({ db, accounts }: Parts, row: EntryRow): Promise<Report[]> {
  const account = accounts.find(({ id }) => id === row.account);
  // Its account was removed from the configuration; adding it again brings its reports.
  if (!account) throw new Error(`there is no account ${row.account} any more`);
  switch (row.kind) {
    case 'deposit':
      return row.isDropped ? [] : [{ type: 'deposit', deposit: depositOf(account, row) }];
    case 'pay_out': {
      if (!row.isFinal) return [];
      return (await ordersOf(db, row)).map(({ id }) => ({ type: 'transfer', providerReference: id }));
    }
    default: {
      const line = row.isFinal ? await lineOf({ db, accounts }, row) : [];
      return line.flatMap((one): Report[] => {
        switch (one.kind) {
          case 'return':
            return [
              { type: 'transfer', providerReference: one.returned.providerReference },
              { type: 'return', returned: one.returned },
            ];
          case 'taken_back':
            return [{ type: 'taken_back', takenBack: one.takenBack }];
          case 'cost':
            // The charge of a return is booked with it.
            return row.kind === 'cost'
              ? [{ type: 'cost', cost: { ...one, amount: one.amount.negated() } }]
              : [];
          case 'other':
            return [{ type: 'other', movement: one }];
          default:
            return [];
        }
      });
    }
  }
}

/** A payment by a payer, by the account and reference that were issued to them. */
export function depositOf(account: BankAccountConfig, row: EntryRow): ReportedDeposit {
  const { party } = row.entry;
  return {
    providerReference: row.identity,
    method: account.methods[0] ?? '',
    asset: account.asset,
    network: null,
    amount: money(row.amount),
    destination: destinationOf(account, row.reference),
    reference: row.reference,
    final: row.isFinal,
    ...(isSurmised(row) ? { isSurmised: true } : {}),
    payer: {
      ...(party.name === null ? {} : { name: party.name }),
      ...(party.account === null ? {} : { account: party.account }),
      ...(party.bic === null ? {} : { bank: party.bic }),
    },
  };
}

/** Whether only seven digits lead to the reference. */
function isSurmised({ reference, entry }: EntryRow): boolean {
  const written = fromJson(entry);
  return (
    reference !== null &&
    numericCandidates(written).length > 0 &&
    !candidateReferences(written).includes(reference)
  );
}

/** An entry in the provider's statement. An unexplained one has no owner, so that reconciling shows it. */
export async function lineOf(
  { db, accounts }: Pick<Parts, 'db' | 'accounts'>,
  row: EntryRow,
): Promise<StatementLine[]> {
  const { identity: reference, currency: asset, learnedAt: at } = row;
  const line = { reference, asset, amount: money(row.amount), at };
  const account = accounts.find(({ id }) => id === row.account);
  switch (row.kind) {
    case 'deposit':
      return [{ ...line, kind: 'deposit', deposit: account && depositOf(account, row) }];
    case 'pay_out':
      return payOutsOf(db, row);
    case 'return': {
      const [order] = await listOrders(db.read, { account: row.account, ids: [row.subject ?? ''] });
      if (!order) return [{ ...line, kind: 'deposit', deposit: undefined }];
      const sent = money(order.amount);
      const fee = sent.minus(line.amount);
      const { reason } = fromJson(row.entry);
      const returned = {
        providerReference: order.id,
        returnReference: reference,
        asset,
        amount: sent,
        ...(fee.isZero() ? {} : { fee }),
        reason: reasonOf(reason?.code ?? order.returnCode),
        // A statement may only say that it was returned, where the clearing house has given the reason.
        message: wordsOf(
          reason ?? (order.returnCode === null ? null : { code: order.returnCode, words: null }),
        ),
      };
      return [
        { ...line, amount: sent, kind: 'return', returned },
        ...(fee.isZero() ? [] : [costLine(`${reference}:fee`, asset, fee, at)]),
      ];
    }
    case 'taken_back':
      return [
        {
          ...line,
          kind: 'taken_back',
          takenBack: {
            depositReference: row.subject ?? '',
            reference,
            asset,
            amount: line.amount.negated(),
            message: wordsOf(fromJson(row.entry).reason),
          },
        },
      ];
    case 'cost':
    case 'other':
      return [{ ...line, kind: row.kind }];
    case 'unknown':
      return [
        line.amount.gt(0) ? { ...line, kind: 'deposit', deposit: undefined } : { ...line, kind: 'pay_out' },
      ];
  }
}

/** A batch that was booked as one debit stands for its payments. */
async function payOutsOf(db: Database, row: EntryRow): Promise<StatementLine[]> {
  const orders = await ordersOf(db, row);
  return orders.map(({ id, isRefund, amount }) => ({
    reference: id,
    asset: row.currency,
    amount: money(amount).negated(),
    at: row.learnedAt,
    kind: isRefund ? 'refund' : 'pay_out',
  }));
}

async function ordersOf(db: Database, { identity, account, subject }: EntryRow): Promise<OrderRow[]> {
  const booked = await listBookedBy(db.read, { entry: identity });
  if (booked.length > 0) return booked;
  // Before the orders of a debit were recorded, it was one or a whole file.
  const one = await listOrders(db.read, { account, ids: [subject ?? ''] });
  return one.length > 0 ? one : listOfBatch(db.read, { batch: subject ?? '' });
}

function costLine(reference: string, asset: string, fee: Money, at: Date): StatementLine {
  return { kind: 'cost', reference, asset, amount: fee.negated(), at };
}
