import type { Database } from '../db/index.ts';
import type { GuardedClient } from '../lib/outgoing/guarded-client.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { createAccess, type Access } from './access.ts';
import { createOidc, type Oidc, type OidcProvider } from './oidc.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts';
import { createTeam, type Team } from './team.ts';

/** Everything about the users of the panel, with their identity, sign-in and memberships (D29). */
export interface People {
  team: Team;
  access: Access;
  sessions: Sessions;
  passkeys: Passkeys;
  passwords: Passwords;
  limits: SignInLimits;
  /** Undefined when no OpenID provider is configured. */
  oidc: Oidc | undefined;
}

export function createPeople(options: {
  db: Pick<Database, 'read' | 'transaction'>;
  keyring: Keyring;
  /** The deployment's own URL, where the panel is, without `/panel`. */
  baseUrl: () => string;
  /** The client for calls to the OpenID provider, if one is configured. */
  oidc?: { provider: OidcProvider; client: Pick<GuardedClient, 'call'> } | undefined;
}): People {
  const { db, keyring, baseUrl, oidc } = options;
  const panelUrl = (): string => `${baseUrl()}/panel`;
  const sessions = createSessions(db);
  const passwords = createPasswords({ db, keyring });
  return {
    team: createTeam({ panelUrl }),
    access: createAccess({ sessions, passwords, panelUrl }),
    sessions,
    passkeys: createPasskeys({ db, baseUrl }),
    passwords,
    limits: createSignInLimits(db),
    oidc: oidc && createOidc(oidc.provider, { client: oidc.client, keyring, baseUrl }),
  };
}
