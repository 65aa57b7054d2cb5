import type { Money } from '../../../../lib/money.ts';
import { cut, wordsFor } from './words.ts';

const LINE = 94;

export function text(words: string, width: number): string {
  return cut(wordsFor('basic', words).toUpperCase(), width).padEnd(width);
}

export function digits(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

export function cents(amount: Money, width: number): string {
  return amount.times(100).toFixed().padStart(width, '0');
}

export function shortDate(date: string): string {
  return date.slice(2, 4) + date.slice(5, 7) + date.slice(8, 10);
}

/** Throws rather than shift a field, because a bank would read other amounts and accounts. */
export function line(...fields: string[]): string {
  const written = fields.join('');
  if (written.length !== LINE || !/^[ -~]*$/.test(written))
    throw new Error(`a line of a NACHA file must have ${LINE} characters`);
  return written;
}

/** Fills the last block. */
export const FILLER = '9'.repeat(LINE);
