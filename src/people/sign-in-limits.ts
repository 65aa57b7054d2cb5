import { createHash } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { networkOf } from '../lib/cidr.ts';
import { newId } from '../lib/ids.ts';
import { hashToken } from './token.ts';
import * as repository from './session-repository.ts';

const WINDOW_S = 15 * 60;
/** At most 100 an hour for one e-mail address from all unknown devices, and 40 from each known one. */
const TRIES_PER_EMAIL = 25;
const TRIES_PER_DEVICE = 10;
/** So that exhausting the attempts for an e-mail address takes several networks. */
const TRIES_PER_EMAIL_AND_NETWORK = 10;
/** A company's users share an address. */
const TRIES_PER_NETWORK = 60;

/** An attempt to sign in by password, before its outcome is known. */
interface Try {
  email: string;
  address: string;
  /** The browser's device cookie, if it has one. */
  device: string | undefined;
}

export interface SignInLimits {
  /**
   * Runs `attempt` if it is within its limits; undefined otherwise. Each attempt counts before it is checked, so that
   * concurrent ones gain nothing; one that succeeds, or is refused unchecked, then no longer counts. A device on which
   * the user has signed in before has an allowance of its own, and no other limit, so that others cannot lock it out.
   */
  within<T>(wanted: Try, attempt: () => Promise<T | undefined>): Promise<{ allowed: boolean; result?: T }>;
}

export function createSignInLimits(db: Pick<Database, 'read' | 'transaction'>): SignInLimits {
  return {
    async within(wanted, attempt) {
      const { email, address, device } = wanted;
      const isKnown =
        device !== undefined && (await repository.isKnownDevice(db.read, email, hashToken(device)));
      const network = networkOf(address);
      const limits = isKnown
        ? [{ scope: scopeOf('device', email, device), tries: TRIES_PER_DEVICE }]
        : [
            { scope: scopeOf('network', network), tries: TRIES_PER_NETWORK },
            { scope: scopeOf('email', email), tries: TRIES_PER_EMAIL },
            { scope: scopeOf('email and network', email, network), tries: TRIES_PER_EMAIL_AND_NETWORK },
          ];
      const scopes = limits.map(({ scope }) => scope);
      const id = newId();
      await db.transaction((trx) => repository.insertAttempt(trx, { id, scopeHashes: scopes }));
      const counts = await repository.countAttempts(db.read, scopes, WINDOW_S);
      const allowed = limits.every(({ tries }, at) => (counts[at] ?? 0) <= tries);
      const result = allowed ? await attempt() : undefined;
      // Attempts refused for one network must not use up the e-mail address's attempts from others.
      if (!allowed || result !== undefined)
        await db.transaction((trx) => repository.withdrawAttempt(trx, { id, scopeHashes: scopes }));
      return result === undefined ? { allowed } : { allowed, result };
    },
  };
}

function scopeOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
