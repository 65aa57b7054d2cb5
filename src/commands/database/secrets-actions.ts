import { requireCurrent } from '../../db/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { forgetSecretsKey, listSecretsKeys } from '../../deployment/index.ts';
import { inSnakeCase } from '../../lib/case.ts';
import { withConnection } from '../cells/database.ts';
import { configOf, requireDatabase, withDatabase } from '../deployment/deployment.ts';

export async function listKeys({ db, keyring }: Pick<Foundation, 'db' | 'keyring'>): Promise<object> {
  return { data: (await listSecretsKeys(db.read, keyring)).map(inSnakeCase) };
}

export async function forgetKey(dataDir: string | undefined, version: number): Promise<object> {
  const config = configOf(process.env, dataDir);
  await requireDatabase(config, dataDir !== undefined);
  return withDatabase(config, async (url) => {
    await requireCurrent(url);
    const left = await withConnection(config, url, (db) => forgetSecretsKey(db, version));
    return { forgotten: version, left: left.map(Number) };
  });
}
