import { parseCurrency, parseMinorUnits } from './amounts.ts';
import { readBai2Entry, type Bai2Kinds } from './bai2-entry.ts';
import { fundsLength, isAmbiguous, readRecords, type Bai2Record, type IsText } from './bai2-records.ts';
import { parseShortDate } from './dates.ts';
import { createCounter } from './entry.ts';
import { prove } from './prove.ts';
import { ZERO, type Money } from '../../../../lib/money.ts';
import { FileRefused, type FileEntry, type FileStatement, type StatementFile } from './statement-file.ts';
import { accountOf, quoted } from './texts.ts';

export type { Bai2Kinds } from './bai2-entry.ts';

/** The group status, of which 4 is a test. */
const TEST = '4';
/** An import is never undone by a file. */
const CHANGES: Record<string, string> = {
  2: 'deletes what the bank reported before, so it waits for a person to compare',
  3: 'corrects what the bank reported before, so it waits for a person to compare',
};
const OPENING_LEDGER = '010';
const CLOSING_LEDGER = '015';
/** As-of modifier of a day that is not over. */
const INTERIM_SAME_DAY = '3';

/** A file has only a few texts that look like records, and each is one more way to read all of it. */
const MOST_WAYS = 200;
const MOST_READ = 50_000_000;

/**
 * Reads BAI2. Each of the trailers 49, 98 and 99 must have the sum and the counts of the records it closes. They also
 * decide whether `/ 88,` within a text was written by a payer, or is a record of a bank that puts several on a line.
 */
export function readBai2(text: string, kinds: Bai2Kinds = {}): StatementFile {
  const asTexts = attempt(() => readAs(text, () => true, kinds));
  if (!(asTexts instanceof FileRefused)) return asTexts;
  if (!isAmbiguous(text)) throw asTexts;
  let places = 0;
  const asRecords = attempt(() => readAs(text, () => places++ < 0, kinds));
  if (!(asRecords instanceof FileRefused)) return asRecords;
  const mixed = readWithOneText(text, places, kinds);
  if (mixed) return mixed;
  throw new FileRefused(
    `${asRecords.message} A payer’s text may look like a record: take the day in from a file of another format, or accept the statement after it.`,
  );
}

/**
 * The readings in which all but one are records. The counts of the trailers allow one text or none, so the right
 * reading is among these; if they allow several, it cannot be determined.
 */
function readWithOneText(text: string, places: number, kinds: Bai2Kinds): StatementFile | undefined {
  if (places > MOST_WAYS || places * text.length > MOST_READ) return undefined;
  const found: StatementFile[] = [];
  for (let at = 0; at < places && found.length < 2; at++) {
    const file = attempt(() => readAs(text, (index) => index === at, kinds));
    if (!(file instanceof FileRefused)) found.push(file);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** The result of reading, or the reason for refusing. */
function attempt(read: () => StatementFile): StatementFile | FileRefused {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileRefused) return error;
    throw error;
  }
}

function readAs(text: string, isText: IsText, kinds: Bai2Kinds): StatementFile {
  const records = readRecords(text, isText);
  const [header] = records;
  const version = header?.fields[8]?.trim() ?? '';
  if (version !== '' && version !== '2')
    throw new FileRefused(`The file is BAI version ${quoted(version)}; only version 2 can be read.`);
  const reader = createReader(kinds);
  for (const record of records) reader.take(record);
  return { format: 'BAI2', statements: reader.end() };
}

interface Group {
  status: string;
  date: string | null;
  currency: string;
  modifier: string;
}

interface Account {
  number: string;
  currency: string;
  totals: Map<string, Money>;
  entries: FileEntry[];
}

/** The facts that a trailer checks, which are a sum, a count, and the records since its header. */
interface Control {
  sum: bigint;
  parts: number;
  records: number;
}

function createReader(kinds: Bai2Kinds) {
  const statements: FileStatement[] = [];
  const count = createCounter();
  const controls: { file?: Control; group?: Control; account?: Control } = {};
  let group: Group | undefined;
  let account: Account | undefined;
  let isOver = false;

  const takers: Record<string, (record: Bai2Record) => void> = {
    '01': () => {
      if (controls.file) throw outOfOrder('01');
      controls.file = { sum: 0n, parts: 0, records: 0 };
    },
    '02': (record) => {
      if (!controls.file || group) throw outOfOrder('02');
      controls.group = { sum: 0n, parts: 0, records: 0 };
      group = readGroup(record);
    },
    '03': (record) => {
      if (!group || account) throw outOfOrder('03');
      count();
      controls.account = { sum: 0n, parts: 0, records: 0 };
      account = readAccount(record, group, (amount) => addTo(controls.account, amount));
    },
    '16': (record) => {
      if (!account || !group) throw outOfOrder('16');
      count();
      addTo(controls.account, record.fields[2]);
      const entry = readBai2Entry(record, { currency: account.currency, date: group.date, kinds });
      if (entry) account.entries.push(entry);
    },
    '49': ({ fields }) => {
      if (!account || !group || !controls.account) throw outOfOrder('49');
      requireControl('49', controls.account, { sum: fields[1], records: fields[2] });
      if (group.status !== TEST) statements.push(toStatement(account, group));
      close(controls.account, controls.group);
      account = undefined;
    },
    '98': ({ fields }) => {
      if (account || !group || !controls.group) throw outOfOrder('98');
      requireControl('98', controls.group, { sum: fields[1], parts: fields[2], records: fields[3] });
      close(controls.group, controls.file);
      group = undefined;
    },
    '99': ({ fields }) => {
      if (group || !controls.file) throw outOfOrder('99');
      requireControl('99', controls.file, { sum: fields[1], parts: fields[2], records: fields[3] });
      isOver = true;
    },
  };

  return {
    take: (record: Bai2Record): void => {
      const take = takers[record.type];
      if (!take || isOver) throw outOfOrder(record.type);
      // Its header is a record of what a trailer counts.
      const isHeader = ['01', '02', '03'].includes(record.type);
      if (isHeader) take(record);
      const innermost = account ? controls.account : group ? controls.group : controls.file;
      if (innermost) innermost.records += record.lines;
      if (!isHeader) take(record);
    },
    end: (): FileStatement[] => {
      if (!isOver) throw new FileRefused('The file ends before its trailer 99, so a part is missing.');
      return statements;
    },
  };
}

function outOfOrder(type: string): FileRefused {
  return new FileRefused(
    `The file has a record ${quoted(type)} where none belongs, so a part may be missing.`,
  );
}

function addTo(control: Control | undefined, amount: string | undefined): void {
  if (control) control.sum += integer(amount);
}

/** Empty amounts count as zero. */
function integer(text = ''): bigint {
  const digits = text.trim();
  if (!/^[+-]?\d{0,18}$/.test(digits)) throw new FileRefused(`${quoted(digits)} is not an amount of BAI2.`);
  return BigInt(/\d/.test(digits) ? digits.replace('+', '') : '0');
}

function requireControl(
  type: string,
  { sum, parts, records }: Control,
  control: { sum?: string | undefined; parts?: string | undefined; records: string | undefined },
): void {
  const isRight =
    integer(control.sum) === sum &&
    integer(control.records) === BigInt(records) &&
    (type === '49' || integer(control.parts) === BigInt(parts));
  if (!isRight)
    throw new FileRefused(
      `A trailer ${type} does not agree with what it closes: it has the sum ${sum} in ${records} records, but says ` +
        `${quoted(`${control.sum ?? ''} in ${control.records ?? ''}`)}.`,
    );
}

/** Adds a trailer's proven figures to those of its container. */
function close(control: Control, outer: Control | undefined): void {
  if (!outer) return;
  outer.sum += control.sum;
  outer.records += control.records;
  outer.parts += 1;
}

function readGroup({ fields }: Bai2Record): Group {
  const [, , , status = '', date = '', , currency = '', modifier = ''] = fields.map((field) => field.trim());
  if (!['', '1', TEST].includes(status) && !Object.hasOwn(CHANGES, status))
    throw new FileRefused(`The file has the group status ${quoted(status)}, which is not known.`);
  return {
    status,
    date: date === '' ? null : parseShortDate(date),
    currency: currency === '' ? 'USD' : parseCurrency(currency),
    modifier,
  };
}

/** The amounts of 03 come with a type, a number of items and a funds type, which has fields of its own. */
function readAccount(
  { fields, breaks }: Bai2Record,
  group: Group,
  add: (amount: string | undefined) => void,
): Account {
  const number = accountOf(fields[1]);
  if (number === '') throw new FileRefused('A record 03 in the file names no account.');
  const currency = fields[2]?.trim() ? parseCurrency(fields[2].trim()) : group.currency;
  const totals = new Map<string, Money>();
  let index = 3;
  while (index < fields.length) {
    const type = fields[index]?.trim() ?? '';
    // One comma too many before a continuation is no type without a code.
    if (type === '' && breaks.has(index + 1)) {
      index += 1;
      continue;
    }
    const amount = fields[index + 1]?.trim() ?? '';
    add(amount);
    if (type !== '' && amount !== '') totals.set(type, parseMinorUnits(amount, currency));
    index += 3 + fundsLength(fields, index + 3);
  }
  return { number, currency, totals, entries: [] };
}

/** The books, if the bank gives both ledger balances of a completed day; otherwise early. */
function toStatement({ number, currency, totals, entries }: Account, group: Group): FileStatement {
  const balanceOf = (type: string) => {
    const amount = totals.get(type);
    return amount ? { amount, date: group.date } : null;
  };
  const opening = balanceOf(OPENING_LEDGER);
  const closing = balanceOf(CLOSING_LEDGER);
  const isBooks = opening !== null && closing !== null && group.modifier !== INTERIM_SAME_DAY;
  return prove({
    role: isBooks ? 'books' : 'early',
    account: number,
    currency,
    id: null,
    page: null,
    from: group.date,
    to: group.date,
    opening,
    closing,
    entries,
    entryCount: entries.length,
    faults: [CHANGES[group.status]].filter((change) => change !== undefined),
    warnings: warningsOf(totals, entries),
  });
}

/** The bank's totals include amounts that it does not detail, so a difference is only a warning. */
function warningsOf(totals: ReadonlyMap<string, Money>, entries: readonly FileEntry[]): string[] {
  return (['100', '400'] as const).flatMap((type) => {
    const total = totals.get(type);
    const own = entries.filter(({ amount }) => amount.isPositive() === (type === '100'));
    const sum = own.reduce((all, { amount }) => all.plus(amount.abs()), ZERO);
    if (!total || total.eq(sum)) return [];
    return [
      `Its total ${type === '100' ? 'credits' : 'debits'} are ${total.toFixed()}, but its entries add up to ${sum.toFixed()}.`,
    ];
  });
}
