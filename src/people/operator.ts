import { OPERATOR, recordOwnAction } from '../audit-log/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { endSessions } from './session-repository.ts';
import * as users from './repository.ts';

/**
 * Disables a user in all accounts, or enables them again. A disabled user's sessions end immediately, and none begins.
 * Throws `member_not_found`.
 */
export async function setUserDisabled(trx: Trx, userId: string, disabled: boolean): Promise<users.UserRow> {
  const user = await users.lockUser(trx, { userId });
  if (!user) throw new DomainError('member_not_found');
  const disabledAt = disabled ? (user.disabledAt ?? (await trx.now)) : null;
  await users.setDisabled(trx, { userId, disabledAt });
  if (disabled) await endSessions(trx, userId);
  await recordOwnAction(trx, userId, OPERATOR, {
    action: disabled ? 'user.disabled' : 'user.enabled',
    subject: user.email,
  });
  return { ...user, disabledAt };
}
