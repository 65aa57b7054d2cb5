import { columns, command, query, sql } from '../../db/index.ts';
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

export const setColor = command.run<{ account_id: string; color: string | null }>(
  'account_brands.set_color',
  (p) =>
    sql('account_brands')
      .insert(columns(p, ['account_id', 'color']))
      .onConflict('account_id')
      .merge(['color']),
);

type NewLogo = Omit<BrandRow, 'color'> & { account_id: string; logo: Buffer | null };

export const setLogo = command.run<NewLogo>('account_brands.set_logo', (p) =>
  sql('account_brands')
    .insert(columns(p, ['account_id', ...LOGO_COLUMNS]))
    .onConflict('account_id')
    .merge([...LOGO_COLUMNS]),
);
