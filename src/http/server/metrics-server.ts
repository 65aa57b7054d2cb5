import { createServer, type Server } from 'node:http';
import type { Exposition } from '../../lib/metrics.ts';
import { listen } from './listen.ts';

export interface MetricsEndpoint {
  close(): void;
}

/** Serves `/metrics` on a port of its own, which need not be reachable from outside. */
export async function serveMetrics(
  metrics: Exposition,
  port: number,
  host: string,
): Promise<MetricsEndpoint> {
  const server = createMetricsServer(metrics);
  await listen(server, port, host);
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function createMetricsServer(metrics: Exposition): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.expose().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
