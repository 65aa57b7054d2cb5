import type { Database } from '../../db/index.ts';
import type { DetailedMovement, MonthlyStatement, Period } from '../../ledger/index.ts';
import type { Language } from '../../pages/index.ts';
import { EXPORT_BATCH } from '../frame/csv.ts';
import { detailed } from '../movements/csv.ts';
import { type CamtAccount, statementToCamt } from './camt.ts';
import { statementToCsv } from './csv.ts';
import { readEntries } from './entries.ts';
import { MAX_PDF_ROWS, PDF_BATCH, statementToPdf } from './pdf.ts';

type Snapshots = Pick<Database, 'snapshot'>;

/** A month's statement of one asset as CSV. */
export function csvOf(
  db: Snapshots,
  statement: MonthlyStatement,
  metadataKeys: readonly string[],
): AsyncGenerator<string> {
  return statementToCsv(statement, metadataKeys, movementsOf(db, statement, EXPORT_BATCH));
}

/** The same as camt.053; of a month that is over. */
export function camtOf(
  db: Snapshots,
  statement: MonthlyStatement,
  account: CamtAccount,
): AsyncGenerator<string> {
  return statementToCamt(statement, account, movementsOf(db, statement, EXPORT_BATCH));
}

/** The same as PDF; only if it fits. */
export function pdfOf(
  db: Snapshots,
  statement: MonthlyStatement,
  of: { accountName: string; language: Language },
): AsyncGenerator<Buffer> {
  return statementToPdf(statement, of, movementsOf(db, statement, PDF_BATCH));
}

export function fitsPdf({ movements }: MonthlyStatement): boolean {
  return movements <= MAX_PDF_ROWS;
}

/** The movements of a statement, each with its details, oldest first. */
export function movementsOf(
  db: Snapshots,
  statement: MonthlyStatement,
  batchSize: number,
): AsyncIterable<DetailedMovement[]> {
  return detailed(db, statement.period.accountId, readEntries(db, statement, batchSize));
}

export function fileName({ asset, from }: Period, extension: string): string {
  return `statement-${asset}-${from.slice(0, 7)}.${extension}`;
}
