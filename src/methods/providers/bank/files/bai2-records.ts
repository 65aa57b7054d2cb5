import { FileRefused } from './statement-file.ts';
import { quoted } from './texts.ts';

/** A record with its continuations. */
export interface Bai2Record {
  type: string;
  /** The type is the first. A text field is the last. */
  fields: string[];
  /** Only for records of type 16: the text field and its continuations, one per record of the file. */
  texts: string[];
  /** The positions among the fields where continuations begin. */
  breaks: Set<number>;
  /** The number of the file's records in it, continuations included, because trailers count those. */
  lines: number;
}

/** Continuations included, of which an entry often has ten. */
const MAX_LINES = 1_000_000;
/** Some banks put several records on a line. */
const NEXT_RECORD = /(?=(?:01|02|03|98|99|49),|16,\d{3},|88,)(?<=\/[ \t]+)/;
const START = /^(01|02|03|16|49|88|98|99)(,|$)/;

/** Whether an apparent record behind a text, on the same line, is a part of that text; `index` counts them. */
export type IsText = (index: number) => boolean;

export function readRecords(text: string, isText: IsText): Bai2Record[] {
  const records: Bai2Record[] = [];
  let lines = 0;
  let count = 0;
  for (const line of text.split(/\r\n|[\n\r]/)) {
    // The end of the previous piece, on the same line.
    let end = '';
    for (const piece of line.trim().split(NEXT_RECORD)) {
      const content = withoutEnd(piece.trim());
      const before = records.at(-1);
      const isBehind = end !== '' && before !== undefined && before.texts.length > 0;
      if (isBehind && isText(count++)) before.texts[before.texts.length - 1] += end + content;
      else if (content !== '') {
        if (++lines > MAX_LINES)
          throw new FileRefused(`The file has more than ${MAX_LINES.toLocaleString('en')} records.`);
        add(records, content);
      }
      end = piece.slice(content.length);
    }
  }
  return records;
}

/** Whether a text contains an apparent record, so that it can be read in two ways. */
export function isAmbiguous(text: string): boolean {
  return NEXT_RECORD.test(text);
}

function add(records: Bai2Record[], content: string): void {
  const before = records.at(-1);
  const [, type] = START.exec(content) ?? [];
  if (type !== undefined && type !== '88') records.push(start(type, content));
  else if (!before) throw new FileRefused(`The file begins with ${quoted(content)} instead of record 01.`);
  else if (type === '88') continueWith(before, content.slice(3));
  // A text that the bank broke without a record of its own.
  else if (before.texts.length > 0) before.texts[before.texts.length - 1] += content;
  else throw new FileRefused(`The line ${quoted(content)} is no record of BAI2.`);
}

function withoutEnd(line: string): string {
  return line.endsWith('/') ? line.slice(0, -1).trimEnd() : line;
}

function start(type: string, content: string): Bai2Record {
  const record: Bai2Record = { type, fields: [], texts: [], breaks: new Set(), lines: 1 };
  take(record, content);
  return record;
}

function continueWith(record: Bai2Record, content: string): void {
  record.lines += 1;
  if (record.type === '16' && isComplete(record)) record.texts.push(content);
  else {
    record.breaks.add(record.fields.length);
    take(record, content);
  }
}

/** Adds fields. In an entry, everything after the references is one text, including its commas. */
function take(record: Bai2Record, content: string): void {
  let rest = content;
  for (;;) {
    if (record.type === '16' && isComplete(record)) {
      record.texts.push(rest);
      return;
    }
    const comma = rest.indexOf(',');
    record.fields.push(comma < 0 ? rest : rest.slice(0, comma));
    if (comma < 0) return;
    rest = rest.slice(comma + 1);
  }
}

/** Whether an entry has type, amount, funds type with its fields, and both references. */
function isComplete({ fields }: Bai2Record): boolean {
  if (fields.length < (fields[3]?.trim() === 'D' ? 5 : 4)) return false;
  return fields.length >= 3 + fundsLength(fields, 3) + 2;
}

/**
 * The number of fields of a funds type, including itself: V has date and time, S three amounts, D as many pairs as it
 * states.
 */
export function fundsLength(fields: readonly string[], index: number): number {
  const type = fields[index]?.trim() ?? '';
  if (type === 'V') return 3;
  if (type === 'S') return 4;
  if (type !== 'D') return 1;
  const pairs = fields[index + 1]?.trim() ?? '';
  if (!/^\d{1,3}$/.test(pairs)) throw new FileRefused(`${quoted(pairs)} is not a number of funds type D.`);
  return 2 + 2 * Number(pairs);
}
