import type { FileEntry } from '../files/index.ts';
import { candidateReferences } from '../references/index.ts';
import { textOf } from './fingerprint.ts';

/** A movement, with the day of its booking, and our own reference if known. */
export interface ReportedEntry {
  day: string;
  entry: FileEntry;
  /** The format of its file, if known. */
  format: string | null;
  /** All of our references that it names. */
  references: readonly string[];
}

/** The references that a payment has in every format. */
const OF_PAYMENT = ['uetr', 'transaction', 'clearing', 'endToEnd'] as const;
/** Many banks number their entries differently in each format. */
const REFERENCES = [...OF_PAYMENT, 'servicer'] as const;

/**
 * Matches the movements of two lists that may be the same, reported by another file or in another format. They have
 * equal day and amount, and no contradicting reference. Those with equal texts come first. Returns the unmatched rest
 * of both lists.
 */
export function matchUp<Mine extends ReportedEntry, Theirs extends ReportedEntry>(
  mine: readonly Mine[],
  theirs: readonly Theirs[],
): { mine: Mine[]; theirs: Theirs[] } {
  const exact = matchBy(mine, theirs, keyOf, () => true);
  return matchBy(exact.mine, exact.theirs, ({ day, entry }) => `${day} ${entry.amount.toFixed()}`, isAlike);
}

/** Whether two movements of one amount may be the same. */
export function isAlike(one: ReportedEntry, other: ReportedEntry): boolean {
  if (!one.entry.amount.eq(other.entry.amount)) return false;
  const [mine, theirs] = [one.entry.references, other.entry.references];
  const names = kindOf(one.format) === kindOf(other.format) ? REFERENCES : OF_PAYMENT;
  const differs = names.some(
    (name) => mine[name] !== null && theirs[name] !== null && mine[name] !== theirs[name],
  );
  if (differs) return false;
  const both = one.references.length > 0 && other.references.length > 0;
  return !both || one.references.some((reference) => other.references.includes(reference));
}

function matchBy<Mine extends ReportedEntry, Theirs extends ReportedEntry>(
  mine: readonly Mine[],
  theirs: readonly Theirs[],
  keyOf: (one: ReportedEntry) => string,
  isSame: (one: ReportedEntry, other: ReportedEntry) => boolean,
): { mine: Mine[]; theirs: Theirs[] } {
  const left = new Map<string, Theirs[]>();
  for (const one of theirs.toReversed()) {
    const key = keyOf(one);
    const equal = left.get(key);
    if (equal) equal.push(one);
    else left.set(key, [one]);
  }
  const unpaired = mine.filter((one) => {
    const equal = left.get(keyOf(one)) ?? [];
    // From the end, where the first of them are, so that removing one moves nothing.
    const at = equal.findLastIndex((other) => isSame(one, other));
    if (at >= 0) equal.splice(at, 1);
    return at < 0;
  });
  return { mine: unpaired, theirs: [...left.values()].flatMap((equal) => equal.toReversed()) };
}

function keyOf({ day, entry }: ReportedEntry): string {
  const references = REFERENCES.map((name) => entry.references[name]);
  return JSON.stringify([day, entry.amount.toFixed(), references, textOf(entry)]);
}

/** `camt` for all messages and versions. */
function kindOf(format: string | null): string | undefined {
  return format?.split('.')[0];
}

/** The references in an entry that were issued. */
export function givenOut(entry: FileEntry, isIssued: (reference: string) => boolean): string[] {
  return candidateReferences(entry).filter(isIssued);
}
