import type { FileEntry } from '../files/index.ts';
import { textOf } from './fingerprint.ts';

/** An entry, with our own reference if it was found in it. */
interface Referred {
  entry: FileEntry;
  reference: string | null;
}

/**
 * The entry among those told before that is the same movement as this one, told in another kind of file: of the same
 * amount, by an equal reference of a bank, else by that of the payer, else by equal text and value date; the oldest of
 * several. Undefined for none. Two payments that name two links are never one, whatever else they share.
 */
export function findPair<Known extends Referred>(
  known: readonly Known[],
  { entry, reference }: Referred,
): Known | undefined {
  const equal = known.filter(
    (one) =>
      one.entry.amount.eq(entry.amount) &&
      (one.reference === null || reference === null || one.reference === reference),
  );
  const isOfText = (one: Known): boolean => textOf(one.entry) === textOf(entry);
  const payers = equal.filter((one) => sharesPayers(one.entry, entry) && !contradicts(one.entry, entry));
  return (
    equal.find((one) => sharesBanks(one.entry, entry)) ??
    payers.find(isOfText) ??
    payers[0] ??
    equal.find(
      (one) => isOfText(one) && one.entry.valueDate === entry.valueDate && !contradicts(one.entry, entry),
    )
  );
}

/** Whether a reference that a bank gives to one movement is the same; the payer's own counts only with the payer. */
export function shareReference(one: FileEntry, other: FileEntry): boolean {
  return sharesBanks(one, other) || sharesPayers(one, other);
}

type Name = keyof FileEntry['references'];

function isEqual(one: FileEntry, other: FileEntry, name: Name): boolean {
  return one.references[name] !== null && one.references[name] === other.references[name];
}

function sharesBanks(one: FileEntry, other: FileEntry): boolean {
  return (['uetr', 'clearing', 'transaction', 'servicer'] as const).some((name) => isEqual(one, other, name));
}

function sharesPayers(one: FileEntry, other: FileEntry): boolean {
  return isEqual(one, other, 'endToEnd') && isSameParty(one, other);
}

/** What the banks between give to a payment does not change on its way. */
function contradicts({ references: mine }: FileEntry, { references: theirs }: FileEntry): boolean {
  return (['uetr', 'transaction', 'clearing'] as const).some(
    (name) => mine[name] !== null && theirs[name] !== null && mine[name] !== theirs[name],
  );
}

function isSameParty({ party: one }: FileEntry, { party: other }: FileEntry): boolean {
  if (one.account !== null && other.account !== null) return one.account === other.account;
  return one.name !== null && one.name === other.name;
}
