import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { changeAccount, createAccount, type AccountChange } from '../../src/accounts/service.ts';
import { createApi, createWorkers, type Workers } from '../../src/composition/index.ts';
import { openFoundation, type Foundation } from '../../src/composition/foundation.ts';
import { readConfig } from '../../src/config/config.ts';
import { SCOPES } from '../../src/credentials/scopes.ts';
import type { NewCredential } from '../../src/credentials/new-credential.ts';
import type { IssuedCredential } from '../../src/credentials/service.ts';
import { CURRENT_VERSION } from '../../src/contract/versions.ts';
import type { Provider } from '../../src/methods/providers/provider.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createClient, type Client } from './client.ts';
import { sharedContract } from './contract.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestAccount {
  id: string;
  key: IssuedCredential;
  /** Calls the API with this account's key. */
  api: Client;
  /** Its service's foundation, for what the API cannot do. */
  foundation: Foundation;
}

export interface TestService {
  baseUrl: string;
  secretsKey: string;
  foundation: Foundation;
  database: TestDatabase;
  workers: Workers;
  /** Creates an approved account, with a key for everything by default. */
  createAccount(credential?: Partial<NewCredential>): Promise<TestAccount>;
  changeAccount(id: string, change: Partial<AccountChange>): Promise<void>;
  createKey(accountId: string, credential?: Partial<NewCredential>): Promise<IssuedCredential>;
  client(apiKey: string | undefined): Client;
  /** Warms up as the server process does once it is ready. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** The whole service in this process on its own database; workers only run when a test runs them. */
export async function startService(
  environment: Record<string, string> = {},
  rails: readonly Provider[] = [],
): Promise<TestService> {
  const database = await createTestDatabase();
  const service = await runningOn(database, environment, rails);
  return {
    ...service,
    async close() {
      await service.close();
      await database.drop();
    },
  };
}

/** A database works with one key only. */
const keys = new WeakMap<TestDatabase, string>();

/** The same on an existing database, like one of several processes. */
export async function runningOn(
  database: TestDatabase,
  environment: Record<string, string>,
  rails: readonly Provider[] = [],
): Promise<TestService> {
  const secretsKey = environment['SECRETS_KEY'] ?? keys.get(database) ?? Keyring.generate();
  if (!keys.has(database)) keys.set(database, secretsKey);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    SECRETS_KEY: secretsKey,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...environment,
  });
  const foundation = await openFoundation(config, createLogger(config.logLevel), rails);
  let baseUrl = '';
  const api = await createApi(foundation, sharedContract, () => baseUrl);
  const { server } = api;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workers = createWorkers(foundation);

  const createKey = (accountId: string, credential: Partial<NewCredential> = {}): Promise<IssuedCredential> =>
    foundation.db.transaction((trx) =>
      foundation.credentials.create(trx, {
        accountId,
        name: 'Test key',
        environment: config.environment,
        scopes: SCOPES,
        allowedCidrs: [],
        apiVersion: CURRENT_VERSION,
        requestsPerMinute: 100_000,
        moneyOperationsPerDay: 100_000,
        expiresAt: null,
        beforeApproval: true,
        ...credential,
      }),
    );
  const client = (apiKey: string | undefined): Client => createClient(baseUrl, apiKey);

  return {
    baseUrl,
    secretsKey,
    foundation,
    database,
    workers,
    createKey,
    client,
    warmUp: () => api.warmUp(),
    async createAccount(credential) {
      const { id } = await foundation.db.transaction((trx) =>
        createAccount(trx, { name: `Company ${randomUUID()}`, email: null, approved: true }),
      );
      const key = await createKey(id, credential);
      return { id, key, api: client(key.secret), foundation };
    },
    async changeAccount(id, change) {
      await foundation.db.transaction((trx) =>
        changeAccount(trx, id, { disableMethods: [], enableMethods: [], ...change }),
      );
      await foundation.credentials.caughtUp();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await api.close();
      await foundation.close();
    },
  };
}
