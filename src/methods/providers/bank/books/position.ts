import type { Queryable } from '../../../../db/index.ts';
import { money, type Money } from '../../../../lib/money.ts';
import { issuedAmong } from '../accounts/instructions.ts';
import { NO_REFERENCES } from '../files/index.ts';
import { candidateReferences } from '../references/index.ts';
import { givenOut, isAlike, matchUp, type ReportedEntry } from './alike.ts';
import type { Claim, DatedEntry } from './claim.ts';
import { fromJson } from './entry-json.ts';
import * as repository from './repository.ts';

/** The books of an account, up to their last closed day. */
export type Books = Pick<repository.AccountState, 'account' | 'closing' | 'closedOn' | 'statements'>;

/** A statement's relation to the books. It has the entries that continue them, or they contain it, or it must wait. */
export type StatementPosition = { is: 'next'; entries: DatedEntry[] } | { is: 'known' } | { is: 'waiting' };

const WAITING: StatementPosition = { is: 'waiting' };
const KNOWN: StatementPosition = { is: 'known' };
/** The maximum number of booked entries in a statement's days beyond its own; with more, it cannot be the same. */
const MOST_BESIDES = 5_000;

/**
 * Determines a statement's relation to the books (D42). It continues them if it opens with the last closing balance and
 * all of it is later than the last closed day. Balances recur, so within closed days more is required. The books
 * contain the statement if they have each of its entries between the same balances. Of an overlapping one, only the
 * later part continues them, and only if it contains everything booked since its opening balance.
 */
export async function positionOf(on: Queryable, books: Books, claim: Claim): Promise<StatementPosition> {
  const { closing, closedOn } = books;
  if (closing === null) return WAITING;
  const goesOn = claim.opening.eq(money(closing));
  if (closedOn === null || claim.first > closedOn) {
    return goesOn ? { is: 'next', entries: claim.entries } : WAITING;
  }
  // A day without movements need not be waited for, and has nothing to book.
  if (claim.entries.length === 0) return KNOWN;
  const overlap = await readOverlap(on, { ...books, closing, closedOn }, claim);
  if (overlap === undefined) return WAITING;
  const rest = overlap.later() ?? ((await isNextOfDay(on, books, overlap)) ? overlap.mine : undefined);
  if (rest !== undefined && (rest.length > 0 || claim.last > closedOn)) {
    return { is: 'next', entries: rest.map(({ entry }) => entry) };
  }
  return claim.last <= closedOn && overlap.isKnown() ? KNOWN : WAITING;
}

type Mine = ReportedEntry & { entry: DatedEntry };

/**
 * The entries of a statement that the books lack. None may be booked without two operators, because they concern closed
 * days.
 */
export async function listMissing(on: Queryable, books: Books, claim: Claim): Promise<DatedEntry[]> {
  const { closing, closedOn } = books;
  if (closing === null || closedOn === null || claim.first > closedOn) return claim.entries;
  const overlap = await readOverlap(on, { ...books, closing, closedOn }, claim);
  if (overlap === undefined) throw new Error('the books have too much in these days');
  return matchUp(overlap.mine, overlap.theirs).mine.map(({ entry }) => entry);
}

/** A statement beside the booked entries of its days. */
class Overlap {
  readonly #claim: Claim;
  readonly #closedOn: string;
  readonly mine: readonly Mine[];
  readonly theirs: readonly ReportedEntry[];
  /** The places in the books at which the balance was the statement's opening one. */
  readonly starts: readonly number[];

  constructor(
    claim: Claim,
    { closing, closedOn }: { closing: Money; closedOn: string },
    lists: { mine: readonly Mine[]; theirs: readonly ReportedEntry[] },
  ) {
    this.#claim = claim;
    this.#closedOn = closedOn;
    this.mine = lists.mine;
    this.theirs = lists.theirs;
    let balance = lists.theirs.reduce((before, { entry }) => before.minus(entry.amount), closing);
    const balances = [balance];
    for (const { entry } of lists.theirs) balances.push((balance = balance.plus(entry.amount)));
    this.starts = balances.flatMap((one, at) => (one.eq(claim.opening) ? [at] : []));
  }

  get end(): number {
    return this.theirs.length;
  }

  get claim(): Claim {
    return this.#claim;
  }

  /** Whether the books have each of its entries, from one of those places on. */
  isKnown(): boolean {
    const count = this.mine.length;
    return this.starts.some((at) => {
      const run = this.theirs.slice(at, at + count);
      return run.length === count && matchUp(this.mine, run).mine.length === 0;
    });
  }

  /** Its entries beyond all that was booked since its opening balance; undefined if it does not contain all of that. */
  later(): Mine[] | undefined {
    const [first] = this.starts;
    if (first === undefined || this.#claim.last < this.#closedOn) return undefined;
    // Only an export of movements, which belongs to no statement, can begin or end anywhere in a day.
    const isExport = this.#claim.format === 'CSV';
    if (first > 0 && !(isExport && this.theirs[first - 1]?.day === this.#claim.first)) return undefined;
    const { mine, theirs } = matchUp(this.mine, this.theirs.slice(first));
    const isLater = mine.every(({ day }) => day > this.#closedOn || (isExport && day === this.#closedOn));
    return theirs.length === 0 && isLater ? mine : undefined;
  }
}

async function readOverlap(
  on: Queryable,
  { account, closing, closedOn }: { account: string; closing: string; closedOn: string },
  claim: Claim,
): Promise<Overlap | undefined> {
  const last = claim.last < closedOn ? claim.last : closedOn;
  const limit = claim.entries.length + MOST_BESIDES;
  const rows = await repository.listBooked(on, { account, first: claim.first, last, limit });
  if (rows.length === limit) return undefined;
  const after = await repository.sumBookedAfter(on, { account, last });
  const reported = rows.map(({ bookingDate, entry, format }) => ({
    day: bookingDate ?? '',
    entry: fromJson(entry),
    format,
  }));
  const own = claim.entries.map((entry) => ({ day: entry.bookingDate, entry, format: claim.format }));
  const candidates = [...reported, ...own].flatMap(({ entry }) => candidateReferences(entry));
  const issued = new Set(await issuedAmong(on, [...new Set(candidates)]));
  const isIssued = (reference: string): boolean => issued.has(reference);
  return new Overlap(
    claim,
    { closing: money(closing).minus(after?.sum ?? '0'), closedOn },
    {
      mine: own.map((one) => ({ ...one, references: givenOut(one.entry, isIssued) })),
      theirs: reported.map((one) => ({ ...one, references: givenOut(one.entry, isIssued) })),
    },
  );
}

/**
 * Whether it is the bank's next statement of the closed day, by its number. If its opening balance occurred before on
 * that day, it could also be the day repeated, so it must not contain a movement that the books may have.
 */
async function isNextOfDay(on: Queryable, books: Books, overlap: Overlap): Promise<boolean> {
  const { claim, starts, end, mine, theirs } = overlap;
  if (claim.first !== books.closedOn || !starts.includes(end) || claim.bankId === null) return false;
  const last = await repository.findNumbered(on, { account: books.account, number: books.statements });
  if (!isNextNumber(last?.bankId ?? null, claim.bankId)) return false;
  const again = theirs.slice(starts[0]);
  if (again.length === 0) return true;
  const amounts = matchUp(bare(again), bare(mine)).mine;
  return amounts.length > 0 && !mine.some((one) => again.some((other) => isAlike(one, other)));
}

/** With nothing but day and amount. */
function bare(list: readonly ReportedEntry[]): ReportedEntry[] {
  return list.map(({ day, entry, format }) => ({
    day,
    format,
    references: [],
    entry: { ...entry, references: NO_REFERENCES, texts: [], creditorReferences: [] },
  }));
}

/** `00331` comes before `00332`, and `STMT-7` before `STMT-8`. */
function isNextNumber(before: string | null, next: string): boolean {
  const [, stem, number] = /^(.*?)([0-9]{1,18})$/s.exec(before ?? '') ?? [];
  const [, nextStem, nextNumber] = /^(.*?)([0-9]{1,18})$/s.exec(next) ?? [];
  if (number === undefined || nextNumber === undefined) return false;
  return stem === nextStem && BigInt(number) + 1n === BigInt(nextNumber);
}
