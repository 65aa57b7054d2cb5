import { findAccount } from '../accounts/index.ts';
import type { Actor } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { UTC } from '../lib/time-zone.ts';
import { recordMessage } from '../outbox/index.ts';
import { formatZoned } from '../pages/index.ts';
import {
  findMember,
  listMembers,
  type Member,
  type MemberEmail,
  type Membership,
  type Role,
} from '../people/index.ts';
import { MEMBER_EMAILS, type Wordings } from './member-emails.ts';

/**
 * Throws `forbidden` unless the user currently has one of the roles in the account, and is not disabled. Returns the
 * beginning of their trust.
 */
export async function requireRole(
  on: Queryable,
  accountId: string,
  { userId }: { userId: string },
  roles: readonly Role[],
): Promise<Membership> {
  const member = await findMember(on, { accountId, userId });
  if (!member || !roles.includes(member.role)) {
    throw new DomainError('forbidden', { message: 'This needs another role in the account.' });
  }
  return member;
}

/**
 * The time from which the user may move money out alone; null for immediately. A user who joined, was promoted or had
 * their sign-in reset within the last 24 hours may be an attacker who took over a mailbox (D44), unless an owner
 * vouches for them.
 */
export function waitOfNewMember({ trustedAt, vouchedBy }: Membership, now: Date): Date | null {
  return vouchedBy === null && trustedAt > now ? trustedAt : null;
}

type Person = Pick<Member, 'userId' | 'trustedAt' | 'vouchedBy'>;

/** The requester of a transfer; undefined for one who no longer belongs to the account. */
export type Requester = Person | 'operator' | undefined;

/** The reason why a member may not approve a transfer. */
export type Objection = 'second_person_required' | 'member_too_new' | 'requester_too_new';

/**
 * The reason why a member may not approve another's request; undefined if they may. Two people must stand behind it
 * (D44). For a member who joined, was promoted or had their sign-in reset within the last 24 hours, that is the owner
 * who vouches for them, or no one, because the holder of one owner's session can invite both requester and approver.
 */
export function objectionTo(approver: Person, requester: Requester, now: Date): Objection | undefined {
  if (typeof requester === 'object' && requester.userId === approver.userId) {
    return 'second_person_required';
  }
  const behindApproval = personBehind(approver, now);
  if (behindApproval === undefined) return 'member_too_new';
  const behindRequest = requester && (requester === 'operator' ? 'operator' : personBehind(requester, now));
  if (behindRequest !== undefined && behindRequest !== behindApproval) return undefined;
  return behindApproval === approver.userId ? 'requester_too_new' : 'member_too_new';
}

/** The id of a user whom the account has known for 24 hours. */
function personBehind({ userId, trustedAt, vouchedBy }: Person, now: Date): string | undefined {
  return trustedAt !== null && trustedAt <= now ? userId : (vouchedBy ?? undefined);
}

/** By their id, regardless of their present role; null is the operator. */
export async function findRequester(
  on: Queryable,
  accountId: string,
  userId: string | null,
): Promise<Requester> {
  return userId === null ? 'operator' : findMember(on, { accountId, userId });
}

/** The members in these roles who can sign in. */
export async function listActiveMembers(
  on: Queryable,
  accountId: string,
  roles: readonly Role[],
): Promise<Member[]> {
  return (await listMembers(on, { accountId })).filter(
    ({ role, acceptedAt, disabledAt }) => roles.includes(role) && acceptedAt !== null && disabledAt === null,
  );
}

/** Sends mail to the members in these roles, each in their language. `timeOf` writes a time in the account's time zone. */
export async function tellMembers(
  trx: Trx,
  accountId: string,
  roles: readonly Role[],
  write: (words: Wordings, timeOf: (at: Date) => string) => MemberEmail,
): Promise<void> {
  const { timeZone = UTC } = (await findAccount(trx, { id: accountId })) ?? {};
  for (const { email: recipient, language } of await listActiveMembers(trx, accountId, roles)) {
    const email = write(MEMBER_EMAILS[language ?? 'en'], (at) => formatZoned(language ?? 'en', at, timeZone));
    await recordMessage(trx, { ...email, accountId, recipient });
  }
}

/** The actor's name in mails. */
export function nameOf({ email }: Pick<Actor, 'email'>, words: Wordings): string {
  return email ?? words.operator;
}
