import { columns, type Queryable, sql, statement, type Trx } from '../../db/index.ts';
import type { ImageType } from './image.ts';

export interface BrandRow {
  /** Like #0a7cff; null: the pages' own. */
  color: string | null;
  /** All four are null when there is no logo. */
  logo_digest: string | null;
  logo_type: ImageType | null;
  logo_width: number | null;
  logo_height: number | null;
}

export interface LogoRow {
  logo_type: ImageType;
  logo: Buffer;
}

const BRAND_COLUMNS = ['color', 'logo_digest', 'logo_type', 'logo_width', 'logo_height'] as const;
const LOGO_COLUMNS = ['logo_digest', 'logo_type', 'logo_width', 'logo_height', 'logo'] as const;

const findStatement = statement<{ accountId: string }, BrandRow>('account_brands.find', (p) =>
  sql('account_brands').where({ account_id: p.accountId }).first(BRAND_COLUMNS),
);

/** Without the logo's bytes. Undefined for an account that never had a brand. */
export function findBrand(on: Queryable, accountId: string): Promise<BrandRow | undefined> {
  return findStatement.first(on, { accountId });
}

const findLogoStatement = statement<{ accountId: string; digest: string }, LogoRow>(
  'account_brands.find_logo',
  (p) =>
    sql('account_brands')
      .where({ account_id: p.accountId, logo_digest: p.digest })
      .first(['logo_type', 'logo']),
);

/** The account's current logo; undefined if its digest differs. */
export function findLogo(on: Queryable, accountId: string, digest: string): Promise<LogoRow | undefined> {
  return findLogoStatement.first(on, { accountId, digest });
}

const setColorStatement = statement<{ account_id: string; color: string | null }>(
  'account_brands.set_color',
  (p) =>
    sql('account_brands')
      .insert(columns(p, ['account_id', 'color']))
      .onConflict('account_id')
      .merge(['color']),
);

export async function setColor(trx: Trx, accountId: string, color: string | null): Promise<void> {
  await setColorStatement.run(trx, { account_id: accountId, color });
}

type NewLogo = Omit<BrandRow, 'color'> & { account_id: string; logo: Buffer | null };

const setLogoStatement = statement<NewLogo>('account_brands.set_logo', (p) =>
  sql('account_brands')
    .insert(columns(p, ['account_id', ...LOGO_COLUMNS]))
    .onConflict('account_id')
    .merge([...LOGO_COLUMNS]),
);

export async function setLogo(trx: Trx, logo: NewLogo): Promise<void> {
  await setLogoStatement.run(trx, logo);
}
