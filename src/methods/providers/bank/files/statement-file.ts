import type { Money } from '../../../../lib/money.ts';

/** The content of a bank's file in any format. Amounts are signed, positive for money in. */
export interface StatementFile {
  /** As the file states it: `camt.053.001.08`, `camt.054` without a stated version, `MT940`, `MT942`, `BAI2`, `CSV`. */
  format: string;
  statements: FileStatement[];
}

/** The entries of one account in a file. */
export interface FileStatement {
  /** `books`: booked entries, with balances. `early`: reports before, or besides, the books. */
  role: 'books' | 'early';
  /** The account as the file names it, which is an IBAN or a number without spaces. */
  account: string;
  /** ISO 4217. */
  currency: string;
  /** The bank's own identification of the statement, not unique in time; null if it gives none. */
  id: string | null;
  /** The page of a statement with several, and whether it is the last. */
  page: { number: number; isLast: boolean } | null;
  /** The period as the file gives it; null if it does not. */
  from: string | null;
  to: string | null;
  /** Null where the file has none, as most `early` ones. */
  opening: Balance | null;
  closing: Balance | null;
  entries: FileEntry[];
  /** The number of the bank's own entries; `entries` has more where a collective one is split into its payments. */
  entryCount: number;
  /** Whether opening + booked entries = closing, exactly; null without both balances, and for a page that shares them. */
  ties: boolean | null;
  /** Reasons not to believe it, besides not tying, such as an entry of another currency. */
  faults: string[];
  /** Oddities without consequences, such as a summary that does not agree. */
  warnings: string[];
  /** The booked movements, in the bank's own entries, as its portal shows them. */
  moved: Moved;
  /** Whether its header, or its end, could be a payer's text, in which case it waits for people. */
  isDoubtful: boolean;
}

/** The numbers of credits and debits, and their sums, without a sign. */
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
   * The bank's classification. `return`: money that we sent comes back. `taken_back`: a debit that undoes a credit.
   * `charge`: the bank's own fee. `payment`: anything else.
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
  /** The texts of the payer or the bank, in the file's order, each as one line. */
  texts: string[];
  /** The other party, as far as the bank names it. */
  party: {
    name: string | null;
    /** IBAN, CLABE or number. */
    account: string | null;
    /** BIC. */
    bic: string | null;
    /** The bank's number in its country's clearing, such as an ABA routing number in the US. */
    routing: string | null;
  };
  /** The ordered amount, if it differs from the booked one because charges were deducted on the way. */
  instructed: { amount: Money; currency: string } | null;
  /** The reason for a return or recall, as a code (`AC04`, `R02`) and words. */
  reason: { code: string | null; words: string | null } | null;
  /** For a collective entry that is not split, the number of its payments. */
  batchOf: number | null;
  /**
   * For the payments of a split entry, its amount on the first and zero on the others. Null for the bank's own entries.
   */
  collective: string | null;
  /** Whether a payer could have written the entry into the text of another, which this format cannot rule out. */
  couldBeText: boolean;
}

/** A file that must not be believed or cannot be read. Its message is one line for the operator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
