import { createHash } from 'node:crypto';
import type { Queryable } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { formatAmount, type Money, ZERO } from '../lib/money.ts';
import { sumTyped } from '../pages/index.ts';
import type { Withdrawals, WithdrawalTerms } from '../transfers/index.ts';
import {
  isSameDestination,
  listDestinations,
  partsOf,
  savedAs,
  type DestinationParts,
  type SavedDestination,
} from '../treasury/index.ts';
import type { WrittenLine } from './file.ts';

const MAX_REFERENCE_LENGTH = 100;
const MAX_NOTE_LENGTH = 200;

/** A line that can be sent as it is. */
export interface GoodLine extends WithdrawalTerms {
  amount: Money;
  /** Null if the destination is not saved. */
  saved: SavedDestination | null;
}

/** A line with its terms or, if it has one, the fault that is to be corrected. */
export interface CheckedLine {
  written: WrittenLine;
  terms: GoodLine | undefined;
  problem: DomainError | undefined;
  /** An earlier line with the same destination and amount, which may be the same payment twice. */
  sameAs: number | undefined;
}

export interface CheckedBatch {
  asset: string;
  lines: readonly CheckedLine[];
  /** The sum of all lines that can be sent, including their fees, in `asset`. */
  total: Money;
  fees: Money;
  /** A digest of all that was shown for review. A batch is requested with the digest of what its requester saw. */
  digest: string;
}

/** Checks every line of a batch from a balance of `asset`. Throws only `account_not_found`. */
export async function checkLines(
  on: Queryable,
  withdrawals: Withdrawals,
  { accountId, asset, lines }: { accountId: string; asset: string; lines: readonly WrittenLine[] },
): Promise<CheckedBatch> {
  const [termsOf, saved] = await Promise.all([
    withdrawals.readTerms(on, { accountId, asset }),
    listDestinations(on, { accountId }),
  ]);
  const checked: CheckedLine[] = [];
  const references = new Map<string, number>();
  for (const written of lines) {
    const { terms, problem } = attempt(() => {
      requireTexts(written, references);
      const amount = sumTyped(written.amount, asset);
      const to = recipientOf(written, saved);
      const found = termsOf({ amount, ...to });
      return { ...found, amount, saved: to.saved ?? savedAs(found.destination, saved) };
    });
    if (written.reference !== undefined) references.set(written.reference, written.line);
    checked.push({ written, terms, problem, sameAs: terms && findSame(checked, terms) });
  }
  const good = checked.flatMap(({ terms }) => terms ?? []);
  return {
    asset,
    lines: checked,
    total: good.reduce((sum, { amount }) => sum.plus(amount), ZERO),
    fees: good.reduce((sum, { fee }) => sum.plus(fee), ZERO),
    digest: digestOf(asset, checked),
  };
}

function attempt(judge: () => GoodLine): { terms: GoodLine | undefined; problem: DomainError | undefined } {
  try {
    return { terms: judge(), problem: undefined };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { terms: undefined, problem: error };
  }
}

function requireTexts({ reference, note }: WrittenLine, references: ReadonlyMap<string, number>): void {
  requireText('reference', reference, MAX_REFERENCE_LENGTH);
  requireText('note', note, MAX_NOTE_LENGTH);
  const earlier = reference === undefined ? undefined : references.get(reference);
  if (earlier !== undefined) {
    throw invalidParam('reference.duplicate', `Line ${earlier} has the same reference.`);
  }
}

function requireText(param: string, text: string | undefined, most: number): void {
  if (text !== undefined && (text.length > most || /\p{Cc}/u.test(text))) {
    throw invalidParam(param, `The ${param} may have up to ${most} characters, on one line.`);
  }
}

interface Recipient {
  method: string;
  destination: DestinationParts;
  saved: SavedDestination | null;
}

/** The saved destination that the line names, or the one that it spells out; not both, because they may disagree. */
function recipientOf(
  { destination: label, method, parts }: WrittenLine,
  all: readonly SavedDestination[],
): Recipient {
  const isSpelledOut = Object.keys(parts).length > 0;
  if (label === undefined) {
    if (method === undefined)
      throw invalidParam('method', 'The line names neither a saved destination nor a method.');
    return { method, destination: parts, saved: null };
  }
  if (isSpelledOut) {
    throw invalidParam(
      'destination.both',
      'Give the name of a saved destination, or its details, but not both.',
    );
  }
  const named = all.filter((one) => one.label === label && (method === undefined || one.method === method));
  const [saved, another] = named;
  if (!saved)
    throw new DomainError('destination_not_found', { message: `No saved destination is called ${label}.` });
  if (another) {
    throw invalidParam('destination.ambiguous', `Several saved destinations are called ${label}.`);
  }
  return { method: saved.method, destination: partsOf(saved.destination), saved };
}

function findSame(earlier: readonly CheckedLine[], terms: GoodLine): number | undefined {
  return earlier.find(
    (one) =>
      one.terms !== undefined &&
      one.terms.amount.eq(terms.amount) &&
      isSameDestination(one.terms.destination, terms.destination),
  )?.written.line;
}

function digestOf(asset: string, lines: readonly CheckedLine[]): string {
  const shown = lines.map(({ written, terms }) => [
    written.line,
    written.reference,
    written.note,
    ...(terms
      ? [
          formatAmount(terms.amount),
          formatAmount(terms.fee),
          terms.method.name,
          terms.destination,
          terms.saved?.id,
        ]
      : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([asset, shown]))
    .digest('hex');
}
