import type { Money } from '../../../../lib/money.ts';

/** What a file of a bank says, whatever its format. Amounts are signed: positive for money in. */
export interface StatementFile {
  /** As the file itself says: `camt.053.001.08`, `camt.054` without a version it names, `MT940`, `MT942`, `BAI2`, `CSV`. */
  format: string;
  statements: FileStatement[];
}

/** The entries of one account in a file. */
export interface FileStatement {
  /** `books`: what the bank has booked, with balances. `early`: what it tells before, or besides, its books. */
  role: 'books' | 'early';
  /** The account as the file names it: an IBAN or a number, without spaces. */
  account: string;
  /** ISO 4217. */
  currency: string;
  /** The bank's own identification of the statement, not unique in time; null if it gives none. */
  id: string | null;
  /** For statements of several pages: which, and whether it is the last. */
  page: { number: number; isLast: boolean } | null;
  /** The period as the file gives it; null if it does not. */
  from: string | null;
  to: string | null;
  /** Null where the file has none, as most `early` ones. */
  opening: Balance | null;
  closing: Balance | null;
  entries: FileEntry[];
  /** Entries as the bank counts them: `entries` has more where a collective one is split into its payments. */
  entryCount: number;
  /** Whether opening + booked entries = closing, exactly; null without both balances, and for a page that shares them. */
  ties: boolean | null;
  /** Why it must not be believed, apart from not tying: an entry of another currency, for one. */
  faults: string[];
  /** What is odd but decides nothing: a summary that does not agree, for one. */
  warnings: string[];
  /** What was booked, in the bank's own entries, as its portal shows them. */
  moved: Moved;
  /** Whether its header, or its end, could be what a payer wrote into a text: then it waits for people. */
  isDoubtful: boolean;
}

/** How many entries came in and went out, and what they add up to, both without a sign. */
export interface Moved {
  credits: Total;
  debits: Total;
}

export interface Total {
  count: number;
  sum: Money;
}

export interface Balance {
  amount: Money;
  /** YYYY-MM-DD as the file gives it, which need not be a day of the calendar; null if it gives none. */
  date: string | null;
}

/** One entry, or one payment of a collective entry that tells all of them with their amounts. */
export interface FileEntry {
  amount: Money;
  /** `booked` counts for the balance, `pending` does not yet, `information` never will. */
  status: 'booked' | 'pending' | 'information';
  /** YYYY-MM-DD in the bank's zone, always a day of the calendar; null if it gives none. */
  bookingDate: string | null;
  valueDate: string | null;
  /**
   * What the bank says that it is. `return`: money that we sent comes back. `taken_back`: a debit that undoes a credit.
   * `charge`: what the bank takes for itself. `payment`: anything else.
   */
  kind: 'payment' | 'return' | 'taken_back' | 'charge';
  /** The bank's own code: `PMNT/RCDT/ESCT`, `NTRF`, `195`; with a proprietary one after a space. */
  code: string | null;
  /** The bank's references, none of which is unique. `entry` is null if it only counts the statement's entries. */
  references: {
    servicer: string | null;
    entry: string | null;
    endToEnd: string | null;
    instruction: string | null;
    transaction: string | null;
    uetr: string | null;
    clearing: string | null;
    message: string | null;
    paymentInformation: string | null;
  };
  /** Structured creditor references, as written. */
  creditorReferences: string[];
  /** What the payer or the bank wrote, in the file's order, each as one line. */
  texts: string[];
  /** The other party, as far as the bank tells. */
  party: {
    name: string | null;
    /** IBAN, CLABE or number. */
    account: string | null;
    /** BIC. */
    bic: string | null;
    /** The bank's number in its country's clearing: an ABA routing number in the US. */
    routing: string | null;
  };
  /** What was ordered, where it differs from what was booked: then charges were deducted on the way. */
  instructed: { amount: Money; currency: string } | null;
  /** Why it is returned or taken back: a code (`AC04`, `R02`) and words. */
  reason: { code: string | null; words: string | null } | null;
  /** Of a collective entry that is not split: how many payments it has. */
  batchOf: number | null;
  /** Of the payments of one that is split: its amount on the first, zero on the others; null for the bank's own entries. */
  collective: string | null;
  /** Whether a payer could have written the entry into the text of another, which this format cannot tell. */
  couldBeText: boolean;
}

/** A file that must not be believed or cannot be read. Its message is one line for the operator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
