import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../src/accounts/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import type { Trx } from '../../src/db/connect.ts';
import { openFoundation, type Foundation } from '../../src/composition/foundation.ts';
import { CURRENT_VERSION } from '../../src/contract/versions.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { buildPrograms, startServer, type RunningServer } from '../../test/support/processes/program.ts';

/** What a bench runs on: its own Postgres and the processes started on it. `close` removes all of it. */
export interface Rig {
  environment: Record<string, string>;
  start(settings?: Record<string, string>, file?: string): Promise<RunningServer>;
  /** Opens accounts, each with a key that no limit stops. */
  openAccounts(count: number): Promise<BenchAccount[]>;
  openAccount(): Promise<BenchAccount>;
  close(): Promise<void>;
}

export interface BenchAccount {
  id: string;
  apiKey: string;
}

export async function openRig(): Promise<Rig> {
  await buildPrograms();
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-'));
  const logger = createLogger('warn');
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  const environment = {
    DATABASE_URL: postgres.connectionString,
    SECRETS_KEY: Keyring.generate(),
    LOG_LEVEL: 'warn',
  };
  const servers: RunningServer[] = [];
  const openAccounts = async (count: number): Promise<BenchAccount[]> => {
    const foundation = await openFoundation(readConfig(environment), logger);
    try {
      const opened: BenchAccount[] = [];
      while (opened.length < count)
        opened.push(await foundation.db.transaction((trx) => open(trx, foundation)));
      return opened;
    } finally {
      await foundation.close();
    }
  };
  return {
    environment,
    async start(settings = {}, file) {
      const server = await startServer({ ...environment, ...settings }, file);
      servers.push(server);
      return server;
    },
    openAccounts,
    async openAccount() {
      const [account] = await openAccounts(1);
      if (!account) throw new Error('no account was opened');
      return account;
    },
    async close() {
      for (const server of servers) {
        server.process.kill('SIGTERM');
        await server.exited;
      }
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function open(trx: Trx, { credentials }: Foundation): Promise<BenchAccount> {
  const { id } = await createAccount(trx, { name: 'Bench', email: null, approved: true });
  const { secret } = await credentials.create(trx, {
    accountId: id,
    name: 'Bench',
    environment: 'test',
    scopes: SCOPES,
    allowedCidrs: [],
    apiVersion: CURRENT_VERSION,
    requestsPerMinute: 1_000_000,
    moneyOperationsPerDay: 100_000_000,
    expiresAt: null,
  });
  return { id, apiKey: secret };
}
