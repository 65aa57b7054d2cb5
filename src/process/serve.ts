import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Api,
  createDemoAccount,
  type Foundation,
  openFoundation,
  type Workers,
} from '../composition/index.ts';
import type { Config } from '../config/index.ts';
import { readContract } from '../contract/index.ts';
import { findTransferHold } from '../deployment/index.ts';
import { logRun } from './run-log.ts';
import type { Greeting, Service } from './startup-report.ts';
import { drain, listen, type MetricsEndpoint, serveMetrics } from '../http/index.ts';
import { isConnectionLoss } from '../lib/errors/database-away.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import type { Loop } from '../lib/work/loop.ts';
import { panelBaseUrl } from '../people/index.ts';
import type { Provider } from '../methods/index.ts';

const READY_TIMEOUT_MS = 5_000;
/** How long a start may be repeated after the database was reached and then lost. */
const REPEAT_FOR_MS = 30_000;
const REPEAT_PAUSE_MS = 500;

/** Creates the account that the greeting presents; undefined when there is none to present. */
type OpenFirstAccount = (
  foundation: Foundation,
  panelBaseUrl: string | undefined,
) => Promise<Greeting['demo']>;

/**
 * Starts the roles of this process (`ROLES`), with the real providers of this deployment. If anything fails, everything
 * started is stopped again. A start that reached the database and then lost a connection is repeated for 30 s, because
 * on a busy machine a starting process may itself be too late to notice that its connection was made.
 */
export async function startService(
  config: Config,
  rails: readonly Provider[] = [],
  openFirstAccount: OpenFirstAccount = createDemoAccount,
): Promise<Service> {
  const repeatUntil = Date.now() + REPEAT_FOR_MS;
  for (;;) {
    try {
      return await startOnce(config, rails, openFirstAccount);
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() > repeatUntil) throw error;
      await delay(REPEAT_PAUSE_MS);
    }
  }
}

async function startOnce(
  config: Config,
  rails: readonly Provider[],
  openFirstAccount: OpenFirstAccount,
): Promise<Service> {
  // The database starts in processes of its own; the rest of the program is loaded meanwhile.
  const logger = createLogger(config.logLevel);
  const endTraces = await startTraces(config, logger);
  const [foundation, { createApi, createWorkers }] = await Promise.all([
    openFoundation(config, logger, rails),
    import('../composition/index.ts'),
  ]);
  let api: Api | undefined;
  /** Kept, because requests still need it once the server no longer listens. */
  let address = '';
  let metrics: MetricsEndpoint | undefined;
  let workers: Loop[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all([api && drain(api.server), ...workers.map((worker) => worker.stop())]);
    metrics?.close();
    await api?.close();
    await foundation.close();
    await endTraces?.();
  };
  try {
    await requireReady(foundation.providers.all);
    if (await findTransferHold(foundation.db.read))
      foundation.logger.warn('transfers on hold; see `payments transfers resume`');
    if (config.roles.has('api')) {
      const contract = await readContract();
      const created = await createApi(foundation, contract, () => address);
      await created.warmUp();
      await listen(created.server, config.port, config.host);
      address = addressOf(created.server, config);
      api = created;
    }
    if (config.metricsPort !== undefined) {
      metrics = await serveMetrics(foundation.metrics, config.metricsPort, config.host);
    }
    workers = workersOf(config.roles, () => createWorkers(foundation)).map((worker) => worker.start());
    const panel = api && panelBaseUrl(config, address);
    const demo = config.environment === 'test' ? await openFirstAccount(foundation, panel) : undefined;
    const greeting = {
      address: api && address,
      panelUrl: panel && `${panel}/panel`,
      demo,
      providers: foundation.providers.all.map(({ name }) => name),
    };
    return logRun({ greeting, stop }, config, logger);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Its libraries are loaded only where traces are exported. Returns the function that ends it. */
async function startTraces(config: Config, logger: Logger): Promise<(() => Promise<void>) | undefined> {
  if (!config.exportsTraces) return undefined;
  const { startExporting } = await import('../lib/telemetry/sdk.ts');
  return startExporting(logger);
}

/**
 * A rail that contradicts the configuration must not accept money; an unreachable one only delays the start a little.
 */
async function requireReady(providers: readonly Provider[]): Promise<void> {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
  await Promise.all(providers.map(async (provider) => provider.requireReady?.(signal)));
}

/** A sender does only the background work that needs its keys. */
function workersOf(roles: Config['roles'], create: () => Workers): Worker[] {
  if (roles.has('worker')) return Object.values(create());
  if (!roles.has('sender')) return [];
  const { transfers, rails } = create();
  return [transfers, rails];
}

function addressOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.baseUrl ?? `http://${host}:${port}`;
}
