import type { Queryable, Tables, Trx } from '../../db/index.ts';
import type { Money } from '../../lib/money.ts';

/** Statement files of the deployment's own accounts at banks, which people of an account hand in (D42). */
export interface HandIns {
  readonly accounts: readonly HandInAccount[];
  /** What a file may have at most. */
  readonly maxBytes: number;
  /** What would become of a file: it is done, and undone. */
  foresee(file: HandedIn): Promise<Foreseen>;
  /** Takes a file in, once. What is `also` done for a file that is not refused is done in the same transaction. */
  take(file: HandedIn, also: (trx: Trx, imported: Imported) => Promise<void>): Promise<Imported>;
  /** A person read this balance at the bank. False if the statements do not prove it, or a later one already. */
  agree(trx: Trx, account: string, balance: Money): Promise<boolean>;
  /** By which files with the same content are known. */
  hashOf(bytes: Buffer): string;
  readonly files: OpenFiles;
}

/** An account at a bank, as far as people see it who hand in its statements. */
export interface HandInAccount {
  id: string;
  asset: string;
  bank: string;
  number: string;
  /** The accounts of this deployment whose people may hand in its statements. */
  importedBy: readonly string[];
  /** Above this, two people must confirm what came in; undefined for no limit. */
  cap: Money | undefined;
}

/** The files that wait to be confirmed, each for a day. */
export interface OpenFiles {
  /** The newest first. */
  list(on: Queryable, key: { accountId: string }): Promise<OpenFile[]>;
  find(on: Queryable, key: FileKey): Promise<OpenFile | undefined>;
  /** The one with this content that waits to be confirmed. */
  findSame(on: Queryable, key: { accountId: string; sha256: string }): Promise<{ id: string } | undefined>;
  countWaiting(on: Queryable, key: { accountId: string }): Promise<{ count: number } | undefined>;
  /** Sealed; null once it was taken in. */
  findContent(on: Queryable, key: FileKey): Promise<{ content: Buffer | null } | undefined>;
  /** Returns 0 if there is one with the same content. */
  insert(trx: Trx, file: NewOpenFile): Promise<number>;
  /** The first of two people; returns 0 if somebody else was faster. */
  confirm(trx: Trx, by: FileKey & { userId: string }): Promise<number>;
  /** Taken in. Returns 0 if it was already, or is no longer there. */
  finish(trx: Trx, done: FileKey & { userId: string; result: string }): Promise<number>;
  /** Returns 0 if it was taken in, or is no longer there. */
  discard(trx: Trx, key: FileKey): Promise<number>;
  deleteExpired(trx: Trx, key: { accountId: string }): Promise<number>;
}

export interface FileKey {
  accountId: string;
  id: string;
}

/** A file that somebody handed in, and that is taken in once its closing balance is confirmed. */
export interface OpenFile extends Pick<
  Tables['bank_handed_in'],
  | 'id'
  | 'sha256'
  | 'name'
  | 'bankAccount'
  | 'handedInBy'
  | 'createdAt'
  | 'expiresAt'
  | 'confirmedBy'
  | 'confirmedAt'
  | 'doneBy'
  | 'doneAt'
> {
  handedInByEmail: string;
  confirmedByEmail: string | null;
  doneByEmail: string | null;
  summary: Foreseen;
  result: (Imported & { agreed: boolean }) | null;
}

export type NewOpenFile = FileKey &
  Pick<Tables['bank_handed_in'], 'sha256' | 'name' | 'bankAccount' | 'handedInBy'> & {
    content: Buffer;
    /** JSON. */
    summary: string;
  };

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
