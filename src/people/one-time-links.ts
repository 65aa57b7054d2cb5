import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { hashToken, newToken } from './token.ts';
import * as repository from './session-repository.ts';

const HOUR_MS = 3600_000;
/** The validity of a link. */
export const LIFE_HOURS: Record<repository.Purpose, number> = { invitation: 72, reset: 24 };

/**
 * Makes a link that its user can use once, and returns its token; only a hash is stored. The user's earlier links of
 * the account no longer work.
 */
export async function issueLink(
  trx: Trx,
  link: { accountId: string; userId: string; purpose: repository.Purpose },
): Promise<string> {
  const token = newToken();
  const now = await trx.now;
  await repository.deleteLinks(trx, { accountId: link.accountId, userId: link.userId });
  await repository.insertLink(trx, {
    accountId: link.accountId,
    id: newId(),
    userId: link.userId,
    purpose: link.purpose,
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + LIFE_HOURS[link.purpose] * HOUR_MS),
    createdAt: now,
  });
  return token;
}
