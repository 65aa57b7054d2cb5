// The floor that the service is measured against: node:http, pg and a key lookup for each request. No routing from a
// contract, validation, limits, call log or metrics.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBareCalls, openPool } from './bare.ts';

const CONNECTIONS = 16;
const call = createBareCalls(openPool(CONNECTIONS));

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, text }) => {
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => {
      // The load generator aborts its last requests.
      if (request.destroyed) return;
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

async function answer(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  if (request.method !== 'GET') for await (const chunk of request) chunks.push(chunk as Buffer);
  return call({
    method: request.method ?? '',
    url: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
    body: chunks.length === 0 ? '' : Buffer.concat(chunks).toString(),
  });
}
