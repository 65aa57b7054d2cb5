import { money, type Money, ZERO } from '../../../../lib/money.ts';
import { FileRefused } from '../files/index.ts';

/** The clearing house's report on a payment that was sent. */
export interface NachaReturn {
  /** `return`: it comes back. `change`: it was paid, after a wrong detail was corrected. */
  kind: 'return' | 'change';
  /** Our id of the payment, as the entry repeats it. */
  instructionId: string;
  /** R02, C01. */
  code: string;
  /** The returned amount; zero for a change. */
  amount: Money;
  /** Whether it concerns a credit, as all of ours are. */
  isOfCredit: boolean;
}

const LINE = 94;
const MOST_LINES = 1_000_000;
/** The addenda of returns and of notifications of change. */
const KINDS = new Map([
  ['99', 'return'],
  ['98', 'change'],
] as const);

/**
 * The codes of entries that return a credit, or notify of a change to one, for checking, savings, the general ledger
 * and loans.
 */
const OF_CREDITS = new Set(['21', '31', '41', '51']);
/** The codes of entries that debit. */
const DEBITS = /^[2345][6-9]$/;

/**
 * Whether a file is from the US clearing house, whose returns and notifications of change have the form of payments.
 */
export function isNacha(bytes: Uint8Array): boolean {
  return /^101[ 0-9][0-9 ]{9}/.test(Buffer.from(bytes.subarray(0, 20)).toString('latin1'));
}

/**
 * Reads a file of returns and notifications of change; other entries in it do not concern us. Throws FileRefused for
 * any other file, and for one that is cut off, or whose sums are not those of its entries.
 */
export function readNachaReturns(bytes: Uint8Array): NachaReturn[] {
  const lines = linesOf(Buffer.from(bytes).toString('latin1'));
  requireSums(lines);
  const found: NachaReturn[] = [];
  lines.forEach((line, index) => {
    const kind = line.startsWith('7') ? KINDS.get(line.slice(1, 3) as '98' | '99') : undefined;
    const entry = lines[index - 1] ?? '';
    // It is the first addenda of its entry.
    if (kind === undefined || !entry.startsWith('6')) return;
    const code = line.slice(3, 6);
    if (!/^[RC][0-9]{2}$/.test(code))
      refuse(`it has a return or change with the code ${JSON.stringify(code)}`);
    found.push({
      kind,
      code,
      amount: amountOf(entry),
      instructionId: entry.slice(39, 54).trim(),
      isOfCredit: OF_CREDITS.has(entry.slice(1, 3)),
    });
  });
  if (found.length === 0) refuse('it has no returns and no notifications of change');
  return found;
}

/** With line breaks or without. Banks cut off blanks, and the lines that only fill a block. */
function linesOf(text: string): string[] {
  const written = text.split(/\r\n|\r|\n/);
  const [only = '', ...others] = written;
  const isUnbroken = only.length > LINE && others.every((line) => line.trim() === '');
  const lines = isUnbroken ? (only.match(/.{1,94}/gs) ?? []) : written;
  if (lines.length > MOST_LINES) refuse(`it has more than ${MOST_LINES} lines`);
  const wide = lines.filter((line) => line.trim() !== '').map((line) => line.padEnd(LINE));
  if (wide.some((line) => line.length > LINE)) refuse(`it has a line of more than ${LINE} characters`);
  return wide;
}

function requireSums(lines: readonly string[]): void {
  const isFiller = (line: string): boolean => /^9+$/.test(line);
  const control = lines.findLast((line) => line.startsWith('9') && !isFiller(line));
  if (control === undefined) refuse('it has no end');
  const entries = lines.filter((line) => line.startsWith('6'));
  const count = lines.filter((line) => /^[67]/.test(line)).length;
  const sum = (isDebit: boolean): Money =>
    entries
      .filter((line) => DEBITS.test(line.slice(1, 3)) === isDebit)
      .reduce((total, line) => total.plus(amountOf(line)), ZERO);
  const stated = [integer(control.slice(13, 21)), cents(control.slice(31, 43)), cents(control.slice(43, 55))];
  const read = [money(String(count)), sum(true), sum(false)];
  if (!stated.every((value, index) => value.eq(read[index] ?? ZERO))) {
    refuse('its control record has another count, or other sums, than its entries');
  }
}

function amountOf(entry: string): Money {
  return cents(entry.slice(29, 39));
}

function cents(text: string): Money {
  return integer(text).div(100);
}

function integer(text: string): Money {
  if (!/^[0-9]+$/.test(text)) refuse(`it has ${JSON.stringify(text)} where a number belongs`);
  return money(text);
}

function refuse(why: string): never {
  throw new FileRefused(`The file is refused: ${why}.`);
}
