import type { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readConfig, type Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import type { KeyMark } from '../db/backup/format.ts';
import { Keyring } from '../lib/secrets/keyring.ts';
import { readSecretsKey } from '../lib/secrets/secrets-file.ts';
import { createLogger } from '../lib/logger.ts';
import { writeWholeFile } from '../lib/files/whole-file.ts';
import { CommandFailure, type RegisterAlone } from './command.ts';

/** In place of a file: standard output or input. */
const STANDARD = '-';
const ON_HOLD =
  'on hold: compare with the providers (`payments reconcile`), then `payments transfers resume`';

/** They open no foundation: that would bring the schema up to date, or make one. */
export const registerBackupCommands: RegisterAlone = (program, _run, print) => {
  program
    .command('backup <file>')
    .description(
      'write all that the database holds to a file, or to standard output (-), while the service runs',
    )
    .action(async (file: string) => {
      const summary = await backUpTo(file);
      if (file !== STANDARD) print({ file, ...summary });
    });

  program
    .command('restore <file>')
    .description('restore a backup from a file, or from standard input (-), into an empty database')
    .action(async (file: string) => print(await restoreFrom(file)));
};

async function backUpTo(file: string): Promise<object> {
  // Loaded only here, because no other command needs it.
  const { backUp } = await import('../db/backup/back-up.ts');
  const config = readConfig(process.env);
  const mark = markOf(await findKeyring(config));
  return withDatabase(config, async (url) => {
    if (file === STANDARD) return backUp(url, mark, process.stdout);
    const summary = await writeWholeFile(file, (sink) => backUp(url, mark, sink)).catch(explainFile);
    return { ...summary, bytes: (await stat(file)).size, secrets_key: 'not included: keep it elsewhere' };
  });
}

async function restoreFrom(file: string): Promise<object> {
  const { restore } = await import('../db/backup/restore.ts');
  const config = readConfig(process.env);
  const source = file === STANDARD ? process.stdin : await openFile(file);
  const { header, tables, rows } = await withDatabase(config, (url) =>
    restore(url, source, config.environment),
  );
  return {
    backup_of: header.created_at,
    environment: header.environment,
    tables,
    rows,
    secrets_key: describeKey(header.secrets_key, await findKeyring(config)),
    transfers: ON_HOLD,
  };
}

async function openFile(file: string): Promise<ReturnType<typeof createReadStream>> {
  const handle = await open(file, 'r').catch(explainFile);
  return handle.createReadStream();
}

function explainFile(error: unknown): never {
  // The system's messages name the file.
  throw error instanceof Error && 'syscall' in error ? new CommandFailure(error.message) : error;
}

async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

/** Unlike the service, commands that back up and restore make no key: a new one opens nothing. */
async function findKeyring({ secretsKey, dataDir }: Config): Promise<Keyring | undefined> {
  const text = secretsKey ?? (await readSecretsKey(dataDir));
  return text === undefined ? undefined : Keyring.parse(text);
}

function markOf(keyring: Keyring | undefined): KeyMark | null {
  const fingerprint = keyring?.fingerprint();
  return keyring && fingerprint !== undefined ? { version: keyring.currentVersion, fingerprint } : null;
}

function describeKey(mark: KeyMark | null, keyring: Keyring | undefined): string {
  if (mark && keyring?.fingerprint(mark.version) === mark.fingerprint)
    return 'the same as when it was backed up';
  return 'not the one that it was backed up with: put that back before the service starts, or no API key works';
}
