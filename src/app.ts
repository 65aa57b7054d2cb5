import type { Server } from 'node:http';
import { Router } from 'express';
import { readAssets } from './pages/assets.ts';
import { createCounter } from './checkout/counter-routes.ts';
import { createCheckout } from './checkout/routes.ts';
import type { Config } from './config.ts';
import { readBodyShapes } from './contract/body-shapes.ts';
import { readEventTypes, type ContractDocument } from './contract/document.ts';
import { clockHandlers } from './clock/handlers.ts';
import { faultHandlers } from './faults/handlers.ts';
import type { Handlers } from './contract/handler.ts';
import { createConfirmationWorker } from './deposits/notifications/confirmation.ts';
import { createScreeningWorker } from './deposits/screening.ts';
import { depositHandlers } from './deposits/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import type { Foundation } from './foundation.ts';
import { createHousekeeper } from './housekeeping.ts';
import { describeDifference, findDifference } from './db/migrate.ts';
import { createGate } from './http/authenticate.ts';
import { createCapacity } from './http/capacity.ts';
import { createDispatch } from './http/dispatch.ts';
import { canFail, withFaults } from './http/faults.ts';
import { createMutationRunner } from './http/mutation.ts';
import { createReferenceRoutes } from './reference/routes.ts';
import { createReadiness } from './system/ready.ts';
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
import { createPanel } from './panel/panel.ts';
import { paymentLinkHandlers } from './payment-links/handlers.ts';
import { panelBaseUrl } from './people/panel-address.ts';
import { createApiKeys } from './people/api-keys.ts';
import { createPeople } from './people/people.ts';
import { createQuoteWorker } from './payment-links/quotes/worker.ts';
import { createSolvencyWorker, watchSolvency } from './audit/solvency-worker.ts';
import { createPaymentLinkService } from './payment-links/service.ts';
import { createNoticeRoutes } from './provider-notices/routes.ts';
import { createStatementPoller } from './provider-notices/statements/poller.ts';
import { watchPauses } from './methods/pauses/pauses.ts';
import { watchOperators } from './operators/metrics.ts';
import { watchProviders } from './provider-notices/status/metrics.ts';
import { createTakeIn } from './provider-notices/take-in.ts';
import { createNoticeWorker } from './provider-notices/worker.ts';
import { watchChains } from './methods/providers/evm/watch/metrics.ts';
import { createAsk } from './screening/hook.ts';
import { createScreening, watchScreening } from './screening/screening.ts';
import { createTransferWorker } from './transfers/engine.ts';
import { createRequestExpiry } from './transfers/request-expiry.ts';
import { createDestinations } from './treasury/destinations.ts';
import { createLimits } from './treasury/limits.ts';
import { createRequests } from './transfers/requests.ts';
import { transferHandlers } from './transfers/handlers.ts';
import { qrCodeHandlers } from './qr-codes/handlers.ts';
import { createScanService } from './qr-codes/scans/service.ts';
import { createQrCodeService } from './qr-codes/service.ts';
import { createRateLimiter } from './rate-limits/limiter.ts';
import { createConfiguredStore } from './rate-limits/configured-store.ts';
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
  contract: ContractDocument,
  ownAddress: () => string,
): Promise<Api> {
  const {
    config,
    logger,
    metrics,
    db,
    keyring,
    credentials,
    providers,
    simulator,
    quotes,
    deposits,
    faults,
  } = foundation;
  const routes = createRouteIndex(contract, { environment: config.environment });
  const cursors = createCursorCodec(keyring);
  const apiBaseUrl = () => config.baseUrl ?? ownAddress();
  const checkoutBaseUrl = () => config.checkoutBaseUrl ?? apiBaseUrl();
  const panelUrl = () => panelBaseUrl(config, ownAddress());
  const paymentLinks = createPaymentLinkService({ read: db.read, providers, checkoutBaseUrl });
  const endpoints = createWebhookEndpointService({
    keyring,
    guard: guardOf(config),
    panelUrl: () => `${panelUrl()}/panel`,
  });
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  const sendTestEvent = createTestEventSender({ client, keyring, livemode: config.environment === 'live' });
  const qrCodes = createQrCodeService({ read: db.read, checkoutBaseUrl });
  const eventTypes = readEventTypes(contract);
  const handlers: Handlers = {
    ...systemHandlers({ environment: config.environment }),
    ...paymentLinkHandlers({ db, cursors, paymentLinks, quotes }),
    ...qrCodeHandlers({ read: db.read, cursors, qrCodes }),
    ...ledgerHandlers({ db, cursors }),
    ...depositHandlers({ db, cursors, deposits, simulator }),
    ...transferHandlers({ db, cursors }),
    ...clockHandlers(),
    ...faultHandlers({
      read: db.read,
      faults,
      operations: routes.operations.filter(canFail).map(({ id }) => id),
    }),
    ...requestLogHandlers({ db, cursors }),
    ...eventHandlers({ db, cursors }),
    ...deliveryHandlers({ read: db.read, cursors }),
    ...webhookHandlers({
      read: db.read,
      cursors,
      endpoints,
      sendTestEvent,
      eventTypes,
    }),
  };
  const rateLimitStore = await createConfiguredStore(foundation);
  const limiter = createRateLimiter(rateLimitStore);
  const requestLogs = new RequestLogWriter({ db, logger, metrics });
  const logCall = createCallLog({
    writer: requestLogs,
    redaction: createRedaction(readBodyShapes(contract)),
  });
  const telemetry = createTelemetry({ metrics, logger, accessLog: config.accessLog });
  const assets = await readAssets();
  const requests = createRequests({ withdrawals: foundation.withdrawals, kinds: foundation.transferKinds });
  const dispatch = await createDispatch({
    contract,
    routes,
    handlers,
    runMutation: createMutationRunner(foundation.runOnce),
    capacity: createCapacity(),
  });
  const { server, warmUp } = await createHttpServer({
    contract,
    routes,
    gate: createGate(credentials, limiter),
    carryOut: faults ? withFaults(faults, dispatch) : dispatch,
    pages: Router().use(
      createReadiness({ findFault: async () => describeDifference(await findDifference(db.read)), limiter }),
      await createReferenceRoutes({
        document: contract,
        assets,
        baseUrl: apiBaseUrl,
        panelUrl,
        environment: config.environment,
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
        isTest: config.environment === 'test',
        logger,
      }),
      createPanel({
        ...foundation,
        cursors,
        requests,
        destinations: createDestinations({ requests, panelUrl: () => `${panelUrl()}/panel` }),
        limits: createLimits({ panelUrl: () => `${panelUrl()}/panel` }),
        paymentLinks,
        qrCodes,
        endpoints,
        sendTestEvent,
        eventTypes,
        people: createPeople({
          db,
          keyring,
          baseUrl: panelUrl,
          oidc: config.oidc && { provider: config.oidc, client },
        }),
        operations: routes.operations.map(({ id }) => id).sort(),
        apiKeys: createApiKeys({ credentials, panelUrl: () => `${panelUrl()}/panel` }),
        limiter,
        assets,
        baseUrl: panelUrl,
        apiBaseUrl,
        checkoutBaseUrl,
        environment: config.environment,
        isTest: config.environment === 'test',
        sendsMail: config.mail !== undefined,
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
      telemetry.ofCall(request, answer);
      logCall(request, answer);
    },
    onPage: telemetry.ofPage,
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

export type Workers = {
  quotes: Worker;
  confirmations: Worker;
  screenings: Worker;
  transfers: Worker;
  /** For withdrawals not approved in time. */
  withdrawalExpiry: Worker;
  /** The providers' own workers. */
  rails: Worker;
  notices: Worker;
  statements: Worker;
  solvency: Worker;
  expiry: Worker;
  linkCounts: Worker;
  deliveries: Worker;
  outbox: Worker;
  housekeeper: Worker;
};

/** The background workers; none runs until it is started. */
export function createWorkers(foundation: Foundation): Workers {
  const { config, logger, metrics, db, keyring, providers, quotes, deposits, transferKinds, faults } =
    foundation;
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  const livemode = config.environment === 'live';
  const ask = config.screening && createAsk(client, { ...config.screening, livemode });
  const screening = ask && createScreening({ db, ask, metrics });
  const takeIn = createTakeIn({ deposits, transferKinds });
  watchProviders(metrics, db.read);
  watchOperators(metrics, db.read);
  watchChains(metrics, db.read);
  watchPauses(metrics, db.read);
  watchSolvency(metrics, db.read);
  watchScreening(metrics, db.read);
  return {
    quotes: createQuoteWorker({ db, quotes, logger }),
    confirmations: createConfirmationWorker({ db, deposits, providers, logger }),
    screenings: createScreeningWorker({ db, parts: foundation.holding, screening, logger }),
    transfers: createTransferWorker({ db, kinds: transferKinds, providers, metrics, logger, screening }),
    withdrawalExpiry: createRequestExpiry({ db, kinds: transferKinds, logger }),
    rails: together(
      providers.all.flatMap(
        ({ name, background }) => background?.((trx, report) => takeIn(trx, name, report)) ?? [],
      ),
    ),
    notices: createNoticeWorker({ db, providers, takeIn, logger }),
    statements: createStatementPoller({ db, providers, takeIn, logger }),
    solvency: createSolvencyWorker({ db, providers, logger }),
    expiry: createExpiryWorker({ db, logger }),
    linkCounts: createCountMerger({ db, logger }),
    deliveries: createDeliveryWorker({ db, client, keyring, metrics, faults, logger }),
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
  return createAddressGuard({
    allowCidrs: config.webhookAllowCidrs,
    allowsPlainHttp: config.sandbox !== undefined,
  });
}
