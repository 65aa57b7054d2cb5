import { createHash } from 'node:crypto';
import type { Database } from '../../db/connect.ts';
import { newId } from '../../lib/ids.ts';
import { hashToken } from '../token.ts';
import * as repository from './repository.ts';

const WINDOW_S = 15 * 60;
/** At most 40 an hour for one e-mail address from devices nobody knows, and as many from each known device. */
const TRIES_PER_EMAIL = 10;
const TRIES_PER_DEVICE = 10;
/** A company's people share an address. */
const TRIES_PER_ADDRESS = 60;

/** A try to sign in by password, before it is known whether it succeeds. */
export interface Try {
  email: string;
  address: string;
  /** The browser's device cookie, if it has one. */
  device: string | undefined;
}

export interface SignInLimits {
  /**
   * Runs `attempt` if the try is within its limits; undefined otherwise. Each try counts before it is checked, so that
   * many at once gain nothing; one that succeeds then counts no more. A device on which the user has signed in before
   * has an allowance of its own: others who try the user's e-mail address do not lock it out.
   */
  within<T>(wanted: Try, attempt: () => Promise<T | undefined>): Promise<{ allowed: boolean; result?: T }>;
}

export function createSignInLimits(db: Pick<Database, 'read' | 'transaction'>): SignInLimits {
  return {
    async within(wanted, attempt) {
      const { email, address, device } = wanted;
      const isKnown =
        device !== undefined && (await repository.isKnownDevice(db.read, email, hashToken(device)));
      const limits = [
        { scope: scopeOf('address', address), tries: TRIES_PER_ADDRESS },
        isKnown
          ? { scope: scopeOf('device', email, device), tries: TRIES_PER_DEVICE }
          : { scope: scopeOf('email', email), tries: TRIES_PER_EMAIL },
      ];
      const scopes = limits.map(({ scope }) => scope);
      const id = newId();
      await db.transaction((trx) => repository.insertAttempt(trx, id, scopes));
      const counts = await repository.countAttempts(db.read, scopes, WINDOW_S);
      if (limits.some(({ tries }, at) => (counts[at] ?? 0) > tries)) return { allowed: false };
      const result = await attempt();
      if (result === undefined) return { allowed: true };
      await db.transaction((trx) => repository.withdrawAttempt(trx, id, scopes));
      return { allowed: true, result };
    },
  };
}

function scopeOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
