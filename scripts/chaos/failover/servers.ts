import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPackagedBinaries, findRunnableBinaries } from '../../../src/db/embedded/binaries.ts';
import { DATABASE, ensureCluster, SUPERUSER } from '../../../src/db/embedded/cluster.ts';
import { COMMAND_ENVIRONMENT } from '../../../src/db/embedded/command.ts';
import type { SystemUser } from '../../../src/db/embedded/database-user.ts';
import { prepareHome } from '../../../src/db/embedded/home.ts';
import { planServer } from '../../../src/db/embedded/launch.ts';
import { connectionStringOf } from '../../../src/db/embedded/server-settings.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { Host, Network } from './network.ts';
import { isRunning } from './network.ts';

export const PORT = 5432;
const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;
const SETTINGS = {
  listen_addresses: '*',
  max_connections: '200',
  wal_level: 'replica',
  max_wal_senders: '4',
  // Enough of the log for a new standby to begin from a copy, which holds none of it.
  wal_keep_size: '256MB',
  max_wal_size: '256MB',
  // A commit is acknowledged when the standby has it on disk: it replays all of that before it is promoted.
  // `remote_apply` would also wait for the replay, which matters only to those who read from a standby.
  synchronous_commit: 'on',
  // Not in /dev/shm, where a killed server would leave it.
  dynamic_shared_memory_type: 'mmap',
  // Nothing here loses its power: the system keeps what a killed process has written.
  fsync: 'off',
};
/** What a new standby makes itself, or gets from the primary. */
const NOT_COPIED = [
  ...['pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_notify/*', 'pg_serial/*', 'pg_snapshots/*'],
  ...['pg_stat_tmp/*', 'pg_subtrans/*', 'postmaster.*', 'backup_label.old'],
];
/** It says where to recover from, so it must not be older than the oldest of the other files. */
const COPIED_LAST = 'global/pg_control';

/** A Postgres on a host of its own, and what an administrator does to it there. */
export interface Server {
  readonly host: Host;
  /** What it is called as a standby. */
  readonly name: string;
  /** Begins with an empty database. */
  create(): Promise<void>;
  /** Begins with the data of another, which goes on meanwhile. Whatever it had is lost. */
  copy(from: Server): Promise<void>;
  /** As the primary, or as the standby of one; nothing that was set while it ran before still holds. */
  start(primary?: Server): Promise<void>;
  /** In good order: a standby has got all of it then. */
  stop(): Promise<void>;
  /** Stops all its processes where they are. */
  freeze(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** As its superuser, over the socket on its host: also when the network is away. */
  administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

export async function prepareServer(network: Network, index: number, folder: string): Promise<Server> {
  const host = network.hosts[index] as Host;
  const name = `server_${index + 1}`;
  const home = await prepareHome(folder, createLogger('silent'));
  const native = await findRunnableBinaries(home, findPackagedBinaries());
  const { command, args, accessRules, runAs, clusterDir, logFile } = await planServer(home, native, SETTINGS);
  for (const database of [DATABASE, 'replication'])
    await appendFile(accessRules[0] ?? '', `host ${database} ${SUPERUSER} ${network.range} trust\n`);
  let postmaster = 0;

  const administer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: connectionStringOf(home) });
    // Its running query fails anyway.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const launch = async (settings: Record<string, string>): Promise<{ hasExited: () => boolean }> => {
    const log = await open(logFile, 'a');
    const inside = [`--net=/var/run/netns/${host.namespace}`];
    const as = runAs ? ['--setuid', String(runAs.uid), '--setgid', String(runAs.gid)] : [];
    const more = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn('nsenter', [...inside, ...as, '--', command, ...args, ...more], {
      stdio: ['ignore', log.fd, log.fd],
      cwd: '/',
      env: COMMAND_ENVIRONMENT,
    });
    await log.close();
    let hasExited = false;
    void once(child, 'exit').then(() => (hasExited = true));
    postmaster = child.pid ?? 0;
    return { hasExited: () => hasExited };
  };
  const untilGone = async (): Promise<void> => {
    while (isRunning(postmaster)) await delay(10);
  };
  return {
    ...{ host, name, administer },
    create: () => ensureCluster(home, native),
    async copy(from) {
      await rm(clusterDir, { recursive: true, force: true, maxRetries: 10 });
      await from.administer((client) => copyCluster(client, clusterDir, runAs));
    },
    async start(primary) {
      await writeFile(join(clusterDir, 'postgresql.auto.conf'), '');
      if (primary) await writeFile(join(clusterDir, 'standby.signal'), '');
      const address = primary && `host=${primary.host.address} port=${PORT}`;
      const { hasExited } = await launch(
        primary ? { primary_conninfo: `${address} user=${SUPERUSER} application_name=${name}` } : {},
      );
      for (const givesUpAt = Date.now() + START_TIMEOUT_MS; ; await delay(50)) {
        const answer = await administer((client) => client.query('select')).catch(() => undefined);
        if (answer) return;
        if (!hasExited() && Date.now() < givesUpAt) continue;
        throw new Error(`${name} did not start: ${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
      }
    },
    async stop() {
      process.kill(postmaster, 'SIGINT');
      await untilGone();
    },
    freeze: () => signalAll(postmaster, 'SIGSTOP'),
    async kill() {
      if (!isRunning(postmaster)) return;
      await signalAll(postmaster, 'SIGKILL');
      await untilGone();
    },
  };
}

/** By programs of the system: this one is busy with its callers. */
async function copyCluster(source: pg.Client, target: string, owner: SystemUser | undefined): Promise<void> {
  await source.query(`select pg_backup_start('standby', fast => true)`);
  const { rows } = await source.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  const from = rows[0]?.folder ?? '';
  const leftOut = [...NOT_COPIED, COPIED_LAST].map((path) => `--exclude=./${path}`);
  const pack = ['tar', '-C', from, '--ignore-failed-read', '--warning=none', ...leftOut, '-cf', '-', '.'];
  await mkdir(target);
  await run('sh', ['-c', '"$@" | (cd "$0" && tar -xpf -)', target, ...pack]);
  await run('cp', ['-a', join(from, COPIED_LAST), join(target, COPIED_LAST)]);
  const { rows: stopped } = await source.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  );
  const label = join(target, 'backup_label');
  await writeFile(label, stopped[0]?.label ?? '');
  // Postgres renames it once it has recovered, and flushes it.
  if (owner) await chown(label, owner.uid, owner.gid);
}

/** To a process and its children: Postgres puts each of its processes in a group of its own. */
async function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): Promise<void> {
  // Stopped, it starts no more of them.
  process.kill(pid, 'SIGSTOP');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const one of [...children.split(' ').filter(Boolean).map(Number), pid])
    if (isRunning(one)) process.kill(one, signal);
}
