import { readFile } from 'node:fs/promises';
import {
  type Brand,
  changeBrand,
  contrast,
  legibleShade,
  type Mode,
  readBrand,
  renameAccount,
  textOn,
} from '../../accounts/index.ts';
import { OPERATOR, recordAction } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { CommandFailure, requireChange } from '../frame/index.ts';
import { requireAccountHere } from './account.ts';

export interface BrandOptions {
  name?: string;
  color?: string;
  logo?: string;
}

/** Removes the colour or logo. */
const NONE = 'none';

export async function brand({ db }: Foundation, id: string, options: BrandOptions): Promise<object> {
  const { name, color, logo } = requireChange({
    name: options.name,
    color: options.color === NONE ? null : options.color,
    logo: await readLogo(options.logo),
  });
  return db.transaction(async (trx) => {
    const known = await requireAccountHere(trx, id);
    if (name !== undefined) {
      await renameAccount(trx, id, name);
      await recordAction(trx, id, OPERATOR, { action: 'account.renamed', subject: name });
    }
    await changeBrand(trx, id, OPERATOR, { color, logo });
    return view(name ?? known.name, await readBrand(trx, id));
  });
}

async function readLogo(file: string | undefined): Promise<Buffer | null | undefined> {
  if (file === undefined) return undefined;
  if (file === NONE) return null;
  return readFile(file).catch(() => {
    throw new CommandFailure(`Cannot read the file ${file}.`);
  });
}

function view(name: string, { color, logo }: Brand): object {
  return {
    name,
    color: color ?? null,
    ...(color === undefined
      ? {}
      : {
          text_on_color: `${textOn(color)}, contrast ${contrast(textOn(color), color).toFixed(1)}`,
          links_on_light_pages: describeShade(color, 'light'),
          links_on_dark_pages: describeShade(color, 'dark'),
        }),
    logo: logo ? `${logo.file}, ${logo.width} × ${logo.height}` : null,
  };
}

/** Says when the colour has too little contrast on the pages and is adjusted. */
function describeShade(color: string, mode: Mode): string {
  const shade = legibleShade(color, mode);
  if (shade === color) return color;
  return `${shade}, ${mode === 'light' ? 'darker' : 'lighter'} than ${color}, which is too faint there`;
}
