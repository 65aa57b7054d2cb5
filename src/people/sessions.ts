import type { Database, Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { hashToken, newToken } from './token.ts';
import * as repository from './session-repository.ts';

const MAX_AGENT_LENGTH = 300;

/** The origin of a request, as its user will see it in the list of sessions. */
export interface Origin {
  address: string;
  /** The browser's own name for itself. */
  agent: string;
}

export interface Sessions {
  /** Returns the session's token, of which only a hash is stored. */
  begin(trx: Trx, userId: string, from: Origin): Promise<{ id: string; token: string }>;
  /**
   * The session of this token, if it is open (idle for at most 30 minutes, 12 hours in all, D29) and its user not
   * disabled. Read from the database each time, so that ending a session takes effect immediately.
   */
  find(token: string): Promise<repository.OpenSession | undefined>;
  /** Records that the user has just proved who they are. The session continues under the returned token only. */
  prove(trx: Trx, session: repository.OpenSession): Promise<string>;
  list(userId: string): ReturnType<typeof repository.listSessions>;
}

export function createSessions(db: Pick<Database, 'read' | 'transaction'>): Sessions {
  return {
    async begin(trx, userId, { address, agent }) {
      const token = newToken();
      const id = newId();
      const now = await trx.now;
      await repository.insertSession(trx, {
        userId,
        id,
        tokenHash: hashToken(token),
        address,
        agent: agent.slice(0, MAX_AGENT_LENGTH),
        createdAt: now,
        lastUsedAt: now,
        provenAt: now,
      });
      return { id, token };
    },

    async find(token) {
      const session = await repository.findSession(db.read, { tokenHash: hashToken(token) });
      if (session && !session.isNoted) {
        await db.transaction((trx) => repository.noteUse(trx, { userId: session.userId, id: session.id }));
      }
      return session;
    },

    async prove(trx, session) {
      const token = newToken();
      await repository.proveSession(trx, {
        userId: session.userId,
        id: session.id,
        tokenHash: hashToken(token),
      });
      return token;
    },

    list: (userId) => repository.listSessions(db.read, { userId }),
  };
}
