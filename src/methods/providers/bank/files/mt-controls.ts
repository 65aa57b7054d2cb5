import { ZERO } from '../../../../lib/money.ts';
import { parseCommaAmount } from './amounts.ts';
import type { Tag } from './mt-tags.ts';
import { FileRefused, type FileEntry } from './statement-file.ts';
import { quoted } from './texts.ts';

/** Whether the numbers and sums of an MT942, tags 90D and 90C, are those of its entries. */
export function controlFaults(tags: readonly Tag[], entries: readonly FileEntry[]): string[] {
  return tags
    .filter(({ name }) => name === '90D' || name === '90C')
    .filter(({ name, value }) => !agrees(name, value, entries))
    .map(({ name }) => `does not have the number and sum of entries that it gives in :${name}:`);
}

/** Whether both are present and right; a payer's text is not among the entries that the bank counts. */
export function areControlled(tags: readonly Tag[], entries: readonly FileEntry[]): boolean {
  const hasBoth = ['90D', '90C'].every((wanted) => tags.some(({ name }) => name === wanted));
  return hasBoth && controlFaults(tags, entries).length === 0;
}

function agrees(name: string, value: string, entries: readonly FileEntry[]): boolean {
  const line = (value.split('\n')[0] ?? '').trim();
  const [, count, amount] = /^(\d{1,5})[A-Z]{3}([\d,.]+)$/.exec(line) ?? [];
  if (count === undefined || amount === undefined)
    throw new FileRefused(`The sum ${quoted(line)} cannot be read.`);
  const isCredit = name === '90C';
  const own = entries.filter((entry) => entry.amount.isPositive() === isCredit);
  // A reversal has the opposite direction, and banks count it on either side.
  const byMark = entries.filter(
    (entry) =>
      (entry.amount.isPositive() === isCredit) !== (entry.kind === 'return' || entry.kind === 'taken_back'),
  );
  return [own, byMark].some(
    (counted) =>
      counted.length === Number(count) &&
      counted.reduce((sum, entry) => sum.plus(entry.amount.abs()), ZERO).eq(parseCommaAmount(amount)),
  );
}
