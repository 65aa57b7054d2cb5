import { type Actor, recordAction } from '../audit-log/index.ts';
import { findAccount, isEmailAddress } from '../accounts/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { sendLink, tellOwners } from './mail.ts';
import type { MEMBER_EMAILS } from './member-emails.ts';
import { issueLink, LIFE_HOURS } from './one-time-links.ts';
import { deletePassword, findPassword, deleteIdentities, deletePasskeys } from './proof-repository.ts';
import { normaliseEmail } from './passwords.ts';
import type { OwnActor } from './access.ts';
import { ROLES, type Role, type UserLanguage } from './roles.ts';
import { endSessions, forgetDevices } from './session-repository.ts';
import { requireName } from './name.ts';
import * as users from './repository.ts';

export interface Invitation {
  email: string;
  name: string;
  role: Role;
  /** The mail's language, for a guest who has not chosen one. Their pages are in that of their browser. */
  language?: UserLanguage | null;
  /** False when the caller hands the link over itself. */
  byMail?: boolean;
}

/** A link that its user can use once. It is a secret, because the first person to use it becomes that user. */
export interface IssuedLink {
  userId: string;
  url: string;
}

export interface Team {
  /**
   * Invites a user to the account by e-mail. Throws `already_member`, `account_not_found`, and `invalid_request` for an
   * unusable name or e-mail address. Does not reveal whether the user belongs to other accounts.
   */
  invite(trx: Trx, accountId: string, actor: Actor, invitation: Invitation): Promise<IssuedLink>;
  /** Sends a new link to a user who has not joined yet; the earlier one no longer works. Throws `member_not_found`. */
  inviteAgain(
    trx: Trx,
    accountId: string,
    actor: Actor,
    userId: string,
    language?: UserLanguage,
  ): Promise<IssuedLink>;
  /** Throws `member_not_found`, and `last_owner` when the account would have no owner left. */
  changeRole(trx: Trx, accountId: string, actor: Actor, userId: string, role: Role): Promise<void>;
  /**
   * Makes a member trusted immediately who joined, was promoted or had their sign-in reset within the last 24 hours
   * (D44). Only an owner who is trusted without a voucher can do so, and never for themselves. Throws `forbidden`,
   * `member_not_found`, and `member_too_new` for an owner who is new too.
   */
  vouch(trx: Trx, accountId: string, actor: OwnActor, userId: string): Promise<void>;
  /** Throws `member_not_found`, and `last_owner` when the account would have no owner left. */
  remove(trx: Trx, accountId: string, actor: Actor, userId: string): Promise<void>;
  /**
   * For a user who can no longer sign in. Removes their passkeys, password and identities, ends their sessions, and
   * sends them a link to set up new ones. Throws `member_not_found`, and `reset_by_operator` if an owner requests it
   * for a user with other accounts, because one company must not decide about access to another.
   */
  reset(trx: Trx, accountId: string, actor: Actor, userId: string): Promise<IssuedLink>;
}

type Purpose = 'invitation' | 'reset';

interface Parts {
  panelUrl: () => string;
}

export function createTeam(parts: Parts): Team {
  return {
    invite: (trx, accountId, actor, invitation) => invite(parts, trx, accountId, actor, invitation),
    inviteAgain: (trx, accountId, actor, userId, language) =>
      inviteAgain(parts, trx, accountId, actor, userId, language),
    changeRole: (trx, accountId, actor, userId, role) =>
      changeRole(parts, trx, accountId, actor, userId, role),
    vouch: (trx, accountId, actor, userId) => vouch(parts, trx, accountId, actor, userId),
    remove: (trx, accountId, actor, userId) => removeMember(parts, trx, accountId, actor, userId),
    reset: (trx, accountId, actor, userId) => resetAccess(parts, trx, accountId, actor, userId),
  };
}

async function invite(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  { email: given, name: givenName, role, language = null, byMail = true }: Invitation,
): Promise<IssuedLink> {
  const email = normaliseEmail(given);
  const name = requireName(givenName);
  if (!isEmailAddress(email))
    throw invalidParam('email', 'email must be an e-mail address like ada@acme.example.');
  await getAccountName(trx, accountId);
  const members = await users.lockMembers(trx, { accountId });
  const now = await trx.now;
  await users.insertUser(trx, { id: newId(), email, name, createdAt: now });
  const user = await users.findUserByEmail(trx, { email });
  if (!user) throw new Error('the user was not written');
  const membership = {
    accountId,
    userId: user.id,
    role,
    acceptedAt: null,
    createdAt: now,
  };
  if (!(await users.insertMembership(trx, membership))) throw new DomainError('already_member');
  await recordAction(trx, accountId, actor, {
    action: 'member.invited',
    subject: email,
    details: { role },
  });
  await tell(parts, trx, accountId, members, { what: 'invited', who: { name, email }, actor });
  const deliver = byMail ? send : issue;
  const guest = { ...user, userId: user.id, language: user.language ?? language };
  return deliver(parts, trx, accountId, guest, 'invitation');
}

async function tell(
  { panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  members: readonly users.Member[],
  change: {
    what: keyof (typeof MEMBER_EMAILS)['en']['teamChanges'];
    who: Pick<Member, 'name' | 'email'>;
    actor: Actor;
  },
): Promise<void> {
  const account = await getAccountName(trx, accountId);
  const panel = `${panelUrl()}/accounts/${accountId}/team`;
  await tellOwners(trx, accountId, members, (words) =>
    words.team({
      account,
      what: words.teamChanges[change.what](`${change.who.name} <${change.who.email}>`),
      by: change.actor.email ?? words.operator,
      panel,
    }),
  );
}

async function send(
  parts: Parts,
  trx: Trx,
  accountId: string,
  member: Member,
  purpose: Purpose,
): Promise<IssuedLink> {
  const account = await getAccountName(trx, accountId);
  const { userId, url } = await issue(parts, trx, accountId, member, purpose);
  await sendLink(trx, accountId, { ...member, id: member.userId }, (words) =>
    words[purpose]({ account, link: url, hours: LIFE_HOURS[purpose] }),
  );
  return { userId, url };
}

async function issue(
  { panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  { userId }: Pick<Member, 'userId'>,
  purpose: Purpose,
): Promise<IssuedLink> {
  return {
    userId,
    url: `${panelUrl()}/links/${await issueLink(trx, { accountId, userId, purpose })}`,
  };
}

async function inviteAgain(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  userId: string,
  language?: UserLanguage,
): Promise<IssuedLink> {
  const { member } = await lockMember(trx, accountId, userId);
  if (member.acceptedAt !== null) throw new DomainError('already_member');
  await recordAction(trx, accountId, actor, { action: 'member.invited_again', subject: member.email });
  const guest = { ...member, language: member.language ?? language ?? null };
  return send(parts, trx, accountId, guest, 'invitation');
}

async function changeRole(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<void> {
  const { member, members } = await lockMember(trx, accountId, userId);
  if (member.role === role) return;
  requireAnotherOwner(members, member);
  await users.setRole(trx, { accountId, userId, role });
  if (isPromotion(member.role, role)) await users.doubtMember(trx, { accountId, userId });
  await recordAction(trx, accountId, actor, {
    action: 'member.role_changed',
    subject: member.email,
    details: { from: member.role, to: role },
  });
  await tell(parts, trx, accountId, members, { what: 'roleChanged', who: member, actor });
}

async function vouch(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  userId: string,
): Promise<void> {
  const { member, members } = await lockMember(trx, accountId, userId);
  const voucher = members.find(({ userId: user_id }) => user_id === actor.userId);
  if (voucher?.role !== 'owner' || actor.userId === userId) throw new DomainError('forbidden');
  const now = await trx.now;
  if (voucher.trustedAt === null || voucher.trustedAt > now) throw new DomainError('member_too_new');
  if (member.acceptedAt === null) throw new DomainError('member_not_found');
  await users.setVouchedBy(trx, { accountId, userId, by: actor.userId });
  await recordAction(trx, accountId, actor, { action: 'member.vouched_for', subject: member.email });
  await tell(parts, trx, accountId, members, { what: 'vouchedFor', who: member, actor });
}

async function removeMember(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  userId: string,
): Promise<void> {
  const { member, members } = await lockMember(trx, accountId, userId);
  requireAnotherOwner(members, member);
  await tell(parts, trx, accountId, members, { what: 'removed', who: member, actor });
  await users.deleteMembership(trx, { accountId, userId });
  await recordAction(trx, accountId, actor, { action: 'member.removed', subject: member.email });
}

async function resetAccess(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  userId: string,
): Promise<IssuedLink> {
  const { member, members } = await lockMember(trx, accountId, userId);
  if (actor.userId !== null && member.acceptedAt === null) throw new DomainError('member_not_found');
  await users.lockUser(trx, { userId });
  const home = await users.findHome(trx, { userId });
  if (actor.userId !== null && home?.accounts !== 1) throw new DomainError('reset_by_operator');
  if (member.disabledAt) throw new DomainError('user_disabled');
  if (await findPassword(trx, { userId })) await deletePassword(trx, userId);
  await deletePasskeys(trx, { userId });
  await deleteIdentities(trx, { userId });
  await forgetDevices(trx, { userId });
  await endSessions(trx, userId);
  await users.doubtEverywhere(trx, { userId });
  await recordAction(trx, accountId, actor, { action: 'member.access_reset', subject: member.email });
  await tell(parts, trx, accountId, members, { what: 'reset', who: member, actor });
  // A user who has not joined yet had nothing to remove.
  return send(parts, trx, accountId, member, member.acceptedAt === null ? 'invitation' : 'reset');
}

/** From the most powerful role to the least. */
function isPromotion(from: Role, to: Role): boolean {
  return ROLES.indexOf(to) < ROLES.indexOf(from);
}

type Member = Pick<users.Member, 'userId' | 'email' | 'name' | 'language'>;

async function lockMember(trx: Trx, accountId: string, userId: string) {
  const members = await users.lockMembers(trx, { accountId });
  const member = members.find(({ userId: user_id }) => user_id === userId);
  if (!member) throw new DomainError('member_not_found');
  return { member, members };
}

/** Throws `last_owner` unless another owner can sign in. */
function requireAnotherOwner(members: readonly users.Member[], member: users.Member): void {
  const others = members.filter(
    ({ userId, role, acceptedAt, disabledAt }) =>
      userId !== member.userId && role === 'owner' && acceptedAt !== null && disabledAt === null,
  );
  const isOwner = member.role === 'owner' && member.acceptedAt !== null;
  if (isOwner && others.length === 0) throw new DomainError('last_owner');
}

async function getAccountName(trx: Trx, accountId: string): Promise<string> {
  const account = await findAccount(trx, { id: accountId });
  if (!account) throw new DomainError('account_not_found');
  return account.name;
}
