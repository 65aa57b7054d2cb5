import { createHash, type Hash } from 'node:crypto';
import { StartupError } from '../../lib/errors/errors.ts';
import { ByteReader, cutOff } from '../../lib/files/byte-reader.ts';
import type { KeyMark } from '../../lib/secrets/seal.ts';
import { listMigrations } from '../index.ts';
import type { Sequence, Table } from './catalog.ts';

/*
 * A backup is a sealed file (lib/secrets/seal.ts) that contains, gzipped: a line with the header; for each table a line with
 * its name and columns, its rows in COPY's text format in blocks that are each preceded by a line with their length in bytes,
 * and a line with 0; a line with the contents; and a line with the digest of all bytes before it. Lines are JSON.
 */

export const FORMAT = 'payments-backup/2';
/** It names only the newest of the database's migrations, all of which up to that one were applied. */
const FIRST_FORMAT = 'payments-backup/1';

export interface Header {
  format: string;
  /** All of the database's migrations. */
  migrations: string[];
  environment: string;
  created_at: string;
  postgres_version: string;
  /** The key that protects the secrets in the database; null in unsealed backups where it was unknown. */
  secrets_key: KeyMark | null;
  /** The days that the call log has a partition for. */
  log_days: string[];
}

/** May be of the first format, or no header at all. */
type Given = Partial<Header & { schema_version: string }>;

/** The copied rows of a table. */
interface Extent {
  rows: number;
  /** SHA-256 of the rows in COPY's text format. */
  sha256: string;
}

export type Copied = Extent & { name: string };

export interface Contents {
  tables: Copied[];
  sequences: Sequence[];
}

const BLOCK_BYTES = 128 * 1024;
const MAX_LINE_BYTES = 1024 * 1024;
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

/** Counts rows and computes their digest as they pass. */
export class Measure {
  readonly #digest = createHash('sha256');
  #rows = 0;

  add(bytes: Buffer): void {
    this.#digest.update(bytes);
    // In COPY's text format, line breaks only end rows.
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, end + 1)) this.#rows += 1;
  }

  get extent(): Extent {
    return { rows: this.#rows, sha256: this.#digest.copy().digest('hex') };
  }
}

/** Encodes the parts of a backup. */
export class Writer {
  readonly #digest = createHash('sha256');

  line(content: object | number): Buffer {
    return this.#seen(Buffer.from(`${JSON.stringify(content)}\n`));
  }

  /** A table's rows in blocks, measured as they pass. */
  async *rows(chunks: AsyncIterable<Buffer>, measure: Measure): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let bytes = 0;
    const block = (): Buffer[] => {
      const content = Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
      measure.add(content);
      return [this.line(content.length), this.#seen(content)];
    };
    for await (const chunk of chunks) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= BLOCK_BYTES) yield* block();
    }
    if (bytes > 0) yield* block();
    yield this.line(0);
  }

  /** The last line. */
  seal(): Buffer {
    return Buffer.from(`${JSON.stringify({ sha256: this.#digest.copy().digest('hex') })}\n`);
  }

  #seen(bytes: Buffer): Buffer {
    this.#digest.update(bytes);
    return bytes;
  }
}

/** Reads the parts of a backup in order. Throws StartupError for a file that is no backup, truncated or altered. */
export class Reader {
  readonly #bytes: ByteReader;
  readonly #digest: Hash = createHash('sha256');

  constructor(unpacked: AsyncIterable<Buffer>) {
    this.#bytes = new ByteReader(explaining(unpacked));
  }

  async header(): Promise<Header> {
    const given = ((await this.#line()) ?? {}) as Given;
    const migrations = await migrationsOf(given);
    if (!Array.isArray(migrations) || !Array.isArray(given.log_days))
      throw new StartupError('This is no backup made by `payments backup`.');
    return { ...(given as Header), migrations };
  }

  /** The next table, or, after the last one, the contents. */
  async next(): Promise<Table | Contents> {
    const part = (await this.#line()) as Partial<Table & Contents> | null;
    if (part && Array.isArray(part.columns)) return part as Table;
    if (part && Array.isArray(part.tables) && Array.isArray(part.sequences)) return part as Contents;
    throw altered();
  }

  /** The rows of the table that `next` returned last, measured as they pass. */
  async *rows(measure: Measure): AsyncGenerator<Buffer> {
    for (;;) {
      const length = await this.#line();
      if (length === 0) break;
      if (typeof length !== 'number' || !(length > 0 && length <= MAX_BLOCK_BYTES)) throw altered();
      const block = this.#seen(await this.#bytes.take(length));
      measure.add(block);
      yield block;
    }
  }

  /** Reads the last line, and verifies everything that was read against it. */
  async requireSeal(): Promise<void> {
    const sha256 = this.#digest.copy().digest('hex');
    const seal = (await this.#line()) as { sha256?: string } | null;
    if (seal?.sha256 !== sha256) throw altered();
    if (!(await this.#bytes.isAtEnd())) throw altered();
  }

  async #line(): Promise<unknown> {
    const line = await this.#bytes.line(MAX_LINE_BYTES);
    if (!line) throw altered();
    try {
      return JSON.parse(this.#seen(line).toString()) as unknown;
    } catch {
      throw altered();
    }
  }

  #seen(bytes: Buffer): Buffer {
    this.#digest.update(bytes);
    return bytes;
  }
}

/** Undefined if it is no backup. */
async function migrationsOf({ format, migrations, schema_version }: Given): Promise<string[] | undefined> {
  if (format === FORMAT) return migrations;
  if (format !== FIRST_FORMAT || schema_version === undefined) return undefined;
  return [...(await listMigrations()).filter((name) => name < schema_version), schema_version];
}

export function altered(cause?: unknown): StartupError {
  return new StartupError('The backup is damaged: it differs from what was written. Use another copy.', {
    cause,
  });
}

/** Errors of unpacking are thrown where it is read. */
async function* explaining(unpacked: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* unpacked;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw cutOff();
    throw code.startsWith('Z_') ? altered(error) : error;
  }
}
