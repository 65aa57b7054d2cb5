import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { Router, type Request } from 'express';
import { createApi } from '../../src/composition/app.ts';
import { bytesFrom, cut } from '../../src/db/hosts.ts';
import { Pipeline } from '../../src/db/pg-batch.ts';
import { readContract } from '../../src/contract/document.ts';
import type { Handlers } from '../../src/contract/handler.ts';
import { endInOnePiece } from '../../src/http/answers/node-http.ts';
import { createGate } from '../../src/http/request/gate.ts';
import { newCall } from '../../src/http/request/call.ts';
import { readConfig } from '../../src/config/config.ts';
import { createCapacity } from '../../src/http/request/capacity.ts';
import { createDispatch } from '../../src/http/dispatch.ts';
import { createHttpServer } from '../../src/http/chain.ts';
import { createRouteIndex, type RouteIndex } from '../../src/http/request/routes.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { createMemoryStore, createRateLimiter } from '../../src/rate-limits/limiter.ts';
import { contract } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError, rawCall } from './raw-call.ts';

interface Manifest {
  default: { dependencies: Record<string, string>; devDependencies: Record<string, string> };
}

/**
 * The service relies on undocumented behavior of its libraries (src/http/adapters). These tests show what an upgrade
 * breaks.
 */
describe('what we rely on in our libraries', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => method !== 'parameters')
      .map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, 'x'),
        takesBody: (item[method] as { requestBody?: object }).requestBody !== undefined,
      })),
  );
  const headers = () => ({
    authorization: `Bearer ${account.key.secret}`,
    'idempotency-key': 'libraries',
    'content-type': 'application/json',
  });

  describe('express-openapi-validator', () => {
    it('validates the body of every operation that takes one, although the service matches the route', async () => {
      const withBody = operations.filter(({ takesBody }) => takesBody);
      expect(withBody.length).to.be.above(3);
      for (const { method, path } of withBody) {
        const answer = await rawCall(service.baseUrl, { method, path, headers: headers(), body: '[]' });
        expectError(answer, 400, 'invalid_request');
        expect(answer.body.error.message, `${method} ${path}`).to.equal('The body must be an object.');
      }
    });

    it('validates query and path parameters, and converts integers to numbers', async () => {
      expectError(await account.api.get('/v1/payment_links?limit=101'), 400, 'invalid_request', 'limit');
      expectError(
        await account.api.get(`/v1/payment_links/${'x'.repeat(65)}`),
        400,
        'invalid_request',
        'code',
      );
      for (let count = 0; count < 2; count += 1) {
        await account.api.post('/v1/payment_links', {
          amount: '500',
          currency: 'MXNB',
          description: 'Order 7',
        });
      }
      // With a string, one more than the page size would be "1" + 1.
      const page = await account.api.get('/v1/payment_links?limit=1');
      expect(page.body.data).to.have.length(1);
      expect(page.body.has_more).to.equal(true);
    });

    it('fills in the defaults of a body', async () => {
      const link = await account.api.post('/v1/payment_links', {
        amount: '500',
        currency: 'MXNB',
        description: 'Order 7',
      });
      expect(link.body.fee_bearer).to.equal('merchant');
    });

    it('does not compile the OpenAPI schema at boot', async () => {
      const { foundation } = service;
      const boot = async () => {
        const contract = await readContract();
        const api = await createApi({ ...foundation, metrics: createMetrics() }, contract, () => '');
        await api.close();
      };
      // Each Ajv compiles a few of its own; the OpenAPI schema would be forty more.
      expect(await countingCompilations(boot)).to.be.below(30);
    });

    it('compiles no schema once warm, whatever is sent', async () => {
      let sent = 0;
      const sendAll = async () => {
        for (const { method, path, takesBody } of operations) {
          for (const body of ['{}', '{"a":1}', undefined]) {
            sent += 1;
            const type = `application/json; a=${sent}`;
            await rawCall(service.baseUrl, {
              method,
              path,
              headers: { ...headers(), 'content-type': type, accept: `text/x-${sent}` },
              ...(body === undefined || !takesBody ? {} : { body }),
            });
          }
        }
      };
      await service.warmUp();
      expect(await countingCompilations(sendAll)).to.equal(0);
      expect(sent).to.be.above(40);
    });
  });

  describe('openapi-backend', () => {
    const called: string[] = [];
    let routes: RouteIndex;
    let dispatch: Awaited<ReturnType<typeof createDispatch>>;

    before(async () => {
      const document = await readContract();
      routes = createRouteIndex(document, { environment: 'test' });
      const handlers = routes.operations.map(({ id }) => [
        id,
        () => {
          called.push(id);
          return Promise.resolve({ status: 200, body: { id } });
        },
      ]);
      dispatch = await createDispatch({
        contract: document,
        routes,
        handlers: Object.fromEntries(handlers) as Handlers,
        runOnce: () => Promise.reject(new Error('only reads are asked for')),
        capacity: createCapacity(),
        db: { readingFor: (_, work) => work(), changing: (_, work, ...params) => work(...params) },
      });
    });

    /** A request with an unknown method and path: only the service's match says which operation it is. */
    function callOf(path: string): Request {
      const call = { ...newCall('127.0.0.1'), match: routes.match('GET', path) };
      return { call, method: 'PUT', path: '/nowhere', headers: {}, query: {} } as unknown as Request;
    }

    it('calls the handler of the operation that the service matched, ignoring the path', async () => {
      const request = callOf('/v1/health');
      expect(JSON.parse((await dispatch(request.call, request)).text)).to.deep.equal({ id: 'getHealth' });
      expect(called).to.deep.equal(['getHealth']);
    });

    it('does not call the handler of an operation that needs a caller when there is none', async () => {
      const request = callOf('/v1/payment_links/x');
      const failure = await dispatch(request.call, request).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect(called).to.not.include('getPaymentLink');
    });
  });

  describe('express', () => {
    let server: Server;

    it('finds its prototypes on every request and response, and changes none', async () => {
      const seen: { before: object; inside: object }[] = [];
      let before: object[] = [];
      const pages = Router();
      pages.get('/look', (inside: Request, response) => {
        seen.push(
          ...before.map((prototype, at) => ({
            before: prototype,
            inside: Object.getPrototypeOf(at === 0 ? inside : response) as object,
          })),
        );
        response.end(String(inside.get('host') !== undefined && inside.path === '/look'));
      });
      const document = await readContract();
      const limiter = () => createRateLimiter(createMemoryStore());
      ({ server } = await createHttpServer({
        contract: document,
        routes: createRouteIndex(document, { environment: 'test' }),
        gate: createGate(service.foundation.credentials, limiter(), limiter()),
        carryOut: () => Promise.reject(new Error('only a page is asked for')),
        requireOwnCell: () => undefined,
        observers: [],
        onPage: () => undefined,
        pages,
        trustedProxies: [],
        baseUrl: () => 'http://127.0.0.1',
        limits: readConfig({}).requestLimits,
        logger: createLogger('silent'),
      }));
      server.prependListener('request', (incoming, outgoing) => {
        before = [Object.getPrototypeOf(incoming) as object, Object.getPrototypeOf(outgoing) as object];
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const call = request({
        port: (server.address() as AddressInfo).port,
        path: '/look',
        agent: false,
      }).end();
      const [response] = (await once(call, 'response')) as [AsyncIterable<Buffer>];
      let text = '';
      for await (const part of response) text += part.toString();
      expect(text).to.equal('true');
      expect(seen).to.have.length(2);
      for (const { before: at, inside } of seen) expect(inside).to.equal(at);
    });

    after(() => server?.close());
  });

  describe('node:http', () => {
    it('sends head and body in one piece, also to a client that does not wait for responses', async () => {
      const pieces: string[] = [];
      const server = createServer((asked, response) => {
        const { socket } = response;
        if (socket && !Object.hasOwn(socket, 'write')) {
          const write = socket.write.bind(socket);
          socket.write = (piece: string, ...rest: never[]) => {
            if (piece !== '') pieces.push(piece);
            return write(piece, ...rest);
          };
        }
        const text = `{"path":"${asked.url}"}`;
        response.writeHead(200, { 'Content-Length': text.length });
        endInOnePiece(response, text);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.end(
        ['GET /a', 'HEAD /b', 'GET /c'].map((line) => `${line} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
      );
      let received = '';
      for await (const part of client) received += String(part);
      server.close();
      expect(pieces).to.have.length(3);
      expect(pieces.join('')).to.equal(received);
      const bodies = received.split('HTTP/1.1 200 OK').map((answer) => answer.split('\r\n\r\n')[1]);
      expect(bodies.slice(1)).to.deep.equal(['{"path":"/a"}', '', '{"path":"/c"}']);
    });
  });

  describe('pg', () => {
    let client: pg.Client;

    before(async () => {
      const options = '-c timezone=UTC';
      client = new pg.Client({ connectionString: service.database.url, pipeline: true, options });
      await client.connect();
    });
    after(() => client?.end());

    /** What is written to pg's connection: each piece as the types of its protocol messages. */
    const watchMessages = (): string[] => {
      const pieces: string[] = [];
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      const write = stream.write.bind(stream);
      stream.write = (piece: Buffer) => {
        pieces.push(typesOf(piece));
        return write(piece);
      };
      return pieces;
    };
    const pipelineTo = (afterFailure: 'fail' | 'resend') =>
      new Pipeline(client, { schedule: (send) => process.nextTick(send), afterFailure });

    it('sends a batch in one piece with one Sync, and prepares and describes a statement once', async () => {
      const pipeline = pipelineTo('fail');
      const pieces = watchMessages();
      const add = (n: number) =>
        pipeline.query<{ sum: number }>({ name: 'add', text: 'select $1::int + 1 as sum', values: [n] });
      const first = await Promise.all([add(1), pipeline.query({ text: 'select 1' })]);
      const second = await Promise.all([add(2), add(3)]);
      // Close, Parse, Bind, Describe, Execute; Sync.
      expect(pieces).to.deep.equal(['CPBDECPBDES', 'BEBES']);
      expect([...first.slice(0, 1), ...second].map(({ rows }) => rows)).to.deep.equal([
        [{ sum: 2 }],
        [{ sum: 3 }],
        [{ sum: 4 }],
      ]);
    });

    it('counts what a connection has received, and ends it with an error at once when it is cut', async () => {
      const { database } = service;
      const one = new pg.Client({ connectionString: database.url });
      await one.connect();
      const errors: Error[] = [];
      one.on('error', (error) => errors.push(error));
      const before = bytesFrom(one);
      await one.query('select 1');
      expect(bytesFrom(one)).to.be.greaterThan(before);
      const waiting = one.query('select pg_sleep(30)').catch((error: unknown) => error);
      const ended = new Promise((resolve) => one.once('end', resolve));
      const reason = new Error('cut');
      cut(one, reason);
      expect(await waiting).to.equal(reason);
      await ended;
      expect(errors[0]).to.equal(reason);
    });

    it('knows which process of the server it is connected to', async () => {
      const { rows } = await client.query<{ own: number }>('select pg_backend_pid() as own');
      expect((client as pg.Client & { processID: number }).processID).to.equal(rows[0]?.own);
    });

    it('writes every type of parameter and reads it back', async () => {
      const values = {
        text: `it's "ñ" \\ {1,2}`,
        bytea: Buffer.from([0, 1, 255]),
        timestamptz: new Date('2026-11-03T17:31:48.007Z'),
        boolean: false,
        'text[]': ['a', null, '', 'x,"y"'],
        'uuid[]': ['0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09'],
        jsonb: { a: [1, null, { b: 'c' }] },
        numeric: '12345678901234567890.12345678',
        bigint: '9007199254740993',
        integer: null,
      };
      const text = `select ${Object.keys(values)
        .map((type, at) => `$${at + 1}::${type} as "${type}"`)
        .join(', ')}`;
      const { rows } = await pipelineTo('fail').query({ text, values: Object.values(values) });
      expect(rows).to.deep.equal([values]);
    });

    it('fails what follows a failure, or sends it again, and keeps the connection usable', async () => {
      for (const afterFailure of ['fail', 'resend'] as const) {
        const pipeline = pipelineTo(afterFailure);
        const batch = ['select 1', 'select 1/0', 'select 2'].map((text) => pipeline.query({ text }));
        const outcomes = (await Promise.allSettled(batch)).map(({ status }) => status);
        const last = afterFailure === 'fail' ? 'rejected' : 'fulfilled';
        expect(outcomes).to.deep.equal(['fulfilled', 'rejected', last]);
        expect((await pipeline.query({ text: 'select 3 as n' })).rows).to.deep.equal([{ n: 3 }]);
      }
    });
  });

  it('is of the versions that the adapters were made for', async () => {
    const { default: manifest } = (await import('../../package.json', {
      with: { type: 'json' },
    })) as Manifest;
    const root = new URL('../../src/', import.meta.url);
    const adapters = (await readdir(new URL('http/adapters/', root))).map((name) => `http/adapters/${name}`);
    for (const file of [...adapters, 'db/pg-batch.ts']) {
      const text = await readFile(new URL(file, root), 'utf8');
      const [, libraries = ''] = /^\/\/ Made for (.+);/m.exec(text) ?? [];
      const named = [...libraries.matchAll(/(\S+) (\d\S+)/g)].map(([, name = '', version]) => [
        name,
        version,
      ]);
      expect(named, file).to.not.deep.equal([]);
      for (const [name = '', version] of named) {
        expect(version, `${name} in ${file}`).to.equal(manifest.dependencies[name]);
      }
    }
  });

  it('are pinned to exact versions', async () => {
    const { default: manifest } = (await import('../../package.json', {
      with: { type: 'json' },
    })) as Manifest;
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).to.match(/^\d+\.\d+\.\d+(-[\w.-]+)?$/);
    }
  });
});

/** The types of the messages in these bytes, a letter each. */
function typesOf(bytes: Buffer): string {
  let types = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types += String.fromCharCode(bytes[at] ?? 0);
  return types;
}

/** Counts how often code is compiled from text, as for a schema; our own checks do not count. */
async function countingCompilations(work: () => Promise<void>): Promise<number> {
  const { Function: original } = globalThis;
  const { stackTraceLimit } = Error;
  // The origin of a compilation may be far down the stack.
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  let count = 0;
  globalThis.Function = new Proxy(original, {
    construct(target, args: string[]) {
      if (!new Error().stack?.includes('test/support/contract.ts')) count += 1;
      return Reflect.construct(target, args);
    },
  });
  try {
    await work();
  } finally {
    globalThis.Function = original;
    Error.stackTraceLimit = stackTraceLimit;
  }
  return count;
}
