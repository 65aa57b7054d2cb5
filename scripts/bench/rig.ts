import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../src/accounts/service.ts';
import { readConfig } from '../../src/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { openFoundation } from '../../src/foundation.ts';
import { CURRENT_VERSION } from '../../src/contract/versions.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { buildPrograms, startServer, type RunningServer } from '../../test/support/processes/program.ts';

/** What a bench runs on: its own Postgres and the processes started on it. `close` removes all of it. */
export interface Rig {
  environment: Record<string, string>;
  start(settings?: Record<string, string>, file?: string): Promise<RunningServer>;
  /** Opens an account with a key that no limit stops. */
  openAccount(): Promise<{ id: string; apiKey: string }>;
  close(): Promise<void>;
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
  return {
    environment,
    async start(settings = {}, file) {
      const server = await startServer({ ...environment, ...settings }, file);
      servers.push(server);
      return server;
    },
    async openAccount() {
      const foundation = await openFoundation(readConfig(environment), logger);
      try {
        return await foundation.db.transaction(async (trx) => {
          const account = await createAccount(trx, { name: 'Bench', email: null, approved: true });
          const { secret } = await foundation.credentials.create(trx, {
            accountId: account.id,
            name: 'Bench',
            environment: 'test',
            scopes: SCOPES,
            allowedCidrs: [],
            apiVersion: CURRENT_VERSION,
            requestsPerMinute: 1_000_000,
            moneyOperationsPerDay: 100_000_000,
            expiresAt: null,
          });
          return { id: account.id, apiKey: secret };
        });
      } finally {
        await foundation.close();
      }
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
