import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { useOneTimeLink } from './one-time-link.tsx';
import { setUp } from './set-up.tsx';
import { showMe } from './me.tsx';
import { changePasskeys } from './passkeys.tsx';
import { changePassword } from './password.tsx';
import { endSessions } from './sessions.tsx';

/** A user's own access, and their first visit. */
export function meRoutes(services: PanelServices): Route[] {
  return [
    ...useOneTimeLink(services),
    ...setUp(services),
    ...showMe(services),
    ...changePasskeys(services),
    ...changePassword(services),
    ...endSessions(services),
  ];
}
