import type { Database } from '../../db/index.ts';
import type { Language } from '../../pages/index.ts';
import { type MonthAccount, monthToWorkbook, monthToZip, nameOfMonth, readMonth } from './month.ts';

export type MonthFormat = 'xlsx' | 'zip';

/**
 * A month of all of an account's assets in one file, with the file's name, written while it is read. Undefined if the
 * text is not a month, or the account has no statements. Throws like `readStatement`.
 */
export async function writeMonth(
  db: Pick<Database, 'snapshot' | 'read'>,
  account: MonthAccount,
  month: string,
  { format, language }: { format: MonthFormat; language: Language },
): Promise<{ name: string; file: AsyncIterable<Buffer> } | undefined> {
  const of = await readMonth(db, account, month);
  if (!of) return undefined;
  const file = format === 'zip' ? await monthToZip(db, of, language) : monthToWorkbook(db, of, language);
  return { name: nameOfMonth(of, format), file };
}
