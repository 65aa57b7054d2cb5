import { InvalidArgumentError } from 'commander';
import { isEmailAddress } from '../../accounts/index.ts';
import { MAX_WORDS_LENGTH } from '../../lib/errors/words.ts';
import { parseRequestAmount, money, type Money } from '../../lib/money.ts';
import { parseTimeZone, type TimeZone } from '../../lib/time-zone.ts';
import { InvalidUsage } from './command.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses an id; `where` is the command or call that lists such ids. */
export function parseId(where: string): (text: string) => string {
  return (text) => {
    const id = text.toLowerCase();
    if (!ID.test(id)) {
      throw new InvalidArgumentError(
        `It must be an id like 01a2066a-c18d-70f3-acb1-89ef88a2c1fc; \`${where}\` lists them.`,
      );
    }
    return id;
  };
}

export const parseAccountId = parseId('payments accounts list');

/** The account that a command is about. */
export const ACCOUNT_OPTION = ['--account <id>', 'the account', parseAccountId] as const;

export const MAX_LISTED = 1_000;
/** The default of --limit. */
export const DEFAULT_LISTED = 100;
export const LIMIT_OPTION = [
  '--limit <number>',
  `maximum number of rows, up to ${MAX_LISTED}`,
  parseWithin(1, MAX_LISTED),
  DEFAULT_LISTED,
] as const;

/** Identifies an operation, so that repeating its command does not carry it out twice (D16). */
export const IDEMPOTENCY_OPTION = [
  '--idempotency-key <key>',
  'repeat the same key to retry the operation; kept for 24 hours',
  parseIdempotencyKey,
] as const;

/** The same format as in a call to the API. */
function parseIdempotencyKey(text: string): string {
  if (!/^[!-~]([ -~]{0,253}[!-~])?$/.test(text))
    throw new InvalidArgumentError('It must have 1 to 255 printable ASCII characters.');
  return text;
}

/** A display name. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name))
    throw new InvalidArgumentError('It must have 1 to 200 characters, on one line.');
  return name;
}

export function parseEmail(text: string): string {
  const email = text.trim();
  if (!isEmailAddress(email))
    throw new InvalidArgumentError('It must be an e-mail address like ada@acme.example.');
  return email;
}

export function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

export function parseZone(text: string): TimeZone {
  const zone = parseTimeZone(text);
  if (zone === undefined)
    throw new InvalidArgumentError('It must be UTC or the IANA name of a zone, like America/Mexico_City.');
  return zone;
}

export function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidArgumentError('It must be a URL like http://localhost:4000.');
  }
  return url;
}

/** A date, or a time with its zone, because without one it would depend on the machine. */
export function parseTime(text: string): Date {
  const time = /^2[01]\d\d-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? new Date(text)
    : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(
      'It must be a time like 2026-12-31T23:59:59Z, or a date, from 2000 to 2199.',
    );
  return time;
}

/** Zero or more, in the same format as an amount in a request (D2). */
export function parseAmount(text: string): Money {
  const amount = parseRequestAmount(text);
  if (!amount) {
    throw new InvalidArgumentError(
      'It must be an amount like 100 or 0.5, with up to 12 digits before the point and 8 after it.',
    );
  }
  return amount;
}

export function parsePositiveAmount(text: string): Money {
  const amount = parseAmount(text);
  if (amount.isZero()) throw new InvalidArgumentError('It must be more than zero.');
  return amount;
}

/** Not zero, in the same format with a sign before it. */
export function parseSignedAmount(text: string): Money {
  const amount = parsePositiveAmount(text.replace(/^[+-]/, ''));
  return text.startsWith('-') ? amount.negated() : amount;
}

/** A difference's id, as `payments differences list` shows it. */
export function parseDifferenceId(text: string): string {
  if (!/^dif_[0-9a-f]{32}$/.test(text))
    throw new InvalidArgumentError('It must be an id like dif_…; `payments differences list` lists them.');
  return text;
}

/** A reason or reference, for readers of the log. */
export function parseWords(text: string): string {
  const words = text.trim();
  if (words === '' || words.length > MAX_WORDS_LENGTH || /\p{Cc}/u.test(words))
    throw new InvalidArgumentError(`It must have 1 to ${MAX_WORDS_LENGTH} characters, on one line.`);
  return words;
}

/** For actions that a second operator must approve. */
export const REASON_OPTION = [
  '--reason <text>',
  'the reason, shown to the second operator and in the log',
  parseWords,
] as const;
export const EVIDENCE_OPTION = [
  '--evidence <text>',
  'where to verify it: a statement, a ticket, an address',
  parseWords,
] as const;

/** A percentage from 0 to less than 100, returned as a fraction: 1.5 and 1.5% are 0.015. */
export function parsePercent(text: string): Money {
  const percent = /^([0-9]{1,2}(?:\.[0-9]{1,6})?)%?$/.exec(text)?.[1];
  if (percent === undefined) {
    throw new InvalidArgumentError(
      'It must be a percentage like 1.5, from 0 to less than 100, with up to 6 decimals.',
    );
  }
  return money(percent).shiftedBy(-2);
}

export function formatPercent(share: Money): string {
  return share.shiftedBy(2).toFixed();
}

/** A whole number within bounds that the database enforces too. */
export function parseWithin(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max))
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return number;
  };
}

const UNIT_MS = { d: 24 * 3600_000, h: 3600_000, m: 60_000, s: 1_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** A duration like 90s, 15m, 72h or 3d within bounds that the database enforces too, in milliseconds. */
export function parseDuration({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const [, count, unit] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? [];
    const ms = Number(count) * UNIT_MS[unit as Unit];
    if (!(ms >= min && ms <= max)) {
      throw new InvalidArgumentError(
        `It must be a duration like 90s, 15m, 72h or 3d, from ${formatDuration(min)} to ${formatDuration(max)}.`,
      );
    }
    return ms;
  };
}

/** In the largest unit that gives a whole number. */
export function formatDuration(ms: number): string {
  const [unit, unitMs] = Object.entries(UNIT_MS).find(([, unitMs]) => ms % unitMs === 0) ?? ['s', UNIT_MS.s];
  return `${ms / unitMs}${unit}`;
}

/** Rejects a `set` without options, which is most likely a mistake. */
export function requireChange<T extends object>(change: T): T {
  if (Object.values(change).every((value) => value === undefined))
    throw new InvalidUsage('Nothing to change: pass at least one option.');
  return change;
}
