import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir } from '../files/ensure-dir.ts';
import { StartupError } from '../errors/errors.ts';
import { Keyring } from './keyring.ts';

/** The deployment's own key, when one was generated. */
export async function readSecretsKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'secrets.key'), 'utf8').catch(() => undefined);
  return text?.trim();
}

/**
 * The deployment's own key, generated once, when SECRETS_KEY is not set. Several processes may start at the same time:
 * a hard link either creates the complete file or finds that of another.
 */
export async function readOrMakeSecretsKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secrets.key');
  const draft = join(dataDir, `secrets.key.${process.pid}`);
  try {
    const existing = await readSecretsKey(dataDir);
    if (existing !== undefined) return existing;
    await ensureDir(dataDir);
    await writeFile(draft, `${Keyring.generate()}\n`, { mode: 0o600 });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(
      `Cannot keep the secrets key in ${dataDir} (${error instanceof Error ? error.message : String(error)}). Make DATA_DIR writable, or set SECRETS_KEY.`,
      { cause: error },
    );
  } finally {
    // It may not exist.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
