import type { AccountStatus, Kyb, Kyc } from '../accounts/index.ts';
import {
  columns,
  command,
  named,
  newestFirst,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  mayChange,
  worksHere,
} from '../db/index.ts';
import type { PageRange } from '../lib/cursor.ts';
import type { Scope } from './scopes.ts';

export interface CredentialRow extends Pick<
  Tables['credentials'],
  | 'accountId'
  | 'id'
  | 'publicId'
  | 'name'
  | 'environment'
  | 'secretHmac'
  | 'pepperVersion'
  | 'lastFour'
  | 'allowedCidrs'
  | 'apiVersion'
  | 'requestsPerMinute'
  | 'moneyOperationsPerDay'
  | 'expiresAt'
  | 'revokedAt'
  | 'createdAt'
  | keyof PreviousSecret
> {
  scopes: readonly Scope[];
}

/** The secret before the last rotation, null unless it was to keep working for a while (D63). */
type PreviousSecret = Pick<
  Tables['credentials'],
  'previousSecretHmac' | 'previousPepperVersion' | 'previousLastFour' | 'previousValidUntil'
>;

/** A credential together with the state of its account, read by one query. */
export interface PresentedCredentialRow extends CredentialRow {
  /** Whether this is the requested credential, and not its stand-in. */
  presented: boolean;
  /** The deployment's time, which is read once because it costs a third of the rest. */
  asOf: Date;
  accountStatus: AccountStatus;
  accountKyb: Kyb;
  accountEverApproved: boolean;
  accountKyc: Kyc;
  accountEmailVerified: boolean;
  accountPhoneVerified: boolean;
  accountOwnerExists: boolean;
  accountDisabledMethods: readonly string[];
}

/**
 * The only lookup without an account, because the key itself identifies the account. When there is no such key, its
 * neighbour in the index is returned, marked as not `presented`, so that the database does the same work (D13).
 */
export const findPresentedCredential = query.first<{ publicId: string }, PresentedCredentialRow>(
  'credentials.find_presented',
  (p) =>
    sql('credentials as c')
      .join('accounts as a', 'a.id', 'c.account_id')
      .whereRaw(
        named(
          `c.public_id = coalesce((select min(public_id) from credentials where public_id >= :publicId),
                                (select min(public_id) from credentials))`,
          p,
        ),
      )
      .select(
        'c.*',
        named(`c.public_id = :publicId and ${worksHere('c.account_id')} as presented`, p),
        sql.raw('service_now() as as_of'),
        'a.status as account_status',
        'a.kyb as account_kyb',
        sql.raw('a.kyb_first_approved_at is not null as account_ever_approved'),
        'a.kyc as account_kyc',
        'a.email_verified as account_email_verified',
        'a.phone_verified as account_phone_verified',
        'a.owner_exists as account_owner_exists',
        'a.disabled_methods as account_disabled_methods',
      ),
);

export const insertCredential = command.run<Omit<CredentialRow, keyof PreviousSecret>>(
  'credentials.insert',
  (p) =>
    sql('credentials')
      .insert(
        columns(p, [
          'accountId',
          'id',
          'publicId',
          'name',
          'environment',
          'scopes',
          'secretHmac',
          'pepperVersion',
          'lastFour',
          'allowedCidrs',
          'apiVersion',
          'requestsPerMinute',
          'moneyOperationsPerDay',
          'expiresAt',
          'revokedAt',
          'createdAt',
        ]),
      )
      .returning('*'),
);

const findAccount = query.first<{ id: string }, { accountId: string }>('credentials.find_account', (p) =>
  sql('credentials').where({ id: p.id }).select('account_id'),
);

/** The account of a key, because on the command line the operator gives only the key's id. */
export async function findAccountOfCredential(on: Queryable, id: string): Promise<string | undefined> {
  return (await findAccount(on, { id }))?.accountId;
}

interface CredentialKey {
  accountId: string;
  id: string;
}

export const lockCredential = command.first<CredentialKey, CredentialRow>('credentials.lock', (p) =>
  sql('credentials').where({ account_id: p.accountId, id: p.id }).select('*').forUpdate(),
);

/** A credential as shown to users, without the data that verifies its secret. */
export interface ListedCredential extends Omit<
  CredentialRow,
  'publicId' | 'secretHmac' | 'pepperVersion' | keyof PreviousSecret
> {
  state: CredentialState;
  /** The last four characters of the secret before the last rotation, while it still works. */
  previousLastFour: string | null;
  previousValidUntil: Date | null;
}

export type CredentialState = 'active' | 'expired' | 'revoked';

const PREVIOUS_WORKS = `previous_valid_until > service_now() and coalesce(expires_at > service_now(), true)`;

const LISTED = [
  'account_id',
  'id',
  'name',
  'environment',
  'scopes',
  'last_four',
  'allowed_cidrs',
  'api_version',
  'requests_per_minute',
  'money_operations_per_day',
  'expires_at',
  'revoked_at',
  'created_at',
  sql.raw(`case when revoked_at is not null then 'revoked'
                when expires_at <= service_now() then 'expired' else 'active' end as state`),
  sql.raw(`case when ${PREVIOUS_WORKS} then previous_last_four end as previous_last_four`),
  sql.raw(`case when ${PREVIOUS_WORKS} then previous_valid_until end as previous_valid_until`),
];

/** Newest first. */
export const listCredentials = query.filtered<PageRange & { accountId: string }, ListedCredential>(
  'credentials.list',
  (p, given) => {
    const query = sql('credentials').where({ account_id: p.accountId }).select(LISTED);
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    return newestFirst(query, { time: 'created_at', id: 'id', idType: 'uuid' }, after, p.limit);
  },
);

export const findCredential = query.first<CredentialKey, ListedCredential>('credentials.find', (p) =>
  sql('credentials').where({ account_id: p.accountId, id: p.id }).select(LISTED),
);

export const renameCredential = command.run<CredentialKey & { name: string }>('credentials.rename', (p) =>
  sql('credentials').where({ account_id: p.accountId, id: p.id }).update({ name: p.name }),
);

type NewSecret = Pick<
  CredentialRow,
  'accountId' | 'id' | 'secretHmac' | 'pepperVersion' | 'lastFour' | keyof PreviousSecret
>;

export const replaceSecret = command.run<NewSecret>('credentials.replace_secret', (p) =>
  sql('credentials')
    .where({ account_id: p.accountId, id: p.id })
    .update(
      columns(p, [
        'secretHmac',
        'pepperVersion',
        'lastFour',
        'previousSecretHmac',
        'previousPepperVersion',
        'previousLastFour',
        'previousValidUntil',
      ]),
    ),
);

const NO_PREVIOUS = {
  previous_secret_hmac: null,
  previous_pepper_version: null,
  previous_last_four: null,
  previous_valid_until: null,
};

export const clearPrevious = command.run<CredentialKey>('credentials.clear_previous', (p) =>
  sql('credentials').where({ account_id: p.accountId, id: p.id }).update(NO_PREVIOUS),
);

const revoke = command.run<CredentialKey & { now: Date }>('credentials.revoke', (p) =>
  sql('credentials')
    .where({ account_id: p.accountId, id: p.id })
    .update({ revoked_at: named('coalesce(revoked_at, :now)', p), ...NO_PREVIOUS }),
);

export async function markRevoked(trx: Trx, key: CredentialKey): Promise<void> {
  await revoke(trx, { ...key, now: await trx.now });
}

/** Clears previous secrets that have ended. Returns how many, at most the limit. */
export const purgePreviousSecrets = command.run<{ limit: number }>('credentials.purge_previous', (p) =>
  named(
    `update credentials set previous_secret_hmac = null, previous_pepper_version = null,
                            previous_last_four = null, previous_valid_until = null
      where (account_id, id) in (
        select account_id, id from credentials where previous_valid_until <= service_now() and ${mayChange('account_id')}
         order by previous_valid_until limit :limit for update skip locked)`,
    p,
  ),
);
