import type { Actor } from '../audit-log/record.ts';
import type { Queryable, Trx } from '../db/connect.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { recordMessage } from '../outbox/record.ts';
import type { Role } from '../people/roles.ts';
import { findMember, listMembers, type MemberRow, type Standing } from '../people/users/repository.ts';
import { NOTICES, type Notice, type Wordings } from './notices.ts';

export const OWNERS: readonly Role[] = ['owner'];
/** Who may move money out, and approve what others ask for (D29). */
export const TREASURERS: readonly Role[] = ['owner', 'finance'];

/**
 * Throws `forbidden` unless the person has one of the roles in the account at this moment, and is not disabled. Returns
 * since when they are trusted.
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
 * From when the person may move money out alone; null when at once. Whoever joined, was promoted or had their sign-in
 * reset within the last 24 hours may be whoever just took over a mailbox (D44), unless another owner vouches for them.
 */
export function waitOfNewMember({ trusted_at, vouched_by }: Standing, now: Date): Date | null {
  return vouched_by === null && trusted_at > now ? trusted_at : null;
}

/**
 * Throws `member_too_new` when the person may not approve yet what somebody else has asked for: within 24 hours of
 * joining, being promoted or having their sign-in reset, only somebody for whom an owner vouches who is not the one who
 * asks (D44).
 */
export function requireTrusted(
  { trusted_at, vouched_by }: Standing,
  now: Date,
  requestedBy: string | null,
): void {
  const isVouchedFor = vouched_by !== null && vouched_by !== requestedBy;
  if (trusted_at > now && !isVouchedFor) throw new DomainError('member_too_new');
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

/** Writes to the members in these roles, each in their language. */
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

/** Who does something, as mail names them. */
export function nameOf({ email }: Pick<Actor, 'email'>, words: Wordings): string {
  return email ?? words.operator;
}
