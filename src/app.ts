import type { Server } from 'node:http';
import type { Config } from './config.ts';
import { readContract, readEventTypes } from './contract/document.ts';
import type { Handlers } from './contract/handler.ts';
import { createCredentialService, type CredentialService } from './credentials/service.ts';
import { connect, type Database } from './db/connect.ts';
import { startEmbeddedPostgres } from './db/embedded-stub.ts';
import { migrate } from './db/migrate.ts';
import { depositHandlers } from './deposits/handlers.ts';
import { createDepositService, type DepositService } from './deposits/service.ts';
import { createEventRecorder } from './events/record.ts';
import { createGate } from './http/authenticate.ts';
import { createDispatch } from './http/dispatch.ts';
import { createMutationRunner } from './http/mutation.ts';
import { createPages } from './http/pages.ts';
import { createMemoryRateLimiter } from './http/rate-limit.ts';
import { createRouteIndex } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { systemHandlers } from './http/system-handlers.ts';
import { createIdempotency } from './idempotency/service.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { createAddressGuard } from './lib/address-guard.ts';
import { createCursorCodec } from './lib/cursor.ts';
import { createGuardedClient } from './lib/guarded-client.ts';
import { Keyring } from './lib/keyring.ts';
import type { Logger } from './lib/logger.ts';
import { readOrMakeSecretsKey } from './lib/secrets-file.ts';
import { createSimulator } from './methods/providers/simulator.ts';
import { paymentLinkHandlers } from './payment-links/handlers.ts';
import { createPaymentLinkService } from './payment-links/service.ts';
import { createDeliveryWorker, type DeliveryWorker } from './webhooks/delivery.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import { createWebhookEndpointService } from './webhooks/service.ts';

const MAX_TRANSACTIONS = 16;

/** What every face of the service stands on: the server, the workers and the command line. */
export interface Foundation {
  config: Config;
  logger: Logger;
  db: Database;
  keyring: Keyring;
  credentials: CredentialService;
  deposits: DepositService;
  close(): Promise<void>;
}

/** Database (bundled unless configured) started and up to date, secrets at hand, services wired. */
export async function openFoundation(config: Config, logger: Logger): Promise<Foundation> {
  const keyring = Keyring.parse(config.secretsKey ?? (await readOrMakeSecretsKey(config.dataDir)));
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, logger })
      : undefined;
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  try {
    await migrate(connectionString);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const db = connect({ connectionString, maxTransactions: MAX_TRANSACTIONS, logger });
  const events = createEventRecorder({ livemode: config.environment === 'live' });
  return {
    config,
    logger,
    db,
    keyring,
    credentials: createCredentialService({ read: db.read, keyring, environment: config.environment }),
    deposits: createDepositService({ events }),
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

/** The API with everything it serves, not yet listening. */
export async function createApi(foundation: Foundation, ownAddress: () => string): Promise<Server> {
  const { config, logger, db, keyring, credentials, deposits } = foundation;
  const contract = await readContract();
  const routes = createRouteIndex(contract.document, { environment: config.environment });
  const cursors = createCursorCodec(keyring);
  const paymentLinks = createPaymentLinkService({
    read: db.read,
    provider: createSimulator(),
    checkoutBaseUrl: () => config.checkoutBaseUrl ?? config.baseUrl ?? ownAddress(),
  });
  const endpoints = createWebhookEndpointService({ keyring, guard: guardOf(config) });
  const handlers: Handlers = {
    ...systemHandlers({ environment: config.environment }),
    ...paymentLinkHandlers({ read: db.read, cursors, paymentLinks }),
    ...ledgerHandlers({ read: db.read, cursors }),
    ...depositHandlers({ deposits }),
    ...webhookHandlers({ read: db.read, cursors, endpoints, eventTypes: readEventTypes(contract.document) }),
  };
  const runMutation = createMutationRunner({ db, idempotency: createIdempotency(keyring) });
  return createHttpServer({
    contract: contract.document,
    routes,
    gate: createGate(credentials, createMemoryRateLimiter()),
    dispatch: await createDispatch({ contract: contract.document, routes, handlers, runMutation }),
    pages: createPages(contract),
    trustedProxies: config.trustedProxies,
    logger,
  });
}

export interface Workers {
  deliveries: DeliveryWorker;
}

/** The background work; nothing runs until it is started. */
export function createWorkers(foundation: Foundation): Workers {
  const { config, logger, db, keyring } = foundation;
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  return { deliveries: createDeliveryWorker({ db, client, keyring, logger }) };
}

function guardOf(config: Config) {
  return createAddressGuard({ allowCidrs: config.webhookAllowCidrs });
}
