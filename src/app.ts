import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { Router } from 'express';
import { readAssets } from './checkout/assets.ts';
import { createCounter } from './checkout/counter-routes.ts';
import { createCheckout } from './checkout/routes.ts';
import type { Config } from './config.ts';
import { readBodyShapes } from './contract/body-shapes.ts';
import { readEventTypes, type Contract } from './contract/document.ts';
import { clockHandlers } from './clock/handlers.ts';
import type { Handlers } from './contract/handler.ts';
import { createConfirmationWorker } from './deposits/notifications/confirmation.ts';
import { depositHandlers } from './deposits/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import type { Foundation } from './foundation.ts';
import { createHousekeeper } from './housekeeping.ts';
import { isCurrent } from './db/migrate.ts';
import { createGate } from './http/authenticate.ts';
import { createCapacity } from './http/capacity.ts';
import { createDispatch } from './http/dispatch.ts';
import { createMutationRunner } from './http/mutation.ts';
import { createReferenceRoutes } from './reference/routes.ts';
import { createReadiness } from './system/ready.ts';
import { createReference } from './reference/page.ts';
import { createCallLog } from './http/request-log.ts';
import { createRouteIndex } from './http/routes.ts';
import { createTelemetry } from './http/server/telemetry.ts';
import { createHttpServer } from './http/chain.ts';
import { systemHandlers } from './system/handlers.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { createAddressGuard } from './lib/outgoing/address-guard.ts';
import type { Worker } from './lib/work/claim-worker.ts';
import { together } from './lib/work/together.ts';
import { createCursorCodec } from './lib/cursor.ts';
import { createGuardedClient } from './lib/outgoing/guarded-client.ts';
import { createCountMerger, createExpiryWorker } from './payment-links/expiry.ts';
import { createMailer } from './outbox/mailer.ts';
import { createOutboxWorker } from './outbox/worker.ts';
import { paymentLinkHandlers } from './payment-links/handlers.ts';
import { createQuoteWorker } from './payment-links/quotes/worker.ts';
import { createPaymentLinkService } from './payment-links/service.ts';
import { createNoticeRoutes } from './provider-notices/routes.ts';
import { createStatementPoller } from './provider-notices/statements/poller.ts';
import { watchProviders } from './provider-notices/status/metrics.ts';
import { createTakeIn } from './provider-notices/take-in.ts';
import { createNoticeWorker } from './provider-notices/worker.ts';
import { createTransferWorker } from './transfers/engine.ts';
import { transferHandlers } from './transfers/handlers.ts';
import { qrCodeHandlers } from './qr-codes/handlers.ts';
import { createScanService } from './qr-codes/scans/service.ts';
import { createQrCodeService } from './qr-codes/service.ts';
import {
  createMemoryStore,
  createRateLimiter,
  withFallback,
  type RateLimitStore,
} from './rate-limits/limiter.ts';
import { createPostgresStore } from './rate-limits/postgres-store.ts';
import { createPrimaryStore } from './rate-limits/primary-store.ts';
import { requestLogHandlers } from './request-logs/handlers.ts';
import { createRedaction } from './request-logs/redaction.ts';
import { RequestLogWriter } from './request-logs/writer.ts';
import { deliveryHandlers } from './webhooks/deliveries/handlers.ts';
import { createDeliveryWorker } from './webhooks/deliveries/worker.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import { createWebhookEndpointService } from './webhooks/service.ts';
import { createTestEventSender } from './webhooks/test-event.ts';

export interface Api {
  /** Fully set up, but not listening yet. */
  server: Server;
  /** Does the work that the first requests would otherwise wait for; requests may arrive meanwhile. */
  warmUp: () => Promise<void>;
  /** Call it once the server has answered its last request. */
  close(): Promise<void>;
}

export async function createApi(
  foundation: Foundation,
  contract: Contract,
  ownAddress: () => string,
): Promise<Api> {
  const { config, logger, metrics, db, keyring, credentials, providers, simulator, quotes, deposits } =
    foundation;
  const routes = createRouteIndex(contract.document, { environment: config.environment });
  const cursors = createCursorCodec(keyring);
  const checkoutBaseUrl = () => config.checkoutBaseUrl ?? config.baseUrl ?? ownAddress();
  const paymentLinks = createPaymentLinkService({ read: db.read, providers, checkoutBaseUrl });
  const endpoints = createWebhookEndpointService({ keyring, guard: guardOf(config) });
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  const sendTestEvent = createTestEventSender({ client, keyring, livemode: config.environment === 'live' });
  const handlers: Handlers = {
    ...systemHandlers({ environment: config.environment }),
    ...paymentLinkHandlers({ db, cursors, paymentLinks, quotes }),
    ...qrCodeHandlers({
      read: db.read,
      cursors,
      qrCodes: createQrCodeService({ read: db.read, checkoutBaseUrl }),
    }),
    ...ledgerHandlers({ db, cursors }),
    ...depositHandlers({ db, cursors, deposits, simulator }),
    ...transferHandlers({ db, cursors }),
    ...clockHandlers(),
    ...requestLogHandlers({ db, cursors }),
    ...eventHandlers({ db, cursors }),
    ...deliveryHandlers({ read: db.read, cursors }),
    ...webhookHandlers({
      read: db.read,
      cursors,
      endpoints,
      sendTestEvent,
      eventTypes: readEventTypes(contract.document),
    }),
  };
  const rateLimitStore = await createRateLimitStore(foundation);
  const limiter = createRateLimiter(rateLimitStore);
  const requestLogs = new RequestLogWriter({ db, logger, metrics });
  const logCall = createCallLog({
    writer: requestLogs,
    redaction: createRedaction(readBodyShapes(contract.document)),
  });
  const measureCall = createTelemetry({ metrics, logger, accessLog: config.accessLog });
  const assets = await readAssets();
  const { server, warmUp } = await createHttpServer({
    contract: contract.document,
    routes,
    gate: createGate(credentials, limiter),
    dispatch: await createDispatch({
      contract: contract.document,
      routes,
      handlers,
      runMutation: createMutationRunner(foundation.runOnce),
      capacity: createCapacity(),
    }),
    pages: Router().use(
      createReadiness({ isReady: () => isCurrent(db.read), limiter }),
      createReferenceRoutes({
        contract,
        findReference: createReference(contract, config.dataDir),
        limiter,
      }),
      createCheckout({
        db,
        quotes,
        deposits,
        providers,
        simulator,
        limiter,
        assets,
        baseUrl: checkoutBaseUrl,
        logger,
      }),
      createCounter({
        db,
        scans: createScanService({ read: db.read, keyring, paymentLinks }),
        limiter,
        assets,
        baseUrl: checkoutBaseUrl,
        logger,
      }),
      createNoticeRoutes({
        db,
        providers,
        limiter,
        maxBodyBytes: config.requestLimits.bodyBytes,
        logger,
      }),
    ),
    onAnswer(request, answer) {
      measureCall(request, answer);
      logCall(request, answer);
    },
    limits: config.requestLimits,
    trustedProxies: config.trustedProxies,
    logger,
  });
  return {
    server,
    warmUp,
    async close() {
      await Promise.all([requestLogs.close(), rateLimitStore.close()]);
      client.close();
    },
  };
}

async function createRateLimitStore({ config, logger, metrics, db }: Foundation): Promise<RateLimitStore> {
  switch (config.rateLimitStore) {
    case 'memory':
      return cluster.isWorker ? createPrimaryStore() : createMemoryStore();
    case 'postgres':
      return withFallback(createPostgresStore(db.read), logger, () => metrics.countRateLimitFallback());
    case 'redis': {
      // Loaded on demand: its client is large, and few deployments use it.
      const { createRedisStore } = await import('./rate-limits/redis-store.ts');
      return withFallback(createRedisStore(config.redisUrl, logger), logger, () =>
        metrics.countRateLimitFallback(),
      );
    }
  }
}

export type Workers = {
  quotes: Worker;
  confirmations: Worker;
  transfers: Worker;
  /** What runs for the providers themselves. */
  rails: Worker;
  notices: Worker;
  statements: Worker;
  expiry: Worker;
  linkCounts: Worker;
  deliveries: Worker;
  outbox: Worker;
  housekeeper: Worker;
};

/** The background workers; none runs until it is started. */
export function createWorkers(foundation: Foundation): Workers {
  const { config, logger, metrics, db, keyring, providers, quotes, deposits, transferKinds } = foundation;
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  const takeIn = createTakeIn({ deposits, transferKinds });
  watchProviders(metrics, db.read);
  return {
    quotes: createQuoteWorker({ db, quotes, logger }),
    confirmations: createConfirmationWorker({ db, deposits, providers, logger }),
    transfers: createTransferWorker({ db, kinds: transferKinds, providers, metrics, logger }),
    rails: together(
      providers.all.flatMap(
        ({ name, background }) => background?.((trx, report) => takeIn(trx, name, report)) ?? [],
      ),
    ),
    notices: createNoticeWorker({ db, providers, takeIn, logger }),
    statements: createStatementPoller({ db, providers, takeIn, logger }),
    expiry: createExpiryWorker({ db, logger }),
    linkCounts: createCountMerger({ db, logger }),
    deliveries: createDeliveryWorker({ db, client, keyring, metrics, logger }),
    outbox: createOutboxWorker({
      db,
      mailer: config.mail && createMailer(config.mail),
      metrics,
      logger,
    }),
    housekeeper: createHousekeeper({ db, logger }),
  };
}

function guardOf(config: Config) {
  return createAddressGuard({ allowCidrs: config.webhookAllowCidrs });
}
