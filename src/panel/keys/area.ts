import { TECHNICAL } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { listKeys } from './list.tsx';
import { createKey } from './create.tsx';
import { showKey } from './key.tsx';
import { rotateKey } from './rotate.ts';
import { KEYS } from './texts.ts';

/** The account's API keys: create, rotate, revoke, rename. */
export const keysArea: Area = {
  group: 'developers',
  path: 'keys',
  roles: TECHNICAL,
  companiesOnly: true,
  texts: KEYS,
  pages: [listKeys, createKey, showKey, rotateKey],
};
