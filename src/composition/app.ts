import type { Server } from 'node:http';
import { Router } from 'express';
import { readAssets } from '../pages/index.ts';
import { createCheckout, createCounter } from '../checkout/index.ts';
import { leadMovedKeys } from '../cells/index.ts';
import type { Config } from '../config/index.ts';
import {
  type ContractDocument,
  type Handlers,
  readBodyShapes,
  readEventTypes,
  readTranslation,
  translateContract,
} from '../contract/index.ts';
import { clockHandlers } from '../clock/index.ts';
import { faultHandlers } from '../faults/index.ts';
import {
  createApiRefundService,
  createPartRefundWorker,
  createConfirmationWorker,
  createDebtWorker,
  createOverdueRefundWorker,
  createHandingOnWorker,
  createScreeningWorker,
  depositHandlers,
  refundHandlers,
  watchHandedOn,
} from '../deposits/index.ts';
import { watchFx } from '../fx/index.ts';
import { eventHandlers } from '../events/index.ts';
import type { Foundation } from './foundation.ts';
import { createHousekeeper } from './housekeeping.ts';
import { createBackfillWorker, describeFault, findDifference, watchBackfills } from '../db/index.ts';
import {
  canFail,
  createCallLog,
  createCapacity,
  createDispatch,
  createGate,
  createHttpServer,
  createMutationRunner,
  createRouteIndex,
  createTelemetry,
  withFaults,
} from '../http/index.ts';
import { createReferenceRoutes } from '../reference/index.ts';
import { createReadiness, systemHandlers } from '../system/index.ts';
import { ledgerHandlers } from '../ledger/index.ts';
import { createAddressGuard } from '../lib/outgoing/address-guard.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { together } from '../lib/work/together.ts';
import { createCursorCodec } from '../lib/cursor.ts';
import { createGuardedClient } from '../lib/outgoing/guarded-client.ts';
import {
  createCountMerger,
  createExpiryWorker,
  createPaymentLinkService,
  createQuoteWorker,
  paymentLinkHandlers,
} from '../payment-links/index.ts';
import { createMailer, createOutboxWorker } from '../outbox/index.ts';
import { createPanel, writeMonth } from '../panel/index.ts';
import { configuredPanelBaseUrl, createApiKeys, createPeople, panelBaseUrl } from '../people/index.ts';
import { createStatementMailer } from '../statement-mails/index.ts';
import { createSolvencyWorker, watchSolvency } from '../audit/index.ts';
import {
  createNoticeRoutes,
  createNoticeWorker,
  createStatementPoller,
  createIntake,
  createTakeIn,
  watchProviders,
} from '../provider-notices/index.ts';
import { createArrivalWorker, createLiquidityWorker, watchLiquidity } from '../liquidity/index.ts';
import { watchPauses, watchReportConflicts } from '../methods/index.ts';
import { watchOperators } from '../operators/index.ts';
import { createAsk, createScreening, watchScreening } from '../screening/index.ts';
import {
  createRequestExpiry,
  createRequests,
  createTransferWorker,
  transferHandlers,
} from '../transfers/index.ts';
import { createApiRefunds, createDestinations, createLimits } from '../treasury/index.ts';
import { qrCodeHandlers, createQrCodeService, createScanService } from '../qr-codes/index.ts';
import { createConfiguredStore, createMemoryStore, createRateLimiter } from '../rate-limits/index.ts';
import { requestLogHandlers, createRedaction, RequestLogWriter } from '../request-logs/index.ts';
import {
  deliveryHandlers,
  webhookHandlers,
  createDeliveryWorker,
  createTestEventSender,
  createWebhookEndpointService,
} from '../webhooks/index.ts';

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
    cells,
  } = foundation;
  const routes = createRouteIndex(contract, { environment: config.environment });
  const cursors = createCursorCodec(keyring);
  const apiBaseUrl = () => config.baseUrl ?? ownAddress();
  const checkoutBaseUrl = () => config.checkoutBaseUrl ?? apiBaseUrl();
  const panelUrl = () => panelBaseUrl(config, ownAddress());
  const paymentLinks = createPaymentLinkService({ read: db.read, providers, checkoutBaseUrl, logger });
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
    ...refundHandlers(
      createApiRefundService({ ...foundation, read: db.read, panelUrl: () => `${panelUrl()}/panel` }),
    ),
    ...transferHandlers({ db, cursors }),
    ...clockHandlers(db.read),
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
    reads: config.callLogReads,
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
    db,
  });
  const { server, warmUp } = await createHttpServer({
    contract,
    routes,
    gate: createGate(
      leadMovedKeys(credentials, cells, db.read),
      limiter,
      createRateLimiter(createMemoryStore()),
    ),
    carryOut: faults ? withFaults(faults, dispatch) : dispatch,
    requireOwnCell: (request) => cells.requireOwn(request),
    pages: Router().use(
      createReadiness({
        findFault: async () => describeFault(await findDifference(db.read)),
        // Counted in this process, because a store in the database could not count while that is away.
        limiter: createRateLimiter(createMemoryStore()),
      }),
      await createReferenceRoutes({
        document: contract,
        assets,
        baseUrl: apiBaseUrl,
        panelUrl,
        environment: config.environment,
        allowsPlainHttp: config.sandbox !== undefined,
        limiter,
      }),
      createCheckout({
        db,
        quotes,
        deposits,
        providers,
        simulator,
        limiter,
        keyring,
        cells,
        sendsMail: config.mail !== undefined,
        assets,
        baseUrl: checkoutBaseUrl,
        logger,
      }),
      createCounter({
        db,
        scans: createScanService({ read: db.read, keyring, paymentLinks }),
        limiter,
        cells,
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
        apiRefunds: createApiRefunds({ panelUrl: () => `${panelUrl()}/panel` }),
        paymentLinks,
        qrCodes,
        endpoints,
        sendTestEvent,
        eventTypes,
        eventTypesIn: async (language) =>
          language === 'en' ? eventTypes : translateContract(eventTypes, await readTranslation()),
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
    baseUrl: apiBaseUrl,
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
  debts: Worker;
  overdueRefunds: Worker;
  /** Reports deposits for accounts that moved there to other cells. */
  handedOn: Worker;
  screenings: Worker;
  partRefunds: Worker;
  transfers: Worker;
  /** For withdrawals not approved in time. */
  withdrawalExpiry: Worker;
  /** The providers' own workers. */
  rails: Worker;
  notices: Worker;
  statements: Worker;
  solvency: Worker;
  /** Reads the providers' holdings, and sends money between them. */
  liquidity: Worker;
  arrivals: Worker;
  expiry: Worker;
  linkCounts: Worker;
  deliveries: Worker;
  outbox: Worker;
  /** Writes the monthly statements for users who receive them by e-mail. */
  statementMails: Worker;
  housekeeper: Worker;
  backfills: Worker;
};

/** The background workers; none runs until it is started. */
export function createWorkers(foundation: Foundation): Workers {
  const { config, logger, metrics, db, keyring, providers, quotes, deposits, transferKinds, faults } =
    foundation;
  const client = createGuardedClient({ guard: guardOf(config), caFile: config.webhookCaFile });
  const livemode = config.environment === 'live';
  const ask = config.screening && createAsk(client, { ...config.screening, livemode });
  const screening = ask && createScreening({ db, ask, metrics });
  const takeIn = createTakeIn({ deposits, transferKinds, inbox: foundation.inbox });
  const intake = createIntake({ db, takeIn });
  watchProviders(metrics, db.read);
  watchReportConflicts(metrics, db.read);
  watchHandedOn(metrics, db.read);
  watchOperators(metrics, db.read);
  for (const records of foundation.railRecords) records.watch?.(metrics, db.read);
  watchPauses(metrics, db.read);
  watchBackfills(metrics, db.read);
  watchSolvency(metrics, db.read);
  watchLiquidity(metrics, db.read);
  watchFx(metrics, db.read);
  watchScreening(metrics, db.read);
  return {
    quotes: createQuoteWorker({ db, quotes, logger }),
    confirmations: createConfirmationWorker({ db, deposits, providers, logger }),
    debts: createDebtWorker({
      db,
      providers,
      events: foundation.holding.events,
      conversions: foundation.conversions,
      logger,
    }),
    overdueRefunds: createOverdueRefundWorker({ db, providers, logger }),
    partRefunds: createPartRefundWorker({ db, providers, logger }),
    handedOn: createHandingOnWorker({ db, providers, logger }),
    screenings: createScreeningWorker({ db, parts: foundation.holding, screening, logger }),
    transfers: createTransferWorker({ db, kinds: transferKinds, providers, metrics, logger, screening }),
    withdrawalExpiry: createRequestExpiry({ db, kinds: transferKinds, logger }),
    rails: together(
      providers.all.flatMap(
        ({ name: provider, background }) =>
          background?.((trx, reports) =>
            takeIn(
              trx,
              reports.map((report) => ({ provider, report })),
            ),
          ) ?? [],
      ),
    ),
    notices: createNoticeWorker({ db, providers, intake, logger }),
    statements: createStatementPoller({ db, providers, intake, logger }),
    solvency: createSolvencyWorker({ db, providers, logger }),
    liquidity: createLiquidityWorker({ db, providers, logger }),
    arrivals: createArrivalWorker({ db, providers, logger }),
    expiry: createExpiryWorker({ db, logger }),
    linkCounts: createCountMerger({ db, logger }),
    deliveries: createDeliveryWorker({ db, client, keyring, metrics, faults, logger }),
    outbox: createOutboxWorker({
      db,
      mailer: config.mail && createMailer(config.mail),
      metrics,
      logger,
    }),
    statementMails: createStatementMailer({
      db,
      panelUrl: `${configuredPanelBaseUrl(config)}/panel`,
      writeWorkbook: (account, month, language) =>
        writeMonth(db, account, month, { format: 'xlsx', language }),
      logger,
    }),
    housekeeper: createHousekeeper({ db, logger, railRecords: foundation.railRecords }),
    backfills: createBackfillWorker({ db, logger }),
  };
}

function guardOf(config: Config) {
  return createAddressGuard({
    allowCidrs: config.webhookAllowCidrs,
    allowsPlainHttp: config.sandbox !== undefined,
  });
}
