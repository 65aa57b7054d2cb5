import type { HandedIn } from '../../../index.ts';
import { isNamed, type BankAccountConfig } from '../accounts/account.ts';
import { FileRefused, readStatementFile, refusalOf, type FileStatement } from '../files/index.ts';
import type { KnownStatement } from './foresee.ts';

/** A file that was read, which is refused or of accounts that are all known. */
export type ReadFile =
  { format: string | null; refused: string } | { format: string; refused: null; known: KnownStatement[] };

/** Throws FileRefused for an account that is not configured. */
export function requireAccount(accounts: readonly BankAccountConfig[], id: string): BankAccountConfig {
  const account = accounts.find((one) => one.id === id);
  if (!account)
    throw new FileRefused(
      `There is no account ${id}; there are ${accounts.map((one) => one.id).join(', ')}.`,
    );
  return account;
}

/** Reads a statement file, of an account that it was handed in for or that it names. */
export function readFile(accounts: readonly BankAccountConfig[], file: HandedIn): ReadFile {
  const candidates = accounts.filter(({ id }) => file.among?.includes(id) ?? true);
  let read;
  try {
    // Files of all accounts are read alike until the account is known; only a CSV file must know it in advance.
    const [first] = candidates;
    const only =
      file.account === undefined
        ? candidates.length === 1
          ? first
          : undefined
        : requireAccount(accounts, file.account);
    read = readStatementFile(file.bytes, only?.read ?? {});
  } catch (error) {
    if (error instanceof FileRefused) return { format: null, refused: error.message };
    throw error;
  }
  const { format, statements } = read;
  const reason = refusalOf(read);
  if (reason !== undefined) return { format, refused: reason };
  const known: KnownStatement[] = [];
  for (const statement of statements) {
    const account = candidates.find(
      (one) => one.asset === statement.currency && isNamed(one, statement.account),
    );
    if (account === undefined) return { format, refused: `${nameOf(statement)}, which no account here is.` };
    known.push({ statement, account });
  }
  // Banks put several accounts into one file; it is accepted for the chosen account if that is one of them.
  const [first] = known;
  if (first && file.account !== undefined && !known.some(({ account }) => account.id === file.account))
    return { format, refused: `${nameOf(first.statement)}, which ${file.account} is not.` };
  return { format, refused: null, known };
}

function nameOf({ account, currency }: FileStatement): string {
  return `It is of the account ${account} in ${currency}`;
}
