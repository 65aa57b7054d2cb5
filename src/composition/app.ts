import type { Server } from 'node:http';
import { leadMovedKeys } from '../cells/index.ts';
import { type ContractDocument, readBodyShapes } from '../contract/index.ts';
import type { Foundation } from './foundation.ts';
import {
  createCallLog,
  createCapacity,
  createDispatch,
  createGate,
  createHttpServer,
  createRouteIndex,
  createTelemetry,
  withFaults,
} from '../http/index.ts';
import { createConfiguredStore, createMemoryStore, createRateLimiter } from '../rate-limits/index.ts';
import { createRedaction, RequestLogWriter } from '../request-logs/index.ts';
import { createHandlers } from './handlers.ts';
import { createPages } from './pages.ts';
import { createApiServices } from './services.ts';
import { urlsOf } from './urls.ts';

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
  const { config, logger, metrics, db, credentials, faults, cells } = foundation;
  const routes = createRouteIndex(contract, { environment: config.environment });
  const { operations } = routes;
  const urls = urlsOf(config, ownAddress);
  const services = createApiServices(foundation, contract, urls);
  const rateLimitStore = await createConfiguredStore(foundation);
  const limiter = createRateLimiter(rateLimitStore);
  const requestLogs = new RequestLogWriter({ db, logger, metrics });
  const logCall = createCallLog({
    writer: requestLogs,
    redaction: createRedaction(readBodyShapes(contract)),
    reads: config.callLogReads,
  });
  const telemetry = createTelemetry({ metrics, logger, accessLog: config.accessLog });
  const dispatch = await createDispatch({
    contract,
    routes,
    handlers: createHandlers(foundation, services, operations),
    runOnce: foundation.runOnce,
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
    requireOwnCell: cells.requireOwn,
    pages: await createPages({ foundation, services, contract, operations, limiter }),
    observers: [telemetry.ofCall, logCall],
    onPage: telemetry.ofPage,
    baseUrl: urls.api,
    limits: config.requestLimits,
    trustedProxies: config.trustedProxies,
    logger,
  });
  return {
    server,
    warmUp,
    async close() {
      await Promise.all([requestLogs.close(), rateLimitStore.close()]);
      services.client.close();
    },
  };
}
