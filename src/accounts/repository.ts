import { columns, command, limited, named, query, sql, type Trx, type Tables, narrow } from '../db/index.ts';
import type { AccountKind, KeyHolder } from './standing.ts';
import type { ImageType } from './brand-image.ts';

const COLUMNS = [
  'id',
  'name',
  'email',
  'kind',
  'status',
  'kyb',
  'kyc',
  'emailVerified',
  'phoneVerified',
  'ownerExists',
  'autoRefund',
  'refundAfterDays',
  'refundAfterSince',
  'payTheRest',
  'disabledMethods',
  'timeZone',
  'baseCurrency',
  'createdAt',
] as const;

export interface Account extends Pick<Tables['accounts'], (typeof COLUMNS)[number]> {
  /** Only companies have API keys (D29). */
  kind: AccountKind;
}

const NEW_COLUMNS = ['id', 'name', 'email', 'kind', 'kyb', 'kyc', 'emailVerified', 'phoneVerified'] as const;
type NewAccount = Pick<Account, (typeof NEW_COLUMNS)[number]>;

const insert = command.first<NewAccount & { createdAt: Date }, Account>('accounts.insert', (p) =>
  sql('accounts')
    .insert({
      ...columns(p, [...NEW_COLUMNS, 'createdAt']),
      kyb_first_approved_at: named("case when :kyb = 'approved' then :createdAt::timestamptz end", p),
    })
    .returning(COLUMNS),
);

export async function insertAccount(trx: Trx, account: NewAccount): Promise<Account | undefined> {
  return insert(trx, { ...account, createdAt: await trx.now });
}

const update = command.first<Omit<Account, 'name' | 'email' | 'kind' | 'createdAt'> & { now: Date }, Account>(
  'accounts.update',
  (p) =>
    sql('accounts')
      .where({ id: p.id })
      .update({
        ...columns(p, [
          'status',
          'kyb',
          'kyc',
          'emailVerified',
          'phoneVerified',
          'ownerExists',
          'autoRefund',
          'refundAfterDays',
          'refundAfterSince',
          'payTheRest',
          'disabledMethods',
          'timeZone',
          'baseCurrency',
        ]),
        kyb_first_approved_at: named(
          "coalesce(kyb_first_approved_at, case when :kyb = 'approved' then :now::timestamptz end)",
          p,
        ),
      })
      .returning(COLUMNS),
);

export async function updateAccount(trx: Trx, account: Account): Promise<Account | undefined> {
  return update(trx, { ...account, now: await trx.now });
}

const rename = command.run<{ id: string; name: string }>('accounts.rename', (p) =>
  sql('accounts')
    .where({ id: p.id })
    .update(columns(p, ['name'])),
);

/** Returns whether there is such an account. */
export async function renameAccount(trx: Trx, id: string, name: string): Promise<boolean> {
  return (await rename(trx, { id, name })) === 1;
}

export const setContactEmail = command.run<{ id: string; email: string }>('accounts.set_email', (p) =>
  sql('accounts')
    .where({ id: p.id })
    .update(columns(p, ['email'])),
);

export const findAccount = query.first<{ id: string }, Account>('accounts.find', (p) =>
  sql('accounts').where({ id: p.id }).first(COLUMNS),
);

export interface AccountQuery {
  /** The last account of the page before. */
  afterId: string | undefined;
  limit: number;
}

/** Ids up to this one belong to accounts of the deployment itself: unclaimed deposits and the house. */
const LAST_OWN_ID = '00000000-0000-0000-0000-ffffffffffff';

/** All accounts, for the operator. They are newest first, because ids grow with time. */
export const listAccounts = query.filtered<AccountQuery, Account>('accounts.list', (p, given) => {
  const query = sql('accounts')
    .where('id', '>', sql.raw(`'${LAST_OWN_ID}'::uuid`))
    .select(COLUMNS)
    .orderBy('id', 'desc');
  narrow(query, p, given, {
    afterId: ['id', '<'],
  });
  return limited(query, p.limit);
});

/** The number of accounts, for the operator. */
export const countAccounts = query.first<Record<string, never>, { accounts: number }>('accounts.count', () =>
  sql('accounts')
    .where('id', '>', sql.raw(`'${LAST_OWN_ID}'::uuid`))
    .select(sql.raw('count(*)::integer as accounts')),
);

export const findKeyHolder = query.first<{ id: string }, KeyHolder>('accounts.find_key_holder', (p) =>
  sql('accounts')
    .where({ id: p.id })
    .select('kind', 'kyb', sql.raw('kyb_first_approved_at is not null as ever_approved')),
);

export const lockAccount = command.first<{ id: string }, Account>('accounts.lock', (p) =>
  sql('accounts').where({ id: p.id }).select(COLUMNS).forNoKeyUpdate(),
);

export interface BrandRow extends Pick<Tables['account_brands'], 'logoType' | 'logoWidth' | 'logoHeight'> {
  /** Like #0a7cff. If null, the pages' own. */
  color: string | null;
  /** All four are null when there is no logo. */
  logoDigest: string | null;
}

export interface LogoRow {
  logoType: ImageType;
  logo: Buffer;
}

const BRAND_COLUMNS = ['color', 'logoDigest', 'logoType', 'logoWidth', 'logoHeight'] as const;
const LOGO_COLUMNS = ['logoDigest', 'logoType', 'logoWidth', 'logoHeight', 'logo'] as const;

/** Without the logo's bytes. Undefined for an account that never had a brand. */
export const findBrand = query.first<{ accountId: string }, BrandRow>('account_brands.find', (p) =>
  sql('account_brands').where({ account_id: p.accountId }).first(BRAND_COLUMNS),
);

/** The account's current logo; undefined if its digest differs. */
export const findLogo = query.first<{ accountId: string; digest: string }, LogoRow>(
  'account_brands.find_logo',
  (p) =>
    sql('account_brands')
      .where({ account_id: p.accountId, logo_digest: p.digest })
      .first(['logo_type', 'logo']),
);

export const setColor = command.run<{ accountId: string; color: string | null }>(
  'account_brands.set_color',
  (p) =>
    sql('account_brands')
      .insert(columns(p, ['accountId', 'color']))
      .onConflict('account_id')
      .merge(['color']),
);

type NewLogo = Omit<BrandRow, 'color'> & { accountId: string; logo: Buffer | null };

export const setLogo = command.run<NewLogo>('account_brands.set_logo', (p) =>
  sql('account_brands')
    .insert(columns(p, ['accountId', ...LOGO_COLUMNS]))
    .onConflict('account_id')
    .merge([...LOGO_COLUMNS]),
);
