import type { Database, Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { money } from '../../../../lib/money.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import type { HandedIn, Imported } from '../../../index.ts';
import { NOTHING_TAKEN } from '../intake/nothing-taken.ts';
import { hashOf, refuseFile, storeFile, type FileStore } from '../intake/store.ts';
import { findFile } from '../intake/repository.ts';
import { FileRefused } from '../files/index.ts';
import {
  differencesFrom,
  isNacha,
  outcomeOf,
  readNachaReturns,
  readPaymentStatus,
  type NachaReturn,
  type PaymentStatus,
  type StatusOutcome,
} from '../payments/index.ts';
import { noteReturns } from './returns.ts';
import { groupsOf } from './stored-groups.ts';
import * as repository from './repository.ts';

/** Reads banks' reports on payment files, which are pain.002, and NACHA's returns and notifications of change. */
export interface StatusReader {
  /**
   * Undefined for a file that is no such report. Payments that the bank refused, and did not debit, fail; all others
   * stay pending until the books show them (D42). A report on a file that differs from ours means that it was changed
   * in transit, so nothing of it is believed. Reports of the clearing house are recorded, and end nothing
   * (`noteReturns`).
   */
  take(file: HandedIn): Promise<Imported | undefined>;
}

interface Parts {
  db: Database;
  logger: Logger;
  keyring: FileStore['keyring'];
  accounts: readonly BankAccountConfig[];
}

export function createStatusReader(parts: Parts): StatusReader {
  return {
    async take(file) {
      if (isNacha(file.bytes)) return takeReturns(parts, file);
      return isReport(file.bytes) ? takeReport(parts, file) : undefined;
    },
  };
}

async function takeReturns(parts: Parts, file: HandedIn): Promise<Imported> {
  const { db, logger, keyring, accounts } = parts;
  const format = 'NACHA';
  let returns: NachaReturn[];
  try {
    returns = readNachaReturns(file.bytes);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return refuse(parts, file, format, error.message);
  }
  const ids = accounts.map(({ id }) => id).filter((id) => (file.account ?? id) === id);
  const wrong = await db.transaction(async (trx) => {
    if (await findFile(trx, { sha256: hashOf(file.bytes) })) return undefined;
    const reason = await noteReturns(trx, { logger, accounts: ids }, returns);
    if (reason === undefined) await storeFile(trx, { keyring }, file, { format, refused: null });
    return reason;
  });
  return wrong === undefined ? { ...NOTHING_TAKEN, format } : refuse(parts, file, format, wrong);
}

async function takeReport(parts: Parts, file: HandedIn): Promise<Imported> {
  const { db, logger, keyring } = parts;
  let report: PaymentStatus;
  try {
    report = readPaymentStatus(file.bytes);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return refuse(parts, file, 'pain.002', error.message);
  }
  const { format } = report;
  const wrong = await db.transaction(async (trx) => {
    if (await findFile(trx, { sha256: hashOf(file.bytes) })) return undefined;
    const batch = await repository.findBatchById(trx, { id: report.originalMessageId ?? '' });
    const groups = batch ? groupsOf(batch.groups) : [];
    const isOurs =
      batch &&
      parts.accounts.some(({ id }) => id === batch.account) &&
      (file.account === undefined || file.account === batch.account);
    const differences = isOurs
      ? differencesFrom({ count: batch.payments, sum: money(batch.total), groups }, report)
      : [
          `it is of the payment file ${report.originalMessageId ?? 'without an id'}, which was not written here`,
        ];
    if (differences.length > 0 || !batch) return differences;
    await storeFile(trx, { keyring }, file, { format, refused: null });
    for (const order of await repository.listOfBatch(trx, { batch: batch.id })) {
      const groupId = groups.find(({ instructionIds }) => instructionIds.includes(order.id))?.id ?? '';
      await applyOutcome(trx, logger, order, outcomeOf(report, { instructionId: order.id, groupId }));
    }
    return undefined;
  });
  return wrong === undefined
    ? { ...NOTHING_TAKEN, format }
    : refuse(parts, file, format, `Ask the bank before anything else is sent: ${wrong.join('; ')}.`);
}

async function applyOutcome(
  trx: Trx,
  logger: Logger,
  order: repository.OrderRow,
  outcome: StatusOutcome | undefined,
): Promise<void> {
  if (outcome?.outcome === 'refused') {
    const { reason, words } = outcome;
    const isNews = await repository.refuseOrder(trx, { id: order.id, reason, words, states: ['exported'] });
    if (isNews === 0 && order.state === 'done') {
      logger.error('bank refused a payment that its books contain', { order: order.id, words });
    }
  } else if (outcome?.outcome === 'operator') {
    await repository.remarkOrder(trx, { id: order.id, remark: outcome.words });
  }
}

function refuse(
  { db, logger, keyring }: Parts,
  file: HandedIn,
  format: string,
  refused: string,
): Promise<Imported> {
  return refuseFile({ db, logger, keyring }, 'status report', file, { format, refused });
}

/** In any of the encodings that `readPaymentStatus` reads. */
function isReport(bytes: Buffer): boolean {
  const name = Buffer.from('CstmrPmtStsRpt', 'utf16le');
  const head = bytes.subarray(0, 8_000);
  return [Buffer.from('CstmrPmtStsRpt'), name, Buffer.from(name).swap16()].some((one) => head.includes(one));
}
