import { InvalidArgumentError } from 'commander';
import { parseRequestAmount, money, type Money } from '../lib/money.ts';
import { CommandFailure } from './command.ts';

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

/** A percentage from 0 to less than 100, returned as a fraction: 1.5 is 0.015. */
export function parsePercent(text: string): Money {
  if (!/^[0-9]{1,2}(\.[0-9]{1,6})?$/.test(text)) {
    throw new InvalidArgumentError(
      'It must be a percentage like 1.5, from 0 to less than 100, with up to 6 decimals.',
    );
  }
  return money(text).shiftedBy(-2);
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

/** Refuses a `set` without any option, which is most likely a mistake. */
export function requireChange<T extends object>(change: T): T {
  if (Object.values(change).every((value) => value === undefined))
    throw new CommandFailure('There is nothing to change: give at least one option.');
  return change;
}
