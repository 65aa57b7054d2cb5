import type { Database, Trx } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { formatAmount } from '../../../../lib/money.ts';
import type { Keyring } from '../../../../lib/secrets/keyring.ts';
import type { HandedIn, Imported } from '../../../index.ts';
import type { BankAccountConfig } from '../accounts/account.ts';
import { FileRefused } from '../files/index.ts';
import { NOTHING_TAKEN } from '../intake/nothing-taken.ts';
import { findFile } from '../intake/repository.ts';
import { hashOf, refuseFile, storeFile } from '../intake/store.ts';
import { requireOneKind } from './early.ts';
import type { KnownStatement } from './foresee.ts';
import { readFile } from './read-file.ts';
import * as repository from './repository.ts';
import { takeStatement } from './statements.ts';
import { Tally } from './work.ts';

export interface Parts {
  db: Database;
  logger: Logger;
  keyring: Keyring;
  accounts: readonly BankAccountConfig[];
}

/** Imports a statement file, or refuses it and stores it with the reason. `also` runs in the transaction of the import. */
export async function take(
  { db, logger, keyring, accounts }: Parts,
  file: HandedIn,
  also?: (trx: Trx, imported: Imported) => Promise<void>,
): Promise<Imported> {
  const refuse = (format: string | null, refused: string): Promise<Imported> =>
    refuseFile({ db, logger, keyring }, 'statement file', file, { format, refused });
  const read = readFile(accounts, file);
  if (read.refused !== null) return refuse(read.format, read.refused);
  try {
    return await db.transaction(async (trx) => {
      const imported = await takeKnown({ trx, logger, keyring }, file, read);
      await also?.(trx, imported);
      return imported;
    });
  } catch (error) {
    if (error instanceof FileRefused) return refuse(read.format, error.message);
    throw error;
  }
}

export async function takeKnown(
  { trx, logger, keyring }: { trx: Trx; logger: Logger; keyring: Keyring },
  file: HandedIn,
  { format, known }: { format: string; known: readonly KnownStatement[] },
): Promise<Imported> {
  await lockAccounts(trx, known);
  if (await findFile(trx, { sha256: hashOf(file.bytes) })) return { ...NOTHING_TAKEN, format };
  await requireOneKind(trx, known, format);
  const fileId = await storeFile(trx, { keyring }, file, { format, refused: null });
  const total = new Tally(format);
  for (const { statement, account } of known) {
    if (account.openingBalance) {
      const closing = formatAmount(account.openingBalance);
      await repository.openAccount(trx, { account: account.id, closing });
    }
    await takeStatement({ trx, logger, account, fileId, format, total }, statement);
  }
  return total.result;
}

export async function lockAccounts(trx: Trx, known: readonly KnownStatement[]): Promise<void> {
  const ids = [...new Set(known.map(({ account }) => account.id))].sort();
  // Sorted, so that two files cannot deadlock.
  for (const id of ids) await repository.lockAccount(trx, { account: id });
}
