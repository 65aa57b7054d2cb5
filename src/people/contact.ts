import { isEmailAddress, lockAccount, setContactEmail } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { tellContact } from './mail.ts';

/**
 * Changes the address that receives notices to the account, and informs the former one, so that diverting them is noticed.
 * Whether the account's e-mail counts as verified is the operator's statement and does not change. Throws `invalid_request` for
 * an `email` that is not a bare address.
 */
export async function changeContactEmail(
  trx: Trx,
  accountId: string,
  actor: Actor,
  email: string,
): Promise<void> {
  if (!isEmailAddress(email)) throw invalidParam('email', 'email must be an address like ops@acme.example.');
  const account = await lockAccount(trx, { id: accountId });
  if (!account) throw new DomainError('account_not_found');
  const { name, email: former } = account;
  if (email === former) return;
  await setContactEmail(trx, { id: accountId, email });
  const deed = { action: 'account.email_set', subject: email, details: { from: former } };
  await recordAction(trx, accountId, actor, deed);
  if (former === null) return;
  await tellContact(trx, accountId, former, (words) =>
    words.contact({ account: name, to: email, by: actor.email ?? words.operator }),
  );
}
