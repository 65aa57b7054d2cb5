import { readFile } from 'node:fs/promises';
import { findAccount, renameAccount } from '../accounts/repository.ts';
import { contrast, legibleShade, textOn, type Mode } from '../accounts/brand/color.ts';
import { changeBrand, MAX_LOGO_BYTES, readBrand, type Brand } from '../accounts/brand/service.ts';
import { OPERATOR, recordDeed } from '../audit-log/record.ts';
import type { Command } from 'commander';
import { requireChange } from './arguments.ts';
import { CommandFailure, requireId, type Register } from './command.ts';

interface BrandOptions {
  name?: string;
  color?: string;
  logo?: string;
}

/** What removes a colour or logo. */
const NONE = 'none';

/** Adds `brand` to the commands of accounts: what payers see of the company. */
export function registerBrandCommand(accounts: Command, run: Parameters<Register>[1]): void {
  accounts
    .command('brand <id>')
    .description('change what payers see of the company: its name, colour and logo')
    .option('--name <name>', "the company's public name")
    .option('--color <color>', `of buttons and links, like #0a7cff, or ${NONE}`)
    .option('--logo <file>', `a PNG, JPEG or WebP image of up to ${MAX_LOGO_BYTES / 1024} KB, or ${NONE}`)
    .action((id: string, options: BrandOptions) =>
      run(async ({ db }) => {
        const { name, color, logo } = requireChange({
          name: options.name === undefined ? undefined : requireName(options.name),
          color: options.color === NONE ? null : options.color,
          logo: await readLogo(options.logo),
        });
        const accountId = requireId(id, 'account');
        return db.transaction(async (trx) => {
          const known = await findAccount(trx, accountId);
          if (!known) throw new CommandFailure(`There is no account ${id}.`);
          if (name !== undefined) {
            await renameAccount(trx, accountId, name);
            await recordDeed(trx, accountId, OPERATOR, { action: 'account.renamed', subject: name });
          }
          await changeBrand(trx, accountId, OPERATOR, { color, logo });
          return view(name ?? known.name, await readBrand(trx, accountId));
        });
      }),
    );
}

export function requireName(name: string): string {
  if (name.trim() === '' || name.length > 200)
    throw new CommandFailure('--name must have 1 to 200 characters.');
  return name;
}

async function readLogo(file: string | undefined): Promise<Buffer | null | undefined> {
  if (file === undefined) return undefined;
  if (file === NONE) return null;
  return readFile(file).catch(() => {
    throw new CommandFailure(`The file ${file} cannot be read.`);
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

/** Says when the colour is too faint to be read on the pages as it is. */
function describeShade(color: string, mode: Mode): string {
  const shade = legibleShade(color, mode);
  if (shade === color) return color;
  return `${shade}, ${mode === 'light' ? 'darker' : 'lighter'} than ${color}, which is too faint there`;
}
