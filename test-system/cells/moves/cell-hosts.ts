import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startTwoCells, type TwoCells } from './two-cells.ts';

/** The host of a cell, as a proxy serves it: `away` answers 503, and `loses answers` once the cell has answered. */
export interface CellHost {
  state: 'there' | 'away' | 'loses answers';
  /** How many requests have come. */
  requests: number;
  /** Called once the cell has answered, before its answer is passed on. */
  onAnswer?: () => void;
}

/** Two cells that reach each other by their hosts in CELLS_FILE. */
export interface ReachableCells extends TwoCells {
  hosts: readonly [CellHost, CellHost];
  cellsFile: string;
  /** CELLS_KEY of both. */
  key: string;
}

export async function startReachableCells(): Promise<ReachableCells> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-cells-'));
  const hosts = [await serveHost(), await serveHost()] as const;
  const cellsFile = join(folder, 'cells.json');
  const cells = hosts.map(({ url }, cell) => {
    return { cell, servers: ['127.0.0.1:1'], url, environment_file: `cell-${cell}.env` };
  });
  await writeFile(cellsFile, JSON.stringify({ cells }));
  const key = randomBytes(32).toString('base64');
  const started = await startTwoCells({ CELLS_FILE: cellsFile, CELLS_KEY: key });
  for (const [cell, { baseUrl }] of started.services.entries()) hosts[cell]!.leadTo(baseUrl);
  const { services } = started;
  return {
    services,
    move: (accountId, options) => started.move(accountId, options),
    hosts: [hosts[0].host, hosts[1].host],
    cellsFile,
    key,
    async close() {
      await started.close();
      for (const host of hosts) host.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function serveHost() {
  const host: CellHost = { state: 'there', requests: 0 };
  let target = '';
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    host.requests += 1;
    if (host.state === 'away') {
      response.writeHead(503).end();
      return;
    }
    const { headers, method = '' } = request;
    const answer = await fetch(`${target}${request.url}`, {
      ...{ method, body: await buffer(request) },
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        /^(host|connection|content-length)$/.test(name) ? [] : [[name, String(value)]],
      ),
    });
    const text = await answer.text();
    host.onAnswer?.();
    if (host.state === 'loses answers') request.socket.destroy();
    else response.writeHead(answer.status).end(text);
  };
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (baseUrl: string) => void (target = baseUrl),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
