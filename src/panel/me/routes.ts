import type { Pages } from '../request/area.ts';
import { showMe } from './me.tsx';
import { useOneTimeLink } from './one-time-link.tsx';
import { changePasskeys } from './passkeys.tsx';
import { changePassword } from './password.tsx';
import { endSessions } from './sessions.tsx';
import { setUp } from './set-up.tsx';

/** A user's own access, and their first visit. */
export const ME_PAGES: readonly Pages[] = [
  useOneTimeLink,
  setUp,
  showMe,
  changePasskeys,
  changePassword,
  endSessions,
];
