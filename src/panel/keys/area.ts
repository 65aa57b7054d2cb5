import { TECHNICAL, readBy } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { listKeys } from './list.tsx';
import { createKey, showNewKey } from './create.tsx';
import { endPreviousSecret, renameKey, revokeKey, rotateKey, showKey } from './key.tsx';
import { KEYS } from './texts.ts';

/** The account's API keys, which are created, rotated, revoked and renamed here. */
export const keysArea: Area = {
  group: 'developers',
  path: 'keys',
  roles: readBy(TECHNICAL),
  companiesOnly: true,
  texts: KEYS,
  pages: [
    listKeys,
    showNewKey,
    createKey.route,
    showKey,
    revokeKey.route,
    endPreviousSecret.route,
    renameKey.route,
    rotateKey.route,
  ],
};
