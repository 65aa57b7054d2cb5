import cluster from 'node:cluster';
import type { Config } from '../config/index.ts';
import { serversOf } from '../lib/database-servers.ts';
import type { Logger } from '../lib/logger.ts';
import { PROGRAM } from '../lib/telemetry/program.ts';
import type { Service } from './startup-report.ts';

/**
 * Logs one line for the start of the whole service, and one for its end. The processes of a primary log neither,
 * because it does so for all of them.
 */
export function logRun(service: Service, config: Config, logger: Logger): Service {
  if (cluster.isWorker) return service;
  const { address, providers } = service.greeting;
  logger.info('service started', {
    version: PROGRAM.version,
    environment: config.environment,
    roles: [...config.roles],
    processes: config.workers,
    database: describeDatabase(config),
    providers,
    address,
    took_ms: Math.round(performance.now()),
  });
  return {
    ...service,
    async stop() {
      const sinceMs = performance.now();
      await service.stop();
      logger.info('service stopped', { took_ms: Math.round(performance.now() - sinceMs) });
    },
  };
}

/** The database's location, without user and password. */
function describeDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `bundled, in ${dataDir}`;
  const servers = serversOf(databaseUrl);
  // A driver accepts strings that are no URLs, such as postgres://user@/name?host=/run/postgresql.
  if (!servers.every((server) => URL.canParse(server))) return 'as DATABASE_URL says';
  const urls = servers.map((server) => new URL(server));
  const hosts = urls.map(({ hostname, port }) => decodeURIComponent(hostname) + (port && `:${port}`));
  return hosts.join(',') + (urls[0]?.pathname ?? '');
}
