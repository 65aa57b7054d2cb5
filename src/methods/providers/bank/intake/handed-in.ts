/** A file as it was handed in. */
export interface HandedIn {
  bytes: Buffer;
  name: string;
  source: 'folder' | 'command' | 'panel';
  by: string | null;
  /** The account that it must be of; undefined for whichever it names. */
  account: string | undefined;
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
