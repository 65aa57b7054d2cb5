import type { Config } from '../../config/index.ts';
import { prepareToContinue, readEnvironment, withSession } from '../../db/backup/index.ts';
import { copyBase, readManifest, recoverBase } from '../../db/embedded/index.ts';
import { migrate, readApplied } from '../../db/index.ts';
import { markKey, type KeyMark } from '../../lib/secrets/seal.ts';
import { CommandFailure } from '../frame/index.ts';
import {
  configOf,
  findKeyring,
  quietLogger,
  requireDatabase,
  requireKeyring,
  withDatabase,
} from '../deployment/deployment.ts';
import { describeKey, describeSeal, KEY_NOT_INCLUDED, ON_HOLD } from './place.ts';

interface About {
  environment: string | undefined;
  schema_version: string | undefined;
  /** Null in unsealed copies where it was unknown. */
  secrets_key: KeyMark | null;
}

export async function backUpBase(dataDir: string | undefined, folder: string): Promise<object> {
  const config = bundledConfig(dataDir);
  await requireDatabase(config, dataDir !== undefined);
  const keyring = await requireKeyring(config);
  return withDatabase(config, async (url) => {
    const facts = await withSession(url, async (client) => ({
      environment: await readEnvironment(client),
      schema_version: (await readApplied(client))?.at(-1),
    }));
    const about: About = { ...facts, secrets_key: markKey(keyring) };
    const { finished_at, first_log_file, files } = await copyBase(url, folder, about, keyring);
    return {
      folder,
      ...facts,
      restores_from: finished_at,
      first_log_file,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      secrets_key: KEY_NOT_INCLUDED,
    };
  });
}

/** The moment to restore to. */
export interface Moment {
  to?: Date;
  timeline?: number;
}

export async function restoreBase(
  givenDir: string | undefined,
  folder: string,
  { to, timeline: followed }: Moment,
  acceptUnsealed: boolean,
): Promise<object> {
  const config = bundledConfig(givenDir);
  const { walArchiveDir, dataDir } = config;
  if (walArchiveDir === undefined) {
    throw new CommandFailure(
      'Set WAL_ARCHIVE_DIR to where the log is archived: a copy cannot be restored without it.',
    );
  }
  const keyring = await findKeyring(config);
  const { manifest, isVerified } = await readManifest<About>(folder, { acceptUnsealed, keyring });
  const { about, finished_at } = manifest;
  requireEnvironment(about.environment, config);
  if (to && to < new Date(finished_at)) {
    throw new CommandFailure(
      `This copy was finished at ${finished_at}: pass that time or a later one, or use an older copy.`,
    );
  }
  const logger = quietLogger(config);
  const recovery = { dataDir, base: folder, manifest, walArchiveDir, to, timeline: followed, logger };
  const { reached, timeline } = await recoverBase(recovery, (url) => completeRestore(url, config));
  return {
    restored_to: (reached ?? new Date(finished_at)).toISOString(),
    timeline,
    environment: config.environment,
    seal: describeSeal(isVerified),
    secrets_key: describeKey(keyring, about.secrets_key),
    transfers: ON_HOLD,
  };
}

interface Reached {
  /** The commit time of the last restored transaction; null if the log had none after the copy. */
  reached: Date | null;
  timeline: number;
}

async function completeRestore(url: string, config: Config): Promise<Reached> {
  return withSession(url, async (client) => {
    requireEnvironment(await readEnvironment(client), config);
    const { rows } = await client.query<Reached>(
      `select pg_last_xact_replay_timestamp() as reached, timeline_id as timeline from pg_control_checkpoint()`,
    );
    await migrate(url);
    await client.query('begin');
    await prepareToContinue(client);
    await client.query('commit');
    return rows[0] ?? { reached: null, timeline: 0 };
  });
}

function requireEnvironment(environment: string | undefined, config: Config): void {
  if (environment === config.environment) return;
  throw new CommandFailure(
    `This copy is of ENVIRONMENT=${environment}: it cannot be restored for ENVIRONMENT=${config.environment}.`,
  );
}

function bundledConfig(dataDir: string | undefined): Config {
  const config = configOf(process.env, dataDir);
  if (config.databaseUrl === undefined) return config;
  throw new CommandFailure(
    '--base copies the bundled Postgres. For the one of DATABASE_URL, use its own tools (docs/reference/backups.md).',
  );
}
