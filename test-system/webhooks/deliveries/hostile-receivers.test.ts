import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { until } from '../../../test/support/poll.ts';
import { residentBytes } from '../../../test/support/processes/processes.ts';
import { startBeside, type RunningServer } from '../../../test/support/processes/program.ts';
import {
  answers,
  startReceiver,
  type Answer,
  type Receiver,
  type ReceiverOptions,
} from '../../../test/support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from '../../../test/webhooks/deliveries/delivery-bench.ts';

const MB = 1024 * 1024;
const MAX_GROWTH_BYTES = 50 * MB;

interface Expected {
  status: 'pending' | 'delivered';
  httpStatus: number | null;
  error: RegExp | null;
  /** Whether the attempt lasts until its deadline. */
  untilDeadline?: true;
}

const timedOut: Expected = { status: 'pending', httpStatus: null, error: /^timeout$/, untilDeadline: true };
const taken: Expected = { status: 'delivered', httpStatus: 200, error: null };
const takenAtDeadline: Expected = { ...taken, untilDeadline: true };
const broken: Expected = { status: 'pending', httpStatus: null, error: /^invalid_response/ };
const untrusted: Expected = { status: 'pending', httpStatus: null, error: /^tls_error/ };

/** 256 MB compressed to a quarter of one; per megabyte, as compressing it all takes a second. */
const bomb = Buffer.concat(Array<Buffer>(256).fill(gzipSync(Buffer.alloc(MB))));

const RECEIVERS: [name: string, options: ReceiverOptions, Expected][] = [
  ['hangs before the headers', { answer: answers.hangBeforeHeaders() }, timedOut],
  ['sends its headers byte by byte', { answer: answers.dripHeaders() }, timedOut],
  ['hangs after the headers', { answer: answers.hangAfterHeaders() }, takenAtDeadline],
  ['sends a byte a second', { answer: answers.drip() }, takenAtDeadline],
  ['sends an endless body', { answer: answers.endless() }, taken],
  ['sends endless headers', { answer: endlessHeaders() }, broken],
  ['sends a gzip bomb', { answer: answers.status(200, bomb, { 'content-encoding': 'gzip' }) }, taken],
  [
    'redirects to an internal address',
    { answer: answers.redirectTo('http://169.254.169.254/latest/meta-data/', 307) },
    { status: 'pending', httpStatus: 307, error: /^redirect_not_followed$/ },
  ],
  ['has an untrusted certificate', { certificate: 'untrusted' }, untrusted],
  ['has an expired certificate', { certificate: 'expired' }, untrusted],
  [
    'breaks the connection',
    { answer: answers.reset() },
    { status: 'pending', httpStatus: null, error: /^connection_reset$/ },
  ],
  ['announces more than it sends', { answer: answers.shortBody() }, taken],
  [
    'sends more than it announces',
    { answer: answers.raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and HTTP/1.1 500 No\r\n\r\n') },
    taken,
  ],
  [
    'sends two content lengths',
    { answer: answers.raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok') },
    broken,
  ],
];

describe('a receiver that', () => {
  let bench: DeliveryBench;
  let worker: RunningServer;
  let silent: Server;
  const receivers: Receiver[] = [];
  const sockets = new Set<Socket>();
  /** By receiver name. */
  const deliveries = new Map<string, any>();
  let growthBytes = Number.NaN;

  before(async () => {
    bench = await startDeliveryBench();
    worker = await startBeside(bench.service, { ROLES: 'worker', ...bench.environment });
    await warmUp();

    const endpoints = new Map<string, string>();
    const register = async (name: string, url: string) =>
      endpoints.set(name, (await bench.register({ url: `${url}/`, description: name })).id);
    for (const [name, options] of RECEIVERS) {
      const receiver = await startReceiver(options);
      receivers.push(receiver);
      await register(name, receiver.url);
    }
    silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    await register(
      'does not complete the TLS handshake',
      `https://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    );

    // All receivers at the same time.
    const { pid } = worker.process;
    const before = await residentBytes(pid);
    growthBytes = 0;
    await bench.record();
    const watch = setInterval(() => {
      void residentBytes(pid).then((now) => (growthBytes = Math.max(growthBytes, now - before)));
    }, 200);
    const attempted = async () => (await bench.deliveries()).every(({ attempts }) => attempts === 1);
    try {
      await until(attempted, { what: 'all attempts are over' });
    } finally {
      clearInterval(watch);
    }
    for (const [name, id] of endpoints) {
      const { body } = await bench.account.api.get(`/v1/webhook_endpoints/${id}/deliveries`);
      deliveries.set(name, body.data[0]);
    }
  });
  after(async () => {
    worker?.process.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    silent?.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await bench?.close();
  });

  /** Warms up, so that the memory that any process needs is not measured. */
  const warmUp = async () => {
    const { id } = await bench.register();
    await bench.record(200);
    await bench.receiver.waitFor(200);
    await until(async () => (await bench.deliveries()).every(({ status }) => status === 'delivered'), {
      what: 'the worker is warm',
    });
    await bench.account.api.delete(`/v1/webhook_endpoints/${id}`);
  };

  for (const [name, , expected] of [
    ...RECEIVERS,
    ['does not complete the TLS handshake', {}, timedOut] as (typeof RECEIVERS)[number],
  ]) {
    it(`${name} has its attempt end in time, with its outcome recorded`, () => {
      const { status, attempts, error } = deliveries.get(name);
      expect(attempts).to.have.length(1);
      const [attempt] = attempts;
      expect({ status, httpStatus: attempt.http_status }).to.deep.equal({
        status: expected.status,
        httpStatus: expected.httpStatus,
      });
      expect(error).to.equal(attempt.error);
      if (expected.error) expect(error).to.match(expected.error);
      else expect(error).to.equal(null);
      if (expected.untilDeadline) expect(attempt.duration_ms).to.be.within(9_500, 20_000);
      else expect(attempt.duration_ms).to.be.below(10_000);
    });
  }

  it('does any of this costs almost no memory', () => {
    if (process.env['SHOW_GROWTH']) console.log({ growthMb: growthBytes / MB });
    expect(growthBytes).to.be.below(MAX_GROWTH_BYTES);
  });
});

/** Sends headers until the other side closes. */
function endlessHeaders(): Answer {
  return (response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    const fill = (): void => {
      while (socket && !socket.destroyed && socket.write(`x-a: ${'y'.repeat(1_000)}\r\n`));
    };
    socket?.on('drain', fill);
    fill();
  };
}
