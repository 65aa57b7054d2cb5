import { mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir } from '../../lib/files/ensure-dir.ts';
import type { Logger } from '../../lib/logger.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { THROW_AWAY_SETTINGS } from './server-settings.ts';

const UNUSED_MS = 30 * 24 * 3600_000;

interface TemplateOptions {
  /** Where templates are kept, in folders named by their keys. */
  cacheDir: string;
  /** Changes with everything that the database depends on. */
  key: string;
  /** Fills the database of a new template. */
  fill: (connectionString: string) => Promise<void>;
  logger: Logger;
}

/**
 * Returns the folder of a stopped Postgres with a filled database, of which new ones begin as copies, because copying
 * takes a tenth of the time that creating and filling takes. Creates it when there is none; several processes may do so
 * concurrently.
 */
export async function ensureTemplate({ cacheDir, key, fill, logger }: TemplateOptions): Promise<string> {
  const template = join(cacheDir, key);
  const now = new Date();
  // This time also marks its last use.
  if (
    await utimes(template, now, now).then(
      () => true,
      () => false,
    )
  )
    return template;

  await ensureDir(cacheDir);
  await removeUnused(cacheDir);
  const draft = await mkdtemp(join(cacheDir, 'new-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: draft,
      logger,
      settings: { ...THROW_AWAY_SETTINGS, min_wal_size: '32MB' },
    });
    try {
      await fill(postgres.connectionString);
    } finally {
      await postgres.stop();
    }
    await rename(join(draft, 'postgres'), template).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return template;
}

/** Removes templates of other versions, and leftovers of a killed process. */
async function removeUnused(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const folder = join(cacheDir, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > UNUSED_MS) await rm(folder, { recursive: true, force: true });
  }
}
