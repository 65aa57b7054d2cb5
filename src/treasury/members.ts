import type { Actor } from '../audit-log/record.ts';
import type { Queryable, Trx } from '../db/connect.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { recordMessage } from '../outbox/record.ts';
import type { Role } from '../people/roles.ts';
import { findMember, listMembers, type MemberRow, type Standing } from '../people/users/repository.ts';
import { NOTICES, type Notice, type Wordings } from './notices.ts';

export const OWNERS: readonly Role[] = ['owner'];
/** Who may move money out, and approve others' requests (D29). */
export const TREASURERS: readonly Role[] = ['owner', 'finance'];

/**
 * Throws `forbidden` unless the user currently has one of the roles in the account, and is not disabled. Returns from when
 * they are trusted.
 */
export async function requireRole(
  on: Queryable,
  accountId: string,
  { userId }: { userId: string },
  roles: readonly Role[],
): Promise<Standing> {
  const member = await findMember(on, { accountId, userId });
  if (!member || !roles.includes(member.role)) {
    throw new DomainError('forbidden', { message: 'This needs another role in the account.' });
  }
  return member;
}

/**
 * From when the user may move money out alone; null for at once. A user who joined, was promoted or had their sign-in
 * reset within the last 24 hours may be an attacker who took over a mailbox (D44), unless an owner vouches for them.
 */
export function waitOfNewMember({ trusted_at, vouched_by }: Standing, now: Date): Date | null {
  return vouched_by === null && trusted_at > now ? trusted_at : null;
}

/**
 * Whether a member may approve what somebody else requested: within 24 hours of joining, being promoted or having their
 * sign-in reset, only if an owner vouches for them who did not make the request (D44). `requestedBy` is null for the
 * operator.
 */
export function isTrusted(
  { trusted_at, vouched_by }: Pick<MemberRow, 'trusted_at' | 'vouched_by'>,
  now: Date,
  requestedBy: string | null,
): boolean {
  const isVouchedFor = vouched_by !== null && vouched_by !== requestedBy;
  return isVouchedFor || (trusted_at !== null && trusted_at <= now);
}

/** The members in these roles who can sign in. */
export async function listActiveMembers(
  on: Queryable,
  accountId: string,
  roles: readonly Role[],
): Promise<MemberRow[]> {
  return (await listMembers(on, accountId)).filter(
    ({ role, accepted_at, disabled_at }) =>
      roles.includes(role) && accepted_at !== null && disabled_at === null,
  );
}

/** Sends mail to the members in these roles, each in their language. */
export async function tellMembers(
  trx: Trx,
  accountId: string,
  roles: readonly Role[],
  write: (words: Wordings) => Notice,
): Promise<void> {
  for (const { email: recipient, language } of await listActiveMembers(trx, accountId, roles)) {
    await recordMessage(trx, { accountId, recipient, ...write(NOTICES[language ?? 'en']) });
  }
}

/** The actor's name in mails. */
export function nameOf({ email }: Pick<Actor, 'email'>, words: Wordings): string {
  return email ?? words.operator;
}
