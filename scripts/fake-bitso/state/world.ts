import { randomBytes } from 'node:crypto';
import type { Chance } from '../../chaos/chance.ts';
import type { Notices } from '../notices/notices.ts';
import type { Books } from './books.ts';
import type { Clabes } from './clabes.ts';
import type { Clock } from '../../stand-in/clock.ts';
import type { Settings } from './settings.ts';

/** What all parts of the server share. */
export interface World {
  settings: Settings;
  clock: Clock;
  chance: Chance;
  books: Books;
  clabes: Clabes;
  notices: Notices;
  /** The account's name, as payers see it. */
  beneficiary: string;
}

/** 32 hex digits, like a fid, a wid or an eid. */
export const newId = (): string => randomBytes(16).toString('hex');
