import { createHash } from 'node:crypto';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { parseColor } from './brand-color.ts';
import { readImage } from './brand-image.ts';
import * as repository from './repository.ts';

/** With a logo of this size, a payer's page still loads less than 60 KB. */
export const MAX_LOGO_BYTES = 24 * 1024;
const SIDE_BOUNDS_PX = { min: 16, max: 2048 } as const;
const DIGEST_DIGITS = 32;

/** A company's appearance to its payers, besides its name. */
export interface Brand {
  /** Like #0a7cff. If undefined, the pages' own. */
  color: string | undefined;
  logo: Logo | undefined;
}

export interface Logo {
  /** The last segment of its URL, like 0f3a….png; each version of the logo has its own. */
  file: string;
  type: string;
  /** In pixels. */
  width: number;
  height: number;
}

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

export async function readBrand(on: Queryable, accountId: string): Promise<Brand> {
  const row = await repository.findBrand(on, { accountId });
  const { logoDigest, logoType, logoWidth, logoHeight } = row ?? {};
  const logo =
    logoDigest && logoType && logoWidth && logoHeight
      ? {
          file: `${logoDigest}.${ENDINGS[logoType]}`,
          type: logoType,
          width: logoWidth,
          height: logoHeight,
        }
      : undefined;
  return { color: row?.color ?? undefined, logo };
}

/** The bytes of the account's logo with this file name; undefined if there is none, or it was replaced. */
export function findLogo(
  on: Queryable,
  accountId: string,
  file: string,
): Promise<repository.LogoRow | undefined> {
  return repository.findLogo(on, { accountId, digest: file.split('.', 1)[0] ?? '' });
}

/** Undefined keeps the present value; null removes it. */
export interface BrandChange {
  color?: string | null | undefined;
  logo?: Buffer | null | undefined;
}

/**
 * Changes a company's appearance to its payers. Any colour is accepted, since text on it is black or white; see
 * `legibleShade` for links. Throws `invalid_request` for `color` or `logo` with the fault.
 */
export async function changeBrand(
  trx: Trx,
  accountId: string,
  actor: Actor,
  { color, logo }: BrandChange,
): Promise<void> {
  if (color !== undefined) {
    const known = color === null ? null : requireColor(color);
    await repository.setColor(trx, { accountId, color: known });
    const action = known === null ? 'brand.color_removed' : 'brand.color_set';
    await recordAction(trx, accountId, actor, { action, subject: known ?? '' });
  }
  if (logo !== undefined) {
    const row = logo === null ? NO_LOGO : requireLogo(logo);
    await repository.setLogo(trx, { ...row, accountId });
    const action = logo === null ? 'brand.logo_removed' : 'brand.logo_set';
    await recordAction(trx, accountId, actor, { action, subject: row.logoDigest ?? '' });
  }
}

const NO_LOGO = { logoDigest: null, logoType: null, logoWidth: null, logoHeight: null, logo: null };

function requireColor(text: string): string {
  const color = parseColor(text);
  if (!color) throw invalidParam('color', 'color must be six hexadecimal digits after a #, like #0a7cff.');
  return color;
}

function requireLogo(bytes: Buffer) {
  if (bytes.length > MAX_LOGO_BYTES) {
    throw invalidParam(
      'logo',
      `The logo has ${Math.ceil(bytes.length / 1024)} KB, and may have ${MAX_LOGO_BYTES / 1024}. Save it with fewer pixels or colours.`,
    );
  }
  const image = readImage(bytes);
  if (!image) {
    throw invalidParam('logo', 'The logo must be a PNG, JPEG or WebP image. SVG files can contain scripts.');
  }
  const { type, width, height } = image;
  const { min, max } = SIDE_BOUNDS_PX;
  if (Math.min(width, height) < min || Math.max(width, height) > max) {
    throw invalidParam(
      'logo',
      `The logo has ${width} × ${height} pixels; each side must have ${min} to ${max}.`,
    );
  }
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_DIGITS);
  return {
    logoDigest: digest,
    logoType: type,
    logoWidth: width,
    logoHeight: height,
    logo: bytes,
  };
}
