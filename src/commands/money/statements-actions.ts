import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Foundation } from '../../composition/index.ts';
import type { Language } from '../../pages/index.ts';
import { type MonthFormat, writeMonth } from '../../panel/index.ts';
import { requireAccount } from '../accounts/account.ts';
import { CommandFailure } from '../frame/index.ts';

/** The file names payers. */
const OWNER_ONLY = 0o600;

export interface MonthOptions {
  account: string;
  month: string;
  format: MonthFormat;
  language: Language;
  output: string;
}

/** Throws CommandFailure for a file that exists. Nothing is left of one that could not be finished. */
export async function writeMonthFile(
  { db }: Foundation,
  { account: accountId, month, format, language, output }: MonthOptions,
): Promise<object> {
  const { name: accountName, timeZone } = await requireAccount(db.read, accountId);
  const account = { accountId, accountName, timeZone };
  const written = await writeMonth(db, account, month, { format, language });
  if (!written) throw new CommandFailure('This account has no statements.');
  const handle = await open(output, 'wx', OWNER_ONLY).catch((error: unknown) => {
    const { code } = error as { code?: string };
    throw code === 'EEXIST' ? new CommandFailure(`There is already a file ${output}.`) : error;
  });
  const file = handle.createWriteStream();
  try {
    await pipeline(written.file, file);
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
  return { file: output, month, format, bytes: file.bytesWritten };
}
