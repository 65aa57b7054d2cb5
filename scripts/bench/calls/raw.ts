// The database's limit: the statements of one call are recorded, then repeated by each connection one after another, as
// pgbench would. The only JavaScript in between replaces codes and keys.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Command } from '../../../src/db/connect.ts';
import { newLinkCode } from '../../../src/lib/ids.ts';
import { createBareCalls, openPool, type BareRequest } from './bare.ts';
import { quantile, type Slice } from '../load.ts';

/** The parameters of a turn. */
export interface RawTurn {
  request: BareRequest;
  seconds: number;
  connections: number;
}

const server = createServer((request, response) => {
  run(request).then(
    (slice) => response.end(JSON.stringify(slice)),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

async function run(incoming: IncomingMessage): Promise<Slice> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { request, seconds, connections } = JSON.parse(Buffer.concat(chunks).toString()) as RawTurn;
  const pool = openPool(connections);
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  try {
    const rounds = await Promise.all(clients.map((client) => record(client, request)));
    const timesMs: number[] = [];
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1000;
    await Promise.all(clients.map((client, at) => repeat(client, rounds[at] ?? (() => []), endsAt, timesMs)));
    return {
      perSecond: timesMs.length / ((performance.now() - startedAt) / 1000),
      p99Ms: Math.round(quantile(timesMs, 0.99)),
    };
  } finally {
    for (const client of clients) client.release();
    await pool.end();
  }
}

/** Returns a function for the next call's statements: those of the first, with code and key replaced. */
async function record(client: pg.PoolClient, request: BareRequest): Promise<() => Command[]> {
  const key = request.idempotencyKey === '' ? randomUUID() : request.idempotencyKey;
  const asked: Command[] = [];
  const recorder = new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (command: Command) => {
        asked.push(command);
        return target.query(command);
      };
    },
  });
  const { text } = await createBareCalls(recorder)({ ...request, idempotencyKey: key });
  const created = request.method === 'POST' ? (JSON.parse(text) as { code?: string }).code : undefined;
  const isNew = request.method === 'POST' && request.idempotencyKey === '';
  if (!isNew) return () => asked;
  return () => {
    const [code, nextKey] = [newLinkCode(), randomUUID()];
    const renew = (value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      const renewed = value.replaceAll(key, nextKey);
      return created === undefined ? renewed : renewed.replaceAll(created, code);
    };
    return asked.map((command) => ({ ...command, values: command.values?.map(renew) ?? [] }));
  };
}

async function repeat(
  client: pg.PoolClient,
  nextRound: () => Command[],
  endsAt: number,
  timesMs: number[],
): Promise<void> {
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    for (const command of nextRound()) await client.query(command);
    timesMs.push(performance.now() - startedAt);
  }
}
