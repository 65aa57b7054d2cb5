import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from './app.ts';
import { openFoundation, type Foundation } from './foundation.ts';
import { createMetricsServer } from './http/metrics-server.ts';
import { readConfig, type Config } from './config.ts';
import { createDemoAccount } from './demo.ts';
import { StartupError } from './lib/errors.ts';
import { createLogger } from './lib/logger.ts';
import type { Loop } from './lib/loop.ts';

/** What is still running by then is cut off. */
const DRAIN_TIMEOUT_MS = 25_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // The database starts in processes of its own; meanwhile there is time to load the rest of the program.
  const [foundation, { createApi, createWorkers }] = await Promise.all([
    openFoundation(config, createLogger(config.logLevel)),
    import('./app.ts'),
  ]);
  let api: Api | undefined;
  let metricsServer: Server | undefined;
  let workers: Loop[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all([api && drain(api.server), ...workers.map((worker) => worker.stop())]);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await api?.close();
    await foundation.close();
  };
  try {
    if (config.roles.has('api')) {
      const created = await createApi(foundation, () => addressOf(created.server, config));
      await listen(created.server, config.port, config.host);
      api = created;
    }
    if (config.metricsPort !== undefined) {
      metricsServer = createMetricsServer(foundation.metrics);
      await listen(metricsServer, config.metricsPort, config.host);
    }
    if (config.roles.has('worker')) {
      workers = Object.values(createWorkers(foundation)).map((worker) => worker.start());
    }
    await introduce(foundation, api && addressOf(api.server, config));
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(stop);
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'is in use' : 'cannot be listened on';
    throw new StartupError(
      `Port ${port} on ${host} ${reason}. Stop what uses it, or set PORT, METRICS_PORT or HOST to another.`,
      { cause: error },
    );
  }
}

function addressOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.baseUrl ?? `http://${host}:${port}`;
}

/** Says where everything is; standard output is for people and scripts, the log goes to standard error. */
async function introduce(foundation: Foundation, address: string | undefined): Promise<void> {
  const lines = [];
  const demo = foundation.config.environment === 'test' ? await createDemoAccount(foundation) : undefined;
  if (demo) lines.push(`Demo account   ${demo.accountId}`, `Demo API key   ${demo.apiKey}`);
  if (address !== undefined) {
    lines.push(
      `API            ${address}/v1`,
      `Reference      ${address}/docs`,
      `Contract       ${address}/openapi.yaml`,
    );
  }
  lines.push(`ready ${address ?? 'worker'}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = (): void => {
    // A second signal is somebody who will not wait.
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** Takes no new connections, lets the open requests be answered, and closes each connection once it is idle. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cutOff);
}

/** What Postgres or the system says when there is no database to talk to, for now. */
const DATABASE_AWAY = /^(57P0[1-3]|08\d{3}|ECONN\w+|EPIPE)$/;

function fail(error: unknown): never {
  const message =
    error instanceof StartupError
      ? error.message
      : error instanceof Error && 'code' in error && DATABASE_AWAY.test(String(error.code))
        ? `The database went away while the service was starting (${error.message}). Start it again.`
        : error instanceof Error
          ? error.stack
          : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

start().catch(fail);
