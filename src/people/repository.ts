import type { AccountKind } from '../accounts/index.ts';
import {
  columns,
  command,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  worksHere,
} from '../db/index.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { Role, UserLanguage } from './roles.ts';

export interface UserRow extends Pick<
  Tables['users'],
  'id' | 'name' | 'language' | 'disabledAt' | 'createdAt'
> {
  /** Lower case. */
  email: string;
}

const COLUMNS = ['id', 'email', 'name', 'language', 'disabled_at', 'created_at'] as const;

/** Does nothing when there is a user with this e-mail address. */
export const insertUser = command.run<Omit<UserRow, 'language' | 'disabledAt'>>('users.insert', (p) =>
  sql('users')
    .insert(columns(p, ['id', 'email', 'name', 'createdAt']))
    .onConflict('email')
    .ignore(),
);

export const findUserByEmail = query.first<{ email: string }, UserRow>('users.by_email', (p) =>
  sql('users').where({ email: p.email }).select(COLUMNS),
);

/** All changes to a user's methods to sign in take this lock first. */
export const lockUser = command.first<{ userId: string }, UserRow>('users.lock', (p) =>
  sql('users').where({ id: p.userId }).select(COLUMNS).forNoKeyUpdate(),
);

export const setDisabled = command.run<{ userId: string; disabledAt: Date | null }>(
  'users.set_disabled',
  (p) => sql('users').where({ id: p.userId }).update({ disabled_at: p.disabledAt }),
);

export const setLanguage = command.run<{ userId: string; language: UserLanguage | null }>(
  'users.set_language',
  (p) => sql('users').where({ id: p.userId }).update({ language: p.language }),
);

export const setName = command.run<{ userId: string; name: string }>('users.set_name', (p) =>
  sql('users').where({ id: p.userId }).update({ name: p.name }),
);

const countSignInMethodsQuery = query.first<{ userId: string }, { count: number }>(
  'users.count_sign_in_methods',
  (p) =>
    named(
      `select (select count(*) from passkeys where user_id = :userId)::integer
            + (select count(*) from passwords where user_id = :userId)::integer
            + (select count(*) from user_identities where user_id = :userId)::integer as count`,
      p,
    ),
);

/** The number of passkeys, passwords and identities of an OpenID provider that the user can sign in with. */
export async function countSignInMethods(on: Queryable, userId: string): Promise<number> {
  return (await countSignInMethodsQuery(on, { userId }))?.count ?? 0;
}

export type MembershipRow = Pick<
  Tables['memberships'],
  'accountId' | 'userId' | 'role' | 'acceptedAt' | 'createdAt'
>;

/** The beginning of a member's trust with an account's money, and the owner who vouches for them until then (D44). */
interface Trust {
  /** 24 hours after they joined, were promoted or had their sign-in reset; null while the invitation is open. */
  trustedAt: Date | null;
  /** The owner who vouches for them, as long as that is an owner who is trusted. */
  vouchedBy: string | null;
}

// A member who has left, lost the role or had their sign-in reset cannot vouch.
const VOUCHED_BY = `(
  select v.user_id from memberships v join users vu on vu.id = v.user_id
   where v.account_id = m.account_id and v.user_id = m.vouched_by and v.role = 'owner'
     and v.trusted_at <= service_now() and vu.disabled_at is null) as vouched_by`;

const insertMembershipCommand = command.run<MembershipRow>('memberships.insert', (p) =>
  sql('memberships')
    .insert(columns(p, ['accountId', 'userId', 'role', 'acceptedAt', 'createdAt']))
    .onConflict(['account_id', 'user_id'])
    .ignore(),
);

/** False when the user belongs to the account already, or is invited. */
export async function insertMembership(trx: Trx, membership: MembershipRow): Promise<boolean> {
  return (await insertMembershipCommand(trx, membership)) === 1;
}

export interface OwnMembership extends Pick<Tables['memberships'], 'accountId' | 'role'> {
  accountName: string;
  accountKind: AccountKind;
  timeZone: TimeZone;
  /** Null if balances are not summed. */
  baseCurrency: string | null;
}

/**
 * The accounts that the user of a session belongs to, by name; not those with an open invitation. It does not matter here
 * whether the session is open, so that this can be read beside it.
 */
export const listMembershipsOf = query.all<{ tokenHash: Buffer }, OwnMembership>(
  'memberships.of_session',
  (p) =>
    sql('memberships as m')
      .join('accounts as a', 'a.id', 'm.account_id')
      .whereRaw(named('m.user_id = (select user_id from user_sessions where token_hash = :tokenHash)', p))
      .whereNotNull('m.accepted_at')
      .whereRaw(worksHere('m.account_id'))
      .orderBy(['a.name', 'a.id'])
      .select(
        'm.account_id',
        'a.name as account_name',
        'a.kind as account_kind',
        'a.time_zone',
        'a.base_currency',
        'm.role',
      ),
);

export interface Member
  extends MembershipRow, Trust, Pick<Tables['users'], 'email' | 'name' | 'language' | 'disabledAt'> {}

export interface ListedMember extends Member {
  /** When the user last used the panel, for any account. Null if they never did. */
  lastUsedAt: Date | null;
}

const membersOf = (accountId: unknown) =>
  sql('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.account_id': accountId as string })
    .select('m.account_id', 'm.user_id', 'm.role', 'm.accepted_at', 'm.created_at', 'm.trusted_at')
    .select(sql.raw(VOUCHED_BY), 'u.email', 'u.name', 'u.language', 'u.disabled_at');

export const listMembers = query.all<{ accountId: string }, ListedMember>('memberships.list', (p) =>
  membersOf(p.accountId).select('u.last_used_at').orderBy(['u.name', 'u.id']),
);

/**
 * Members of the account who have joined, and have no way to sign in, because the passwords that an account's move had
 * taken along went with the cell that lost the account (D74).
 */
export const listLockedOut = query.all<{ accountId: string }, Pick<Member, 'userId' | 'email'>>(
  'memberships.locked_out',
  (p) =>
    named(
      `select u.id as user_id, u.email from memberships m join users u on u.id = m.user_id
        where m.account_id = :accountId and m.accepted_at is not null and u.disabled_at is null
          and not exists (select from passwords w where w.user_id = u.id)
          and not exists (select from passkeys w where w.user_id = u.id)
          and not exists (select from user_identities w where w.user_id = u.id)
        order by u.email`,
      p,
    ),
);

/** A member's rights in an account at this moment. */
export interface Membership extends Pick<Tables['memberships'], 'userId' | 'role' | 'vouchedBy'> {
  trustedAt: Date;
}

/** A member of the account who is not disabled. */
export const findMember = query.first<MemberKey, Membership>('memberships.find_active', (p) =>
  sql('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .where({ 'm.account_id': p.accountId, 'm.user_id': p.userId })
    .whereNotNull('m.accepted_at')
    .whereNull('u.disabled_at')
    .whereRaw(worksHere('m.account_id'))
    .select('m.user_id', 'm.role', 'm.trusted_at', sql.raw(VOUCHED_BY)),
);

/** Changes to a team lock all of it, because an account must keep an owner. */
export const lockMembers = command.all<{ accountId: string }, Member>('memberships.lock_all', (p) =>
  // In a fixed order, so that two changes cannot deadlock.
  membersOf(p.accountId).orderBy('m.user_id').forUpdate('m'),
);

interface MemberKey {
  accountId: string;
  userId: string;
}

export const setRole = command.run<MemberKey & { role: Role }>('memberships.set_role', (p) =>
  sql('memberships').where({ account_id: p.accountId, user_id: p.userId }).update({ role: p.role }),
);

/** How long a new member waits until they are trusted. */
const TRUSTED_FROM = "service_now() + interval '24 hours'";

const accept = command.run<MemberKey & { now: Date }>('memberships.accept', (p) =>
  sql('memberships')
    .where({ account_id: p.accountId, user_id: p.userId })
    .update({
      accepted_at: named('coalesce(accepted_at, :now)', p),
      trusted_at: sql.raw(`coalesce(trusted_at, ${TRUSTED_FROM})`),
    }),
);

export async function acceptMembership(trx: Trx, key: MemberKey): Promise<void> {
  await accept(trx, { ...key, now: await trx.now });
}

const DOUBTED = { trusted_at: sql.raw(TRUSTED_FROM), vouched_by: null };

/** Restarts a member's wait for trust after a promotion. For invited users it has not begun yet. */
export const doubtMember = command.run<MemberKey>('memberships.doubt', (p) =>
  sql('memberships')
    .where({ account_id: p.accountId, user_id: p.userId })
    .whereNotNull('accepted_at')
    .update(DOUBTED),
);

/** Restarts the wait in all accounts of a user whose sign-in was reset. */
export const doubtEverywhere = command.run<{ userId: string }>('memberships.doubt_everywhere', (p) =>
  sql('memberships').where({ user_id: p.userId }).whereNotNull('accepted_at').update(DOUBTED),
);

export const setVouchedBy = command.run<MemberKey & { by: string }>('memberships.vouch', (p) =>
  sql('memberships').where({ account_id: p.accountId, user_id: p.userId }).update({ vouched_by: p.by }),
);

export const deleteMembership = command.run<MemberKey>('memberships.delete', (p) =>
  sql('memberships').where({ account_id: p.accountId, user_id: p.userId }).delete(),
);

/**
 * The user's first account, open invitations included, and the number of accounts. Mail to the user is sent on its
 * behalf.
 */
export const findHome = query.first<{ userId: string }, { accountId: string; accounts: number }>(
  'memberships.home',
  (p) =>
    named(
      `select account_id, (count(*) over ())::integer as accounts from memberships
        where user_id = :userId and ${worksHere('account_id')} order by created_at, account_id limit 1`,
      p,
    ),
);
