import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandFailure } from '../../../commands/frame/index.ts';
import {
  FileRefused,
  formatIn,
  MAX_BYTES,
  parseCsvMapping,
  readStatementFile,
  refusalOf,
  type CsvMapping,
  type FileStatement,
} from './files/index.ts';

interface CheckedFile {
  format: string | null;
  /** The reason why the file would not be imported. */
  refused: string | null;
  statements: {
    account: string | null;
    currency: string | null;
    opening: string | null;
    closing: string | null;
    entries: number;
    ties: boolean | null;
  }[];
}

/** Reads a file of any bank. It needs no deployment, because it changes nothing. */
export async function checkFile(file: string, mappingFile: string | undefined): Promise<CheckedFile> {
  const csv = mappingFile === undefined ? undefined : await readMapping(mappingFile);
  const bytes = await readBytes(file);
  try {
    const read = readStatementFile(bytes, csv ? { csv } : {});
    return {
      format: read.format,
      refused: refusalOf(read) ?? null,
      statements: read.statements.map(describe),
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { format: null, refused: error.message, statements: [] };
  }
}

function describe({ account, currency, opening, closing, entryCount, ties }: FileStatement) {
  return {
    account: account || null,
    // ISO 4217 for none, because the file does not state it.
    currency: currency === 'XXX' ? null : currency,
    opening: opening && formatIn(currency, opening.amount),
    closing: closing && formatIn(currency, closing.amount),
    entries: entryCount,
    ties,
  };
}

async function readMapping(file: string): Promise<CsvMapping> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(await readBytes(file)).toString('utf8'));
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${file} is not JSON.`);
  }
  try {
    return parseCsvMapping(value);
  } catch (error) {
    throw error instanceof FileRefused ? new CommandFailure(error.message) : error;
  }
}

/** At most one byte more than allowed, so that a wrong file cannot fill the memory; without waiting for a pipe. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new CommandFailure(`${file} is not a file.`);
      const bytes = Buffer.alloc(Math.min(stats.size, MAX_BYTES + 1));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailure(`${file} cannot be read (${code}).`);
  }
}
