/** A file as it was handed in. */
export interface HandedIn {
  bytes: Buffer;
  name: string;
  source: 'folder' | 'command' | 'panel';
  by: string | null;
  /** The account that it must be of; undefined for whichever it names. */
  account: string | undefined;
  /** The accounts that whoever hands it in has a say in; undefined for all. To them, others do not exist. */
  among?: readonly string[];
}

/** What would become of a file. */
export interface Foreseen {
  format: string | null;
  /** Why it would not be taken at all. */
  refused: string | null;
  /** It is too much for a summary. */
  isTooLarge: boolean;
  statements: ForeseenStatement[];
  accounts: ForeseenAccount[];
}

/**
 * Why a statement waits: for the account's first balance, a missing statement, its other pages, or a word of the bank;
 * `doubtful`: for people to look, because a payer could have written where it begins or ends.
 */
export type WaitKind =
  'first' | 'gap' | 'pages' | 'no_opening' | 'no_day' | 'future' | 'restated' | 'doubtful';

export interface ForeseenStatement {
  account: string;
  bankId: string | null;
  /** As the file gives them. */
  from: string | null;
  to: string | null;
  opening: string | null;
  closing: string | null;
  entries: number;
  /** What came in, also what is not booked yet. */
  credits: string;
  /** How many payments of payers name a reference that was given out. */
  matched: number;
  /** Null where there are not both balances. */
  ties: boolean | null;
  /** `early`: told before the books, or besides them. */
  outcome: 'booked' | 'early' | 'known' | 'waits';
  waits: WaitKind | null;
  /** The account's closing balance before. */
  last: string | null;
}

/** What the file's statements of one account come to. */
export interface ForeseenAccount {
  account: string;
  currency: string;
  /** The last one; null if the file has none. */
  closing: string | null;
  credits: string;
  /** What the bank booked, in its own entries, as its portal shows them; not in files handed in before it was asked for. */
  moved?: { credits: ForeseenTotal; debits: ForeseenTotal };
  /**
   * Whether what came in could be made up although the closing balance is right: it is cancelled, or something went out that
   * no payment of ours explains.
   */
  couldBeMadeUp?: boolean;
}

export interface ForeseenTotal {
  count: number;
  /** Without a sign. */
  sum: string;
}

/** What became of a file. */
export interface Imported {
  format: string | null;
  statements: number;
  /** New ones. */
  entries: number;
  /** Of those, payments by payers. */
  deposits: number;
  /** Why it was not taken at all; nothing was booked. */
  refused: string | null;
  /** Why a part of it waits; the rest is booked. */
  waiting: string | null;
}

/** Of a file in which nothing is new. */
export const NOTHING_TAKEN = {
  ...{ statements: 0, entries: 0, deposits: 0 },
  ...{ refused: null, waiting: null },
} as const;
