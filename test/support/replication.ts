import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPackagedBinaries, findRunnableBinaries } from '../../src/db/embedded/binaries.ts';
import { ensureCluster } from '../../src/db/embedded/cluster.ts';
import { prepareHome, type Home } from '../../src/db/embedded/home.ts';
import { planServer } from '../../src/db/embedded/launch.ts';
import { connectionStringOf } from '../../src/db/embedded/server-settings.ts';
import { runPostmaster } from '../../src/db/embedded/supervisor/postmaster.js';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/lib/logger.ts';
import type { TestDatabase } from './database.ts';

/**
 * A Postgres of its own, with replicas that stream from it; `cluster_name` tells which is asked. Nothing of it survives the
 * test.
 */
export interface ReplicatedPostgres {
  /** Of the primary, with the schema. */
  database: TestDatabase;
  /** Begins as a copy of the primary as it is now. */
  addReplica(settings?: Record<string, string>): Promise<TestReplica>;
  close(): Promise<void>;
}

export interface TestReplica {
  url: string;
  /** As superuser. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** From now on it goes on receiving the log, and shows nothing of it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves once it shows all that the primary has committed by now. */
  caughtUp(): Promise<void>;
  /** It takes writes from now on, and follows nobody. */
  promote(): Promise<void>;
  kill(): Promise<void>;
  /** Stops its processes where they are; its connections say nothing. */
  freeze(): void;
}

const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '8',
  max_connections: '100',
  shared_buffers: '16MB',
  fsync: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  autovacuum: 'off',
  wal_keep_size: '256MB',
  // The default wakes a replica up to five seconds after it lost its primary.
  wal_retrieve_retry_interval: '100ms',
};
/** The replicas connect as the user that all of them run as. */
const ACCESS = 'local all all trust\nlocal replication all trust\n';

export async function startReplicatedPostgres(
  settings: Record<string, string> = {},
): Promise<ReplicatedPostgres> {
  const servers: Server[] = [];
  const start = async (prepare: (home: Home) => Promise<Record<string, string>>): Promise<Server> => {
    const server = await startServer(async (home) => ({
      ...SETTINGS,
      ...settings,
      ...(await prepare(home)),
    }));
    servers.push(server);
    return server;
  };
  const primary = await start(async (home) => {
    await ensureCluster(home, await findRunnableBinaries(home, findPackagedBinaries()));
    return { cluster_name: 'primary' };
  });
  await migrate(primary.url);
  return {
    database: {
      url: primary.url,
      query: (text, values) => primary.query(text, values),
      allowConnections: () => Promise.reject(new Error('the connections of all replicas would be refused')),
      drop: () => Promise.resolve(),
    },
    async addReplica(own = {}) {
      const replica = await start(async (home) => {
        await copyRunning(primary, home);
        const { socketDir } = primary.home;
        const primaryConninfo = `host='${socketDir}' port=5432 user=payments`;
        return { cluster_name: 'replica', primary_conninfo: primaryConninfo, ...own };
      });
      return {
        url: replica.url,
        query: (text) => replica.query(text),
        async pause() {
          await replica.query('select pg_wal_replay_pause()');
          await replica.until(`select pg_get_wal_replay_pause_state() = 'paused' as is`);
        },
        async resume() {
          await replica.query('select pg_wal_replay_resume()');
        },
        async caughtUp() {
          // Flushes what was committed without, which replicas do not get before.
          await primary.query(`select pg_logical_emit_message(true, 'flush', '')`);
          const [row] = await primary.query('select pg_current_wal_lsn()::text as lsn');
          await replica.until(`select pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}' as is`);
        },
        async promote() {
          await replica.query('select pg_promote(true)');
        },
        kill: () => replica.kill(),
        freeze: () => replica.signal('SIGSTOP'),
      };
    },
    async close() {
      for (const server of servers.reverse()) await server.close();
    },
  };
}

interface Server {
  home: Home;
  url: string;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Waits until a statement that returns one column, `is`, returns true. */
  until(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
  close(): Promise<void>;
}

async function startServer(prepare: (home: Home) => Promise<Record<string, string>>): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-replication-'));
  const home = await prepareHome(dataDir, createLogger('warn'));
  const access = join(home.dir, 'replication_hba.conf');
  await writeFile(access, ACCESS);
  await chmod(access, 0o644);
  const settings = await prepare(home);
  const native = await findRunnableBinaries(home, findPackagedBinaries());
  const plan = await planServer(home, native, settings);
  plan.args.push('-c', `hba_file=${access}`);
  const log = await open(home.logFile, 'a', 0o600);
  const postmaster = await runPostmaster(plan, log.fd);
  const url = connectionStringOf(home);
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  owner.on('error', () => undefined);
  const query = async (text: string, values?: unknown[]) =>
    (await owner.query(text, values)).rows as Record<string, unknown>[];
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) process.kill(pid, name);
  };
  return {
    home,
    url,
    query,
    async until(text) {
      while ((await query(text))[0]?.['is'] !== true) await delay(5);
    },
    signal,
    async kill() {
      signal('SIGKILL');
      await postmaster.exited;
    },
    async close() {
      // It may be frozen, or killed.
      if (existsSync(`/proc/${postmaster.pid}`)) signal('SIGCONT');
      await owner.end();
      await postmaster.stop();
      await log.close();
      for (const folder of [home.dir, home.socketDir, dataDir])
        await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the cluster of a running server to where a replica of it will run. */
async function copyRunning(primary: Server, { clusterDir, runAs }: Home): Promise<void> {
  const backup = new pg.Client({ connectionString: primary.url });
  await backup.connect();
  try {
    await backup.query(`select pg_backup_start('replica', fast => true)`);
    // Keeps owner and modes; a file may vanish while it copies.
    await promisify(execFile)('cp', ['-a', primary.home.clusterDir, clusterDir]).catch(() => undefined);
    const { rows } = await backup.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    const write = async (name: string, content: string): Promise<void> => {
      await writeFile(join(clusterDir, name), content, { mode: 0o600 });
      if (runAs) await chown(join(clusterDir, name), runAs.uid, runAs.gid);
    };
    await write('backup_label', rows[0]?.label ?? '');
    await write('standby.signal', '');
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(clusterDir, name));
  } finally {
    await backup.end();
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
