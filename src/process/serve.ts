import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '../app.ts';
import type { Config } from '../config.ts';
import { readContract } from '../contract/document.ts';
import { createDemoAccount } from '../demo.ts';
import { openFoundation } from '../foundation.ts';
import type { Service } from './startup-report.ts';
import { drain, listen } from '../http/server/listen.ts';
import { serveMetrics, type MetricsEndpoint } from '../http/server/metrics-server.ts';
import { createLogger } from '../lib/logger.ts';
import type { Loop } from '../lib/work/loop.ts';
import type { Provider } from '../methods/providers/provider.ts';

/**
 * Starts the roles of this process (`ROLES`), with the real providers of this deployment. If anything fails, all that
 * was started is stopped again.
 */
export async function startService(config: Config, rails: readonly Provider[] = []): Promise<Service> {
  // The database starts in processes of its own; the rest of the program is loaded meanwhile.
  const [foundation, { createApi, createWorkers }] = await Promise.all([
    openFoundation(config, createLogger(config.logLevel), rails),
    import('../app.ts'),
  ]);
  let api: Api | undefined;
  let metrics: MetricsEndpoint | undefined;
  let workers: Loop[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all([api && drain(api.server), ...workers.map((worker) => worker.stop())]);
    metrics?.close();
    await api?.close();
    await foundation.close();
  };
  try {
    if (config.roles.has('api')) {
      const contract = await readContract();
      const created = await createApi(foundation, contract, () => addressOf(created.server, config));
      await listen(created.server, config.port, config.host);
      api = created;
    }
    if (config.metricsPort !== undefined) {
      metrics = await serveMetrics(foundation.metrics, config.metricsPort, config.host);
    }
    if (config.roles.has('worker')) {
      workers = Object.values(createWorkers(foundation)).map((worker) => worker.start());
    }
    const demo = config.environment === 'test' ? await createDemoAccount(foundation) : undefined;
    // It takes seconds, and nothing needs to wait for it.
    void api?.warmUp();
    return { greeting: { address: api && addressOf(api.server, config), demo }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.baseUrl ?? `http://${host}:${port}`;
}
