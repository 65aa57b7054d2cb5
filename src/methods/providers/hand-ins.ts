import type { Queryable, Tables, Trx } from '../../db/index.ts';
import type { Money } from '../../lib/money.ts';

/** Statement files of the deployment's own accounts at banks, which users of an account upload (D42). */
export interface HandIns {
  readonly accounts: readonly HandInAccount[];
  /** The maximum size of a file. */
  readonly maxBytes: number;
  /** Previews an import by doing and undoing it. */
  foresee(file: HandedIn): Promise<Foreseen>;
  /** Imports a file, once. `also` runs in the same transaction for a file that is not refused. */
  take(file: HandedIn, also: (trx: Trx, imported: Imported) => Promise<void>): Promise<Imported>;
  /**
   * Records that a person read this balance at the bank. False if the statements do not prove it, or a later one
   * exists.
   */
  agree(trx: Trx, account: string, balance: Money): Promise<boolean>;
  /** The key by which files with the same content are known. */
  hashOf(bytes: Buffer): string;
  readonly files: OpenFiles;
}

/** A bank account as the users who upload its statements see it. */
export interface HandInAccount {
  id: string;
  asset: string;
  bank: string;
  number: string;
  /** The accounts of this deployment whose users may upload its statements. */
  importedBy: readonly string[];
  /** Above this, two people must confirm the credits; undefined for no limit. */
  cap: Money | undefined;
}

/** The files that wait for confirmation, each for a day. */
export interface OpenFiles {
  /** The newest first. */
  list(on: Queryable, key: { accountId: string }): Promise<OpenFile[]>;
  find(on: Queryable, key: FileKey): Promise<OpenFile | undefined>;
  /** The waiting file with this content. */
  findSame(on: Queryable, key: { accountId: string; sha256: string }): Promise<{ id: string } | undefined>;
  countWaiting(on: Queryable, key: { accountId: string }): Promise<{ count: number } | undefined>;
  /** Sealed; null once it was imported. */
  findContent(on: Queryable, key: FileKey): Promise<{ content: Buffer | null } | undefined>;
  /** Returns 0 if there is one with the same content. */
  insert(trx: Trx, file: NewOpenFile): Promise<number>;
  /** The first of two people; returns 0 if another was faster. */
  confirm(trx: Trx, by: FileKey & { userId: string }): Promise<number>;
  /** Records the import. Returns 0 if it was already imported, or no longer exists. */
  finish(trx: Trx, done: FileKey & { userId: string; result: string }): Promise<number>;
  /** Returns 0 if it was imported, or no longer exists. */
  discard(trx: Trx, key: FileKey): Promise<number>;
  deleteExpired(trx: Trx, key: { accountId: string }): Promise<number>;
}

export interface FileKey {
  accountId: string;
  id: string;
}

/** An uploaded file, which is imported once its closing balance is confirmed. */
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

/** A file as uploaded. */
export interface HandedIn {
  bytes: Buffer;
  name: string;
  source: 'folder' | 'command' | 'panel';
  by: string | null;
  /** The account that it must belong to; undefined for any that it names. */
  account: string | undefined;
  /** The accounts that the uploader may manage; undefined for all. To them, others do not exist. */
  among?: readonly string[];
}

/** The preview of a file's import. */
export interface Foreseen {
  format: string | null;
  /** The reason why it would not be imported at all. */
  refused: string | null;
  /** It is too large for a preview. */
  isTooLarge: boolean;
  statements: ForeseenStatement[];
  accounts: ForeseenAccount[];
}

/**
 * The reason why a statement waits, which is for the account's first balance, a missing statement, its other pages, or
 * a word of the bank. A `doubtful` one waits for people to check it, because a payer could have written its beginning
 * or end.
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
  /** All credits, including unbooked ones. */
  credits: string;
  /** The number of payers' payments that name an issued reference. */
  matched: number;
  /** Null where there are not both balances. */
  ties: boolean | null;
  /** `early`: reported before the books, or besides them. */
  outcome: 'booked' | 'early' | 'known' | 'waits';
  waits: WaitKind | null;
  /** The account's closing balance before. */
  last: string | null;
}

/** The totals of a file's statements for one account. */
export interface ForeseenAccount {
  account: string;
  currency: string;
  /** The last one; null if the file has none. */
  closing: string | null;
  credits: string;
  /**
   * The booked movements, in the bank's own entries, as its portal shows them; missing in files uploaded before this
   * was required.
   */
  moved?: { credits: ForeseenTotal; debits: ForeseenTotal };
  /**
   * Whether the credits could be made up although the closing balance is right, because they are cancelled, or a debit
   * is not explained by a payment of ours.
   */
  couldBeMadeUp?: boolean;
}

export interface ForeseenTotal {
  count: number;
  /** Without a sign. */
  sum: string;
}

/** The outcome of a file's import. */
export interface Imported {
  format: string | null;
  statements: number;
  /** New ones. */
  entries: number;
  /** The number of these that are payers' payments. */
  deposits: number;
  /** The reason why it was not imported at all; nothing was booked. */
  refused: string | null;
  /** The reason why a part of it waits; the rest is booked. */
  waiting: string | null;
}
