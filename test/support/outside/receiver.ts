import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { HANGS_AFTER_MS } from '../poll.ts';

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes that were sent. */
  body: Buffer;
  receivedAt: Date;
};

/** Responds to a request, or does not. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export type Receiver = {
  /** `https://127.0.0.1:<port>`; the certificate is also valid for `https://localhost:<port>`. */
  url: string;
  port: number;
  /** The PEM file of the CA that signed the certificate. */
  caFile: string;
  /** All requests so far, oldest first. */
  requests: ReceivedRequest[];
  /** How many connections were opened so far. */
  connectionCount: () => number;
  /** Sets the response to requests from now on. */
  answerWith: (answer: Answer) => void;
  /** Resolves with the first `count` requests once they have arrived; fails after `timeoutMs`. */
  waitFor: (count: number, timeoutMs?: number) => Promise<ReceivedRequest[]>;
  /** Stops listening, closes open connections, and removes the CA file. */
  close: () => Promise<void>;
};

export type ReceiverOptions = {
  answer?: Answer;
  /** The host names in the certificate, besides 127.0.0.1. */
  names?: string[];
  /** Expired and untrusted certificates must not be accepted. */
  certificate?: 'valid' | 'expired' | 'untrusted';
};

/** Starts a real HTTPS server on a free port of 127.0.0.1 that records requests; it responds with 200 by default. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { names = ['localhost'], certificate = 'valid' } = options;
  let answer = options.answer ?? answers.status(200);
  const requests: ReceivedRequest[] = [];
  const arrivals = new EventEmitter();
  const sockets = new Set<Socket>();
  let connectionCount = 0;

  const server = createServer(await issueCertificate(names, certificate), (incoming, response) => {
    response.on('error', () => {});
    void buffer(incoming).then(
      (body) => {
        const { method = '', url: path = '', headers } = incoming;
        const request = { method, path, headers, body, receivedAt: new Date() };
        requests.push(request);
        arrivals.emit('request');
        answer(response, request);
      },
      () => {}, // The sender broke off, so this is not a request.
    );
  });
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, (await testCa()).cert);

  return {
    url: `https://127.0.0.1:${port}`,
    port,
    caFile,
    requests,
    connectionCount: () => connectionCount,
    answerWith(newAnswer) {
      answer = newAnswer;
    },
    waitFor(count, timeoutMs = HANGS_AFTER_MS) {
      return new Promise((resolve, reject) => {
        const check = (): void => {
          if (requests.length < count) return;
          stop();
          resolve(requests.slice(0, count));
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`${requests.length} of ${count} requests came within ${timeoutMs} ms`));
        }, timeoutMs);
        const stop = (): void => {
          clearTimeout(timer);
          arrivals.off('request', check);
        };
        arrivals.on('request', check);
        check();
      });
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
      return closed;
    },
  };
}

/** Ways to respond, from friendly to hostile. */
export const answers = {
  status:
    (status: number, body: string | Buffer = '', headers: Record<string, string> = {}): Answer =>
    (response) => {
      response.writeHead(status, headers).end(body);
    },
  delayed:
    (delayMs: number, then: Answer): Answer =>
    (response, request) => {
      const timer = setTimeout(() => then(response, request), delayMs);
      response.on('close', () => clearTimeout(timer));
    },
  /** One response after another, repeating the last. */
  inTurn: (first: Answer, ...others: Answer[]): Answer => {
    const waiting = [first, ...others];
    let current = first;
    return (response, request) => {
      current = waiting.shift() ?? current;
      current(response, request);
    };
  },
  redirectTo: (location: string, status = 302): Answer => answers.status(status, '', { location }),
  hangBeforeHeaders: (): Answer => () => {},
  hangAfterHeaders: (): Answer => (response) => {
    response.writeHead(200).flushHeaders();
  },
  /** A byte a second, forever. */
  drip: (): Answer => (response) => {
    response.writeHead(200).write('.');
    const timer = setInterval(() => response.write('.'), 1_000);
    response.on('close', () => clearInterval(timer));
  },
  /** The same within the headers. */
  dripHeaders: (): Answer => (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nx-drip: ');
    const timer = setInterval(() => response.socket?.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  },
  /** As much as the client takes, as fast as it reads. */
  endless: (): Answer => (response) => {
    const block = Buffer.alloc(64 * 1024, 'x');
    const fill = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', fill);
    fill();
  },
  /** A few kilobytes that decompress to ten megabytes. */
  gzipBomb: (): Answer => {
    return answers.status(200, gzipSync(Buffer.alloc(10 * 1024 * 1024)), { 'content-encoding': 'gzip' });
  },
  /** Breaks the connection without a response. */
  reset: (): Answer => (response) => {
    response.socket?.destroy();
  },
  /** Announces more bytes than it sends before closing. */
  shortBody: (): Answer => answers.raw('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this'),
  /** Exactly these bytes, then the end of the connection. */
  raw:
    (bytes: string): Answer =>
    (response) => {
      response.socket?.end(bytes);
    },
};

type Signed = { key: string; cert: string };
let ca: Promise<Signed> | undefined;

/** The CA of this process, created on first use. */
export function testCa(): Promise<Signed> {
  return (ca ??= makeCa('Test CA'));
}

async function makeCa(commonName: string): Promise<Signed> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

export async function issueCertificate(
  names: string[],
  kind: 'valid' | 'expired' | 'untrusted',
): Promise<Signed> {
  const issuer = kind === 'untrusted' ? await makeCa('Nobody') : await testCa();
  const dayMs = 24 * 60 * 60 * 1000;
  const lastDay = Date.now() + (kind === 'expired' ? -dayMs : dayMs);
  const issued = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(lastDay - 2 * dayMs),
    notAfterDate: new Date(lastDay),
    ca: issuer,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  return { key: issued.private, cert: issued.cert };
}
