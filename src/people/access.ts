import { type Actor, recordAction, recordOwnAction } from '../audit-log/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { readUserAgent } from '../lib/user-agent.ts';
import { tellOwners, tellUser, type Addressee } from './mail.ts';
import type { MEMBER_EMAILS } from './member-emails.ts';
import {
  findOpenLink,
  takeLink,
  type OpenLink,
  endSession,
  endSessions,
  putDevice,
} from './session-repository.ts';
import {
  deleteIdentities,
  insertIdentity,
  type Identity,
  deletePasskey,
  insertPasskey,
  deletePassword,
} from './proof-repository.ts';
import type { NewPasskey } from './passkeys.ts';
import type { NewPassword, Passwords } from './passwords.ts';
import type { Origin, Sessions } from './sessions.ts';
import { hashToken } from './token.ts';
import { requireName } from './name.ts';
import * as users from './repository.ts';

/** The way in which a user proved their identity. */
export type Proof = 'passkey' | 'password' | 'recovery_code' | 'one_time_link' | 'oidc';

export interface SignIn {
  userId: string;
  proof: Proof;
  from: Origin;
  /** The browser's device cookie. */
  device: string;
  requestId: string;
  /** This browser's previous session, which the new one replaces. */
  replaces: OwnActor | undefined;
}

/** Users' changes to their own access. Each change is e-mailed to the user, and is in the audit log. */
export interface Access {
  /** Begins a session and returns its token; undefined when the user was disabled or reset meanwhile. */
  signIn(trx: Trx, by: SignIn): Promise<string | undefined>;
  signOut(trx: Trx, actor: OwnActor): Promise<void>;
  /**
   * Uses up a one-time link; the user joins the account. A user who has no way to sign in yet gets a session to set one
   * up. All other users must sign in as usual, because access to a mailbox alone must not open an account. Throws
   * `one_time_link_ended`.
   */
  useLink(trx: Trx, token: string, by: Omit<SignIn, 'userId' | 'proof'>): Promise<UsedLink>;
  /** Throws `invalid_request`. */
  rename(trx: Trx, actor: OwnActor, name: string): Promise<void>;
  /** False if the passkey is already registered. */
  addPasskey(trx: Trx, actor: OwnActor, passkey: NewPasskey, name: string): Promise<boolean>;
  /** Throws `last_sign_in_method`. Does nothing when there is no such passkey. */
  removePasskey(trx: Trx, actor: OwnActor, id: string): Promise<void>;
  /** Returns the recovery codes, which are shown once. Ends the user's other sessions. */
  setPassword(trx: Trx, actor: OwnActor, password: NewPassword): Promise<string[]>;
  /** Throws `last_sign_in_method`. */
  removePassword(trx: Trx, actor: OwnActor): Promise<void>;
  /** False if the identity is already linked, or the user has one of this issuer. */
  linkIdentity(trx: Trx, actor: OwnActor, identity: Identity): Promise<boolean>;
  /** Throws `last_sign_in_method`. */
  removeIdentities(trx: Trx, actor: OwnActor): Promise<void>;
  /** False when the user has no such session. */
  endSession(trx: Trx, actor: OwnActor, id: string): Promise<boolean>;
  endOtherSessions(trx: Trx, actor: OwnActor): Promise<void>;
  /** Ends all of the user's sessions, this one too. */
  signOutEverywhere(trx: Trx, actor: OwnActor): Promise<void>;
}

export interface UsedLink {
  accountId: string;
  userId: string;
  /** The token of a session, for a user who has no way to sign in yet. */
  session: string | undefined;
}

/** The user, in a session. */
export interface OwnActor extends Actor {
  userId: string;
  sessionId: string;
}

const MAX_PASSKEY_NAME_LENGTH = 100;

interface Parts {
  sessions: Sessions;
  passwords: Passwords;
  panelUrl: () => string;
}

export function createAccess(parts: Parts): Access {
  return {
    signIn: (trx, by) => signIn(parts, trx, by),
    signOut,
    useLink: (trx, token, by) => useLink(parts, trx, token, by),
    rename,
    addPasskey: (trx, actor, passkey, name) => addPasskey(parts, trx, actor, passkey, name),
    removePasskey: (trx, actor, id) => removePasskey(parts, trx, actor, id),
    setPassword: (trx, actor, password) => setPassword(parts, trx, actor, password),
    removePassword: (trx, actor) => removePassword(parts, trx, actor),
    linkIdentity: (trx, actor, identity) => linkIdentity(parts, trx, actor, identity),
    removeIdentities: (trx, actor) => removeIdentities(parts, trx, actor),
    endSession: endChosenSession,
    endOtherSessions,
    signOutEverywhere,
  };
}

async function signIn(
  parts: Parts,
  trx: Trx,
  { userId, proof, from, device, requestId, replaces }: SignIn,
): Promise<string | undefined> {
  const user = await users.lockUser(trx, { userId });
  if (!user || user.disabledAt) return undefined;
  // The factor used may have been removed since, and a session without a way to sign in could set up another.
  if (proof !== 'one_time_link' && (await users.countSignInMethods(trx, userId)) === 0) return undefined;
  if (replaces) await signOut(trx, replaces);
  const session = await parts.sessions.begin(trx, userId, from);
  const isNew = await putDevice(trx, userId, hashToken(device));
  const actor = { userId, email: user.email, sessionId: session.id, address: from.address, requestId };
  await recordOwnAction(trx, userId, actor, {
    action: 'session.started',
    subject: user.email,
    details: { proof, new_device: isNew },
  });
  if (proof === 'recovery_code') await tellChange(parts, trx, user, 'recoveryCodeUsed');
  if (isNew && proof !== 'one_time_link') {
    const now = await trx.now;
    await tellUser(trx, user, (words, timeOf) =>
      words.newDevice({
        at: timeOf(now),
        address: from.address,
        browser: words.browser(readUserAgent(from.agent)),
        panel: parts.panelUrl(),
      }),
    );
  }
  return session.token;
}

async function signOut(trx: Trx, actor: OwnActor): Promise<void> {
  await endSession(trx, actor.userId, actor.sessionId);
  await recordOwnAction(trx, actor.userId, actor, { action: 'session.ended', subject: actor.email ?? '' });
}

async function tellChange(
  { panelUrl }: Parts,
  trx: Trx,
  user: Addressee,
  what: keyof (typeof MEMBER_EMAILS)['en']['changes'],
): Promise<void> {
  const now = await trx.now;
  await tellUser(trx, user, (words, timeOf) => words.access({ what, at: timeOf(now), panel: panelUrl() }));
}

async function useLink(
  parts: Parts,
  trx: Trx,
  token: string,
  by: Omit<SignIn, 'userId' | 'proof'>,
): Promise<UsedLink> {
  const found = await findOpenLink(trx, { tokenHash: hashToken(token) });
  // First the team, then the link, which is the lock order of changes to the team.
  const members = found && (await users.lockMembers(trx, { accountId: found.accountId }));
  const link = members && (await takeLink(trx, { tokenHash: hashToken(token) }));
  if (!link) throw new DomainError('one_time_link_ended');
  if (link.purpose === 'invitation') await join(parts, trx, link, members, by);
  const hasSignInMethod = (await users.countSignInMethods(trx, link.userId)) > 0;
  const { accountId, userId } = link;
  if (hasSignInMethod) return { accountId, userId, session: undefined };
  const session = await signIn(parts, trx, { ...by, userId, proof: 'one_time_link' });
  // The person who opened the link sets up a new sign-in, and a mailbox alone must not move money (D44).
  await users.doubtEverywhere(trx, { userId });
  return { accountId, userId, session };
}

async function join(
  { panelUrl }: Parts,
  trx: Trx,
  link: OpenLink,
  members: readonly users.Member[],
  by: Omit<SignIn, 'userId' | 'proof'>,
): Promise<void> {
  const { accountId, accountName: account, userId, email, name } = link;
  await users.acceptMembership(trx, { accountId, userId });
  const actor = { userId, email, sessionId: null, address: by.from.address, requestId: by.requestId };
  await recordAction(trx, accountId, actor, { action: 'member.joined', subject: email });
  await tellOwners(trx, accountId, members, (words) =>
    words.team({
      account,
      what: words.teamChanges.joined(`${name} <${email}>`),
      by: email,
      panel: `${panelUrl()}/accounts/${accountId}/team`,
    }),
  );
}

async function rename(trx: Trx, actor: OwnActor, given: string): Promise<void> {
  const name = requireName(given);
  await users.setName(trx, { userId: actor.userId, name });
  await recordOwnAction(trx, actor.userId, actor, { action: 'user.renamed', subject: name });
}

async function addPasskey(
  parts: Parts,
  trx: Trx,
  actor: OwnActor,
  passkey: NewPasskey,
  name: string,
): Promise<boolean> {
  const user = await getUser(trx, actor.userId);
  const shortName = printable(name).trim().slice(0, MAX_PASSKEY_NAME_LENGTH) || 'Passkey';
  const row = { ...passkey, name: shortName, createdAt: await trx.now };
  if (!(await insertPasskey(trx, row))) return false;
  await recordOwnAction(trx, user.id, actor, { action: 'passkey.added', subject: shortName });
  await tellChange(parts, trx, user, 'passkeyAdded');
  return true;
}

async function removePasskey(parts: Parts, trx: Trx, actor: OwnActor, id: string): Promise<void> {
  const user = await getUser(trx, actor.userId);
  const name = await deletePasskey(trx, user.id, id);
  if (name === undefined) return;
  await requireWayIn(trx, user.id);
  await recordOwnAction(trx, user.id, actor, { action: 'passkey.removed', subject: name });
  await tellChange(parts, trx, user, 'passkeyRemoved');
}

async function setPassword(
  parts: Parts,
  trx: Trx,
  actor: OwnActor,
  password: NewPassword,
): Promise<string[]> {
  const user = await getUser(trx, actor.userId);
  const codes = await parts.passwords.store(trx, user.id, password);
  await endSessions(trx, user.id, actor.sessionId);
  await recordOwnAction(trx, user.id, actor, { action: 'password.set', subject: user.email });
  await tellChange(parts, trx, user, 'passwordSet');
  return codes;
}

async function removePassword(parts: Parts, trx: Trx, actor: OwnActor): Promise<void> {
  const user = await getUser(trx, actor.userId);
  if (!(await deletePassword(trx, user.id))) return;
  await requireWayIn(trx, user.id);
  await recordOwnAction(trx, user.id, actor, { action: 'password.removed', subject: user.email });
  await tellChange(parts, trx, user, 'passwordRemoved');
}

async function linkIdentity(
  parts: Parts,
  trx: Trx,
  actor: OwnActor,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const user = await getUser(trx, actor.userId);
  const row = { userId: user.id, issuer, subject, createdAt: await trx.now };
  if (!(await insertIdentity(trx, row))) return false;
  await recordOwnAction(trx, user.id, actor, {
    action: 'identity.linked',
    subject: user.email,
    details: { issuer },
  });
  await tellChange(parts, trx, user, 'identityLinked');
  return true;
}

async function removeIdentities(parts: Parts, trx: Trx, actor: OwnActor): Promise<void> {
  const user = await getUser(trx, actor.userId);
  if ((await deleteIdentities(trx, { userId: user.id })) === 0) return;
  await requireWayIn(trx, user.id);
  await recordOwnAction(trx, user.id, actor, { action: 'identity.removed', subject: user.email });
  await tellChange(parts, trx, user, 'identityRemoved');
}

async function endChosenSession(trx: Trx, actor: OwnActor, id: string): Promise<boolean> {
  const ended = await endSession(trx, actor.userId, id);
  if (ended) {
    await recordOwnAction(trx, actor.userId, actor, {
      action: 'session.ended',
      subject: actor.email ?? '',
      details: { session: id },
    });
  }
  return ended;
}

async function endOtherSessions(trx: Trx, actor: OwnActor): Promise<void> {
  const ended = await endSessions(trx, actor.userId, actor.sessionId);
  await recordOwnAction(trx, actor.userId, actor, {
    action: 'session.ended_others',
    subject: actor.email ?? '',
    details: { sessions: ended },
  });
}

async function signOutEverywhere(trx: Trx, actor: OwnActor): Promise<void> {
  const ended = await endSessions(trx, actor.userId);
  await recordOwnAction(trx, actor.userId, actor, {
    action: 'session.ended_all',
    subject: actor.email ?? '',
    details: { sessions: ended },
  });
}

/** Locks the user, so that two concurrent changes cannot remove the last way in together. */
async function getUser(trx: Trx, userId: string): Promise<users.UserRow> {
  const user = await users.lockUser(trx, { userId });
  if (!user) throw new Error('a session has no user');
  return user;
}

/** Throws `last_sign_in_method` if the only one was just removed; the transaction then restores it. */
async function requireWayIn(trx: Trx, userId: string): Promise<void> {
  if ((await users.countSignInMethods(trx, userId)) === 0) throw new DomainError('last_sign_in_method');
}

/** Cleans user agents and names given by users, which appear in mail and lists. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
