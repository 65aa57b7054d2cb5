import { readBai2, type Bai2Kinds } from './bai2.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { decode, type Charset } from './decode.ts';
import { readMt } from './mt.ts';
import type { StatementFile } from './statement-file.ts';

export interface ReadOptions {
  /** The format of a CSV file; without it, only one with a plain header is read. */
  csv?: CsvMapping;
  /** For files that do not state it; by default UTF-8 or, if it is not that, Windows-1252. */
  charset?: Charset;
  /** This bank's meanings of BAI2 type codes that differ from the standard. */
  bai2Kinds?: Bai2Kinds;
}

/** Reads a statement file of any format, recognised by its content. Throws FileRefused for unreadable files. */
export function readStatementFile(bytes: Uint8Array, options: ReadOptions = {}): StatementFile {
  const { csv, charset, bai2Kinds } = options;
  const text = decode(bytes, charset ?? csv?.charset);
  const start = text.trimStart();
  if (start.startsWith('<')) return readCamt(text);
  if (/^01,/.test(start)) return readBai2(text, bai2Kinds);
  if (isMt(text)) return readMt(text);
  return readCsv(text, csv);
}

const TAG = /^(\{4:)?:(20|25|28C?|60[FM]|61|62[FM]|64|86|NS|940|942):/m;

/**
 * By SWIFT's own frame, or a tag at the start of a line near the top. A table begins with the names of its columns, and
 * an apparent tag below them was written by a payer.
 */
function isMt(text: string): boolean {
  const top = text.slice(0, 4_000);
  if (/^\s*\{1:F01/.test(top)) return true;
  const at = top.search(TAG);
  return at >= 0 && !/[,;|\t]/.test(top.slice(0, at));
}
