// The parts of pg that this service relies on beyond its documentation. Those are the methods that its client calls on
// a query, the stream of its connection, the messages of its protocol package, and how it writes parameters.
// Made for pg 8.23.1 and pg-protocol 1.16.1; guarded by test/http/libraries.test.ts.
//
// The gain over pg's own `pipeline: true` with the same named statements, in requests per second of the whole service
// (two cores, 8 rounds, two pairs each): GET link 49 and 28 %, list links 11 and 22 %, POST link 20 and 13 %. To
// measure it, make `Pipeline.query` return `client.query(command)` in another checkout, and run `npm run bench --
// against DIR --only link`.
import pg from 'pg';
import { serialize } from 'pg-protocol';
import pgUtils from 'pg/lib/utils.js';
import { toCamelCase } from '../lib/case.ts';
import { memoize } from '../lib/memoize.ts';
import { MAX_DAYS_KNOWN } from '../lib/timestamp.ts';

/** A statement to run with values; one with a name is prepared once on each connection. */
export interface Command {
  name?: string;
  text: string;
  values?: unknown[];
  /** The names of a row's properties: `accountId` for the column `account_id` if set, otherwise the column's own. */
  camelCase?: boolean;
}

export interface Rows<R> {
  rows: R[];
  rowCount: number | null;
  command: string;
}

interface Column {
  /** The property's name in a row. */
  name: string;
  parse: (text: string) => unknown;
}

const TIMESTAMPTZ: number = pg.types.builtins.TIMESTAMPTZ;
const TEXT_ARRAY = 1009;
const MAX_ARRAYS_KNOWN = 1_000;

const beginningOfDayMs = memoize((date: string) => Date.parse(date), { maxKnown: MAX_DAYS_KNOWN });

/** From 2026-11-20 08:15:30.123456+00, as a session in UTC writes it; to the millisecond. */
function parseTime(text: string): Date {
  let ms = 0;
  const end = Math.min(text.length - '+00'.length, '2026-11-20 08:15:30.123'.length);
  for (let at = 20, unitMs = 100; at < end; at++, unitMs /= 10) ms += digit(text, at) * unitMs;
  const seconds = (twoDigits(text, 11) * 60 + twoDigits(text, 14)) * 60 + twoDigits(text, 17);
  return new Date(beginningOfDayMs(text.slice(0, 10)) + seconds * 1000 + ms);
}

/** Equal arrays are shared and frozen. Most rows have one of a few, and parsing each would cost a fifth of a row. */
const parseTextArray = memoize(
  (text: string): readonly string[] =>
    Object.freeze((parserOf(TEXT_ARRAY) as (text: string) => string[])(text)),
  { maxKnown: MAX_ARRAYS_KNOWN },
);

const PARSERS: Partial<Record<number, Column['parse']>> = {
  [TIMESTAMPTZ]: parseTime,
  [TEXT_ARRAY]: parseTextArray,
};

function parserOf(type: number): Column['parse'] {
  return pg.types.getTypeParser(type) as Column['parse'];
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - 48;
}

/** The columns of a result. */
interface Columns {
  list: readonly Column[];
  /** A row without values, to be copied, if it has too many columns to be filled one by one. */
  wide: Readonly<Record<string, null>> | undefined;
}

/** V8 makes a slow dictionary of an object to which more are added one by one. For fewer, that is faster than a copy. */
const MOST_ADDED = 19;
const NO_COLUMNS: Columns = { list: [], wide: undefined };

function columnsOf(list: readonly Column[]): Columns {
  if (list.length <= MOST_ADDED) return { list, wide: undefined };
  // From JSON, because an object that is built in any other way would itself not be a fast one.
  const names = list.map(({ name }) => `${JSON.stringify(name)}:null`);
  return { list, wide: JSON.parse(`{${names.join()}}`) as NonNullable<Columns['wide']> };
}

/** A command from its call until its result or its failure is known. */
interface Entry {
  command: Command;
  values: (string | Buffer | null)[];
  columns: Columns;
  rows: Record<string, unknown>[];
  resolve: (result: Rows<never>) => void;
  reject: (error: unknown) => void;
}

/**
 * The statements that a connection has prepared, with the columns of their results. Postgres is queried for these once,
 * because it refuses to run a prepared statement whose columns would have changed.
 */
type Prepared = Map<string, Columns>;

/** How often a statement was found to be prepared for other columns, because a migration ran meanwhile. */
let timesOutdated = 0;

/**
 * Whether Postgres refused a statement because its columns have changed since it was prepared. All connections prepare
 * theirs again from then on, so it succeeds when it is sent again.
 */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Sends the commands of one connection in batches. All commands of a batch are sent in one write that ends with one
 * Sync, so that Postgres responds in one write too. The cost of a short statement is its system calls, not the query.
 *
 * Each command sees the effects of the ones before it, also within a batch. Once one fails, Postgres skips the rest of
 * its batch. `afterFailure` determines whether the rest fails with it, as in a transaction, or is sent again, as for
 * independent reads, together with the failed one if that was only prepared for other columns.
 */
export class Pipeline {
  readonly #client: pg.ClientBase;
  readonly #schedule: (send: () => void) => void;
  readonly #afterFailure: 'fail' | 'resend';
  readonly #prepared: Prepared = new Map();
  #timesOutdated = timesOutdated;
  #waiting: Entry[] = [];
  /** Batches that were sent and not answered yet. */
  #owed = 0;

  constructor(
    client: pg.ClientBase,
    options: {
      /** Defers sending until the batch is complete. */
      schedule: (send: () => void) => void;
      afterFailure: 'fail' | 'resend';
    },
  ) {
    this.#client = client;
    this.#schedule = options.schedule;
    this.#afterFailure = options.afterFailure;
  }

  query<R>(command: Command): Promise<Rows<R>> {
    return new Promise((resolve, reject) => {
      const values = (command.values ?? []).map((value) => pgUtils.prepareValue(value));
      this.#add({ command, values, columns: NO_COLUMNS, rows: [], resolve, reject });
    });
  }

  /** Whether a response of Postgres is due. */
  get isOwed(): boolean {
    return this.#owed > 0;
  }

  /** Drops the commands that were not sent yet, which fail with this error. */
  withdraw(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #add(entry: Entry): void {
    this.#waiting.push(entry);
    if (this.#waiting.length === 1) this.#schedule(() => this.#send());
  }

  #send(): void {
    if (this.#waiting.length === 0) return;
    if (this.#timesOutdated !== timesOutdated) this.#prepared.clear();
    this.#timesOutdated = timesOutdated;
    const batch = new Batch(this.#waiting, this.#prepared, {
      skipped: (rest, error) => {
        for (const entry of rest) {
          // A lost connection accepts no more commands.
          if (this.#afterFailure === 'resend' && error instanceof pg.DatabaseError) this.#add(entry);
          else entry.reject(error);
        }
      },
      answered: () => (this.#owed -= 1),
    });
    this.#waiting = [];
    this.#owed += 1;
    this.#client.query(batch);
  }
}

/** pg's connection, as far as a batch uses it. */
interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): boolean };
}

interface Then {
  /** With those that Postgres did not run because of one that failed. */
  skipped: (rest: readonly Entry[], error: unknown) => void;
  /** Once Postgres has answered all of it; not when the connection is lost. */
  answered: () => void;
}

/** Larger batches take a while to send, over a slow network or to a busy server. */
const LARGE_BYTES = 64 * 1024;
/**
 * Sent first, so that the server is at work for this connection while the rest arrives. It would seem idle until it has
 * read the first command whole, and an idle one that owes an answer counts as lost (`watchSilence`).
 */
const ANNOUNCEMENT = serialize.parse({ name: '', text: '' });

/**
 * Several commands as one query of pg's. It is a subclass of pg.Query, because pg accepts nothing else while it
 * pipelines. The rest of the class is replaced; pg calls these methods with Postgres's responses, in order.
 */
class Batch extends pg.Query {
  readonly #entries: readonly Entry[];
  readonly #prepared: Prepared;
  readonly #then: Then;
  #at = 0;

  constructor(entries: readonly Entry[], prepared: Prepared, then: Then) {
    super('');
    this.#entries = entries;
    this.#prepared = prepared;
    this.#then = then;
  }

  requiresPreparation(): boolean {
    return true;
  }

  /**
   * In one piece, because the connection's own methods hand the socket every message, which costs more than encoding
   * them.
   */
  prepare({ stream }: Wire): void {
    const messages: Buffer[] = [];
    for (const entry of this.#entries) {
      const { name = '', text } = entry.command;
      const columns = this.#prepared.get(name);
      if (columns) entry.columns = columns;
      // It may have failed after it was prepared, or still be in flight; closing a missing statement is no error.
      else messages.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
      messages.push(serialize.bind({ statement: name, values: entry.values }));
      if (!columns) messages.push(serialize.describe({ type: 'P' }));
      messages.push(serialize.execute());
    }
    messages.push(serialize.sync());
    const size = messages.reduce((sum, { length }) => sum + length, 0);
    if (size > LARGE_BYTES) messages.unshift(ANNOUNCEMENT);
    if (stream.writable) stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const entry = this.#current();
    const { camelCase = false } = entry.command;
    entry.columns = columnsOf(
      fields.map(({ name, dataTypeID }) => ({
        name: camelCase ? toCamelCase(name) : name,
        parse: PARSERS[dataTypeID] ?? parserOf(dataTypeID),
      })),
    );
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, rows } = this.#current();
    const { list, wide } = columns;
    const row: Record<string, unknown> = wide ? { ...wide } : {};
    for (let at = 0; at < list.length; at++) {
      const { name, parse } = list[at] as Column;
      const text = fields[at];
      row[name] = text === null || text === undefined ? null : parse(text);
    }
    rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { command, columns, rows, resolve } = this.#current();
    if (command.name !== undefined) this.#prepared.set(command.name, columns);
    this.#at += 1;
    // "INSERT 0 1", "SELECT 3", or only "COMMIT".
    const words = text.split(' ');
    const count = Number(words.at(-1));
    resolve({
      rows: rows as never[],
      rowCount: Number.isNaN(count) ? null : count,
      command: words[0] ?? '',
    });
  }

  handleError(error: unknown): void {
    const left = this.#entries.slice(this.#at);
    this.#at = this.#entries.length;
    if (isOutdated(error)) timesOutdated += 1;
    else left.shift()?.reject(error);
    this.#then.skipped(left, error);
  }

  handleReadyForQuery(): void {
    this.#then.answered();
    if (this.#at < this.#entries.length) this.handleError(new Error('Postgres left a command unanswered'));
  }

  #current(): Entry {
    const entry = this.#entries[this.#at];
    if (!entry) throw new Error('Postgres answered a command that was not sent');
    return entry;
  }
}

/**
 * Replaces the stack of a database error, which shows where the response was read, with the name of the statement and
 * its caller. A deferred write has no caller that waits, so only the name identifies it.
 */
export function showCaller(error: unknown, { name }: Command): unknown {
  if (!(error instanceof Error)) return error;
  Error.captureStackTrace(error);
  const title = String(error);
  if (name !== undefined)
    error.stack = `${title}\n    at the statement ${name}${error.stack?.slice(title.length)}`;
  return error;
}
