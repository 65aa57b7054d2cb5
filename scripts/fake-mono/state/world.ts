import { randomBytes } from 'node:crypto';
import type { Clock } from '../../stand-in/clock.ts';
import type { Notices } from '../notices.ts';
import type { Settings } from './settings.ts';

/** Pesos, in centavos: as Mono has them. */
export interface Amount {
  amount: number;
  currency: string;
}

export interface Account {
  id: string;
  role: 'receptor' | 'originator';
  /** In centavos. */
  balance: number;
}

/** What all parts of the server share. */
export interface World {
  settings: Settings;
  clock: Clock;
  notices: Notices;
  receiving: Account;
  sending: Account;
}

/** A prefix and 22 characters. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(17).toString('base64url').slice(0, 22)}`;

export const pesos = (centavos: number): Amount => ({ amount: centavos, currency: 'COP' });

/** `150.75` as centavos. */
export function centavosOf(text: string): number {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`not an amount of pesos: ${text}`);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
