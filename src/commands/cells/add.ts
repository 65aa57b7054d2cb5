import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { parseCells, readCellsFile, type Cell } from '../../cells/index.ts';
import type { Config } from '../../config/index.ts';
import { countAccounts } from '../../accounts/index.ts';
import { migrate, readUpgradeState } from '../../db/index.ts';
import { findCell, requireCell, requireEnvironment } from '../../deployment/index.ts';
import { flushFolder } from '../../lib/files/whole-file.ts';
import { Keyring } from '../../lib/secrets/keyring.ts';
import { readOrMakeSecretsKey } from '../../lib/secrets/secrets-file.ts';
import { CommandFailure } from '../frame/index.ts';
import { quietLogger, withDatabase } from '../deployment/deployment.ts';
import { compareCatalogue, copyCatalogue, readCatalogue, type Catalogue } from './catalogue.ts';
import { configOfCell, readCatalogueOf, withConnection } from './database.ts';
import { requireCellOf, requireCellsFile } from './known-cells.ts';
import { findShared, meansOf } from './shared-resources.ts';

export interface AddOptions {
  like: number;
  url: string;
  servers: readonly string[];
  environmentFile: string;
}

/**
 * Turns the empty database of an environment file into a new cell, with the catalogue of the cell `like`, and enters
 * the cell in CELLS_FILE last, so that nothing leads to it until it is complete. When repeated after a failure, it
 * continues. Throws CommandFailure or StartupError before it changes anything if the cell does not fit the others.
 */
export async function addCell(number: number, options: AddOptions): Promise<object> {
  const file = requireCellsFile(process.env);
  const { added, all } = await planned(file, number, options);
  const model = requireCellOf(all, options.like);
  const config = configOfCell(added);
  const modelConfig = configOfCell(model);
  requireAlike(config, modelConfig, model.cell);
  requireOwnUrl(config, added);
  requireSecretsKey(config, added);
  await requireOwnMeans(all, number);
  const catalogue = await readCatalogueOf(modelConfig);
  await withDatabase(modelConfig, requireThisVersion);
  await withDatabase(config, (url) => prepareDatabase(url, config, catalogue));
  // As the service's first start would make it.
  if (!config.secretsKey) await readOrMakeSecretsKey(config.dataDir);
  await enter(file, number, options);
  return {
    cell: number,
    url: added.url,
    servers: added.servers,
    environment: config.environment,
    catalogue_of: model.cell,
    next: 'Start its processes, renew the configuration of the proxies, and restart the other cells: they read CELLS_FILE when they start.',
  };
}

/** The cells including the new one, so that the file's own rules judge it before anything is done. */
async function planned(
  file: string,
  number: number,
  options: AddOptions,
): Promise<{ added: Cell; all: Cell[] }> {
  if (readCellsFile(file).some(({ cell }) => cell === number))
    throw new CommandFailure(`CELLS_FILE already has cell ${number}.`);
  const folder = dirname(resolve(file));
  const text = await readFile(file, 'utf8');
  const all = parseCells(withCell(text, folder, number, options), folder);
  return { added: requireCellOf(all, number), all };
}

/** The file's text with one more cell. */
function withCell(text: string, folder: string, number: number, options: AddOptions): string {
  const { cells } = JSON.parse(text) as { cells: object[] };
  const path = resolve(options.environmentFile);
  const beside = relative(folder, path);
  const added = {
    cell: number,
    servers: options.servers,
    url: options.url,
    environment_file: beside.startsWith('..') || isAbsolute(beside) ? path : beside,
  };
  return `${JSON.stringify({ cells: [...cells, added] }, undefined, 2)}\n`;
}

/** Payers see one product, so links lead to one address, and test and live never mix (D25). */
function requireAlike(config: Config, model: Config, like: number): void {
  if (config.environment !== model.environment) {
    throw new CommandFailure(
      `The new cell has ENVIRONMENT=${config.environment}, but cell ${like} has ENVIRONMENT=${model.environment}.`,
    );
  }
  const links = model.checkoutBaseUrl ?? model.baseUrl;
  if ((config.checkoutBaseUrl ?? config.baseUrl) !== links) {
    throw new CommandFailure(
      `The new cell's payment links would not lead to where those of cell ${like} do: set CHECKOUT_BASE_URL=${links ?? ''} in its environment file.`,
    );
  }
}

/** Its e-mails lead users to its own panel. */
function requireOwnUrl({ baseUrl }: Config, { url, environmentFile }: Cell): void {
  if (baseUrl !== undefined && new URL(baseUrl).origin === url) return;
  throw new CommandFailure(`BASE_URL must be ${url} in ${environmentFile}: mails lead people there.`);
}

/** A key that is made beside a remote database would stay on this machine. */
function requireSecretsKey({ secretsKey, databaseUrl }: Config, { environmentFile }: Cell): void {
  if (secretsKey) Keyring.parse(secretsKey);
  else if (databaseUrl !== undefined) {
    throw new CommandFailure(
      `SECRETS_KEY must be set in ${environmentFile}: 32 random bytes in base64 (try: openssl rand -base64 32).`,
    );
  }
}

async function requireOwnMeans(cells: readonly Cell[], number: number): Promise<void> {
  const shared = findShared(
    await Promise.all(
      cells.map(async (known) => ({ cell: known.cell, means: await meansOf(configOfCell(known)) })),
    ),
  );
  const clash = shared.find((one) => one.cells.includes(number));
  if (!clash) return;
  const others = clash.cells.filter((cell) => cell !== number).join(', ');
  throw new CommandFailure(`The new cell must have its own ${clash.what}: it has that of cell ${others}.`);
}

/** Refuses a newer schema too, because it may have settings that this program would not copy. */
async function requireThisVersion(url: string): Promise<void> {
  const state = await readUpgradeState(url);
  if (state?.difference.missing.length === 0 && state.difference.unknown.length === 0) return;
  throw new CommandFailure(
    'The databases must have the schema of this program, but one is empty or of another version: see `payments cells status`.',
  );
}

async function prepareDatabase(url: string, config: Config, catalogue: Catalogue): Promise<void> {
  const isEmpty = (await readUpgradeState(url)) === undefined;
  if (isEmpty) await migrate(url, quietLogger(config));
  await requireThisVersion(url);
  await withConnection(config, url, async (db) => {
    const [owner, counted] = await Promise.all([findCell(db.read), countAccounts(db.read)]);
    if (owner === undefined && counted && counted.accounts > 0) {
      throw new CommandFailure(
        'The new cell’s database has accounts: it is that of a deployment. A new cell begins with an empty database.',
      );
    }
    await requireEnvironment(db, config.environment);
    await requireCell(db, config.cell);
    await copyCatalogue(db, catalogue);
    const [difference] = compareCatalogue(catalogue, await readCatalogue(db.read));
    if (difference) {
      throw new CommandFailure(
        `The catalogue was not copied: ${difference.setting} of ${difference.of} differs. Is the other cell of this program's version?`,
      );
    }
  });
}

/** Replaces the file atomically, so that it is never read in part; its permissions stay the same. */
async function enter(file: string, number: number, options: AddOptions): Promise<void> {
  const path = resolve(file);
  const text = withCell(await readFile(path, 'utf8'), dirname(path), number, options);
  parseCells(text, dirname(path));
  const target = await realpath(path);
  const { mode, uid, gid } = await stat(target);
  const draft = `${target}.${process.pid}.partial`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.chmod(mode);
      await handle.chown(uid, gid);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
    await flushFolder(dirname(target));
  } finally {
    await rm(draft, { force: true });
  }
}
