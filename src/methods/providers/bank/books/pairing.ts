import type { FileEntry } from '../files/index.ts';
import { textOf } from './fingerprint.ts';

/**
 * The entry among those told before that is the same movement as this one, told in another kind of file: of the same
 * amount, by an equal strong reference, else by equal text and value date; the oldest of several. Undefined for none.
 */
export function findPair<Known extends { entry: FileEntry }>(
  known: readonly Known[],
  entry: FileEntry,
): Known | undefined {
  const equal = known.filter((one) => one.entry.amount.eq(entry.amount));
  return (
    equal.find((one) => shareReference(one.entry, entry)) ??
    equal.find((one) => textOf(one.entry) === textOf(entry) && one.entry.valueDate === entry.valueDate)
  );
}

/** Whether a reference that a bank gives to one movement is the same; the payer's own counts only with the payer. */
export function shareReference(one: FileEntry, other: FileEntry): boolean {
  const [mine, theirs] = [one.references, other.references];
  const isEqual = (name: keyof FileEntry['references']): boolean =>
    mine[name] !== null && mine[name] === theirs[name];
  return (
    isEqual('uetr') ||
    isEqual('clearing') ||
    isEqual('transaction') ||
    isEqual('servicer') ||
    (isEqual('endToEnd') && isSameParty(one, other))
  );
}

function isSameParty({ party: one }: FileEntry, { party: other }: FileEntry): boolean {
  if (one.account !== null && other.account !== null) return one.account === other.account;
  return one.name !== null && one.name === other.name;
}
