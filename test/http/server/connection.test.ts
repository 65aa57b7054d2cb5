import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { oneAtATime } from '../../../src/http/server/connection.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const KIB = 1024;
const untilClosed = (socket: Socket) => until(() => socket.closed, { what: 'the connection is closed' });

describe('requests that a client sends ahead', () => {
  let server: Server;
  let connection: Socket;
  let begun: ServerResponse[];
  let client: Socket;
  let received: string;

  beforeEach(async () => {
    begun = [];
    received = '';
    server = createServer(oneAtATime((_request, response) => void begun.push(response)));
    server.on('connection', (socket) => (connection = socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.setEncoding('utf8').on('data', (text: string) => (received += text));
  });
  afterEach(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });

  const request = (path: string): string => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const answer = (response: ServerResponse | undefined): unknown => response?.end(`<${response.req.url}>`);
  const answered = (): string[] => received.match(/<.*?>/g) ?? [];

  it('begin one at a time, each after the response to the one before, in order', async () => {
    const paths = Array.from({ length: 50 }, (_, at) => String(at));
    client.write(paths.map(request).join(''));
    for (const [at, path] of paths.entries()) {
      await until(() => begun.length > at, { what: `request ${at} begins` });
      expect(begun).to.have.length(at + 1);
      expect(begun[at]?.req.url).to.equal(`/${path}`);
      answer(begun[at]);
    }
    await until(() => answered().length === 50, { what: 'all are answered' });
    expect(answered()).to.deep.equal(paths.map((path) => `</${path}>`));
  });

  it('can be followed by more, once they are answered', async () => {
    for (const round of [1, 2, 3]) {
      client.write(request(`a${round}`) + request(`b${round}`));
      await until(() => begun.length === 2 * round - 1, { what: 'the first begins' });
      answer(begun.at(-1));
      await until(() => begun.length === 2 * round, { what: 'the second begins' });
      answer(begun.at(-1));
    }
    await until(() => answered().length === 6, { what: 'all are answered' });
  });

  it('are not read beyond one piece, and end the connection when they are too many', async () => {
    // Longer than what Node reads at once, and one request is shorter than what it takes.
    client.on('error', () => undefined).write(request('x').repeat(100_000));
    await until(() => begun.length === 1, { what: 'the first begins' });
    for (let at = 0; at < 65; at += 1) {
      await until(() => begun.length === at + 1, { what: `request ${at} begins` });
      answer(begun[at]);
    }
    await untilClosed(client);
    expect(connection.bytesRead).to.be.at.most(2 * 64 * KIB);
    expect(begun).to.have.length(65);
    expect(answered()).to.have.length(65);
    expect(received.match(/connection: close/gi)).to.have.length(1);
  });
});

describe('the body of a request', () => {
  let service: TestService;
  let account: TestAccount;
  let open: Socket[];

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());
  beforeEach(() => (open = []));
  afterEach(() => open.forEach((socket) => socket.destroy()));

  interface Conversation {
    socket: Socket;
    /** Waits until something was answered. */
    answers: (what: RegExp) => Promise<string>;
  }

  function send(...lines: string[]): Conversation {
    const { hostname, port } = new URL(service.baseUrl);
    let received = '';
    const socket = connect(Number(port), hostname);
    open.push(socket);
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', () => undefined).write(lines.join('\r\n'));
    return {
      socket,
      answers: async (what) => {
        await until(() => what.test(received), { what: `${what} in the response` });
        return received;
      },
    };
  }

  const ping = ['POST /v1/ping HTTP/1.1', 'Host: a', 'Idempotency-Key: early'];
  const authorized = () => [...ping, `Authorization: Bearer ${account.key.secret}`];
  const json = 'Content-Type: application/json';

  it('need not arrive for a refusal: without a key, too large, or of a wrong type', async () => {
    for (const [status, lines] of [
      [401, [...ping, json, 'Content-Length: 100000000']],
      [401, [...ping, json, 'Transfer-Encoding: chunked']],
      [413, [...authorized(), json, 'Content-Length: 100000000']],
      [415, [...authorized(), 'Content-Type: text/plain', 'Content-Length: 10']],
      [415, [...authorized(), json, 'Content-Encoding: gzip', 'Content-Length: 10']],
      [400, ['GET /v1/ping HTTP/1.1', ...authorized().slice(1), 'Content-Length: 100000000']],
    ] as const) {
      const { answers } = send(...lines, '', '');
      expect(await answers(/"error"/), lines.join()).to.match(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it('is refused when it has become too large, although it has no length', async () => {
    const { socket, answers } = send(...authorized(), json, 'Transfer-Encoding: chunked', '', '');
    socket.write(`${(300 * KIB).toString(16)}\r\n${'x'.repeat(300 * KIB)}\r\n`);
    expect(await answers(/"error"/)).to.match(/^HTTP\/1.1 413 /);
  });

  it('ends the connection with the refusal when it is too long to be worth reading, and not otherwise', async () => {
    const long = send(...ping, json, 'Content-Length: 100000000', '', '');
    expect(await long.answers(/"error"/)).to.match(/connection: close/i);
    await untilClosed(long.socket);
    const short = send(...ping, json, 'Content-Length: 3', '', '');
    expect(await short.answers(/"error"/)).not.to.match(/connection: close/i);
    short.socket.write('{ }GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n');
    await short.answers(/"status":"ok"/);
  });

  it('is asked for only when it is read, if the client waits for that', async () => {
    const refused = send(...ping, json, 'Content-Length: 100000000', 'Expect: 100-continue', '', '');
    expect(await refused.answers(/"error"/)).to.match(/^HTTP\/1.1 401 /);
    await untilClosed(refused.socket);
    const served = send(...authorized(), json, 'Content-Length: 7', 'Expect: 100-continue', '', '');
    expect(await served.answers(/\r\n\r\n/)).to.equal('HTTP/1.1 100 Continue\r\n\r\n');
    served.socket.write('{"a":1}');
    expect(await served.answers(/"echo"/)).to.match(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it('is asked for by pages as well', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded';
    const lines = ['POST /panel/sign-in HTTP/1.1', 'Host: a', form, 'Content-Length: 3'];
    const { answers } = send(...lines, 'Expect: 100-continue', '', '');
    expect(await answers(/\r\n\r\n/)).to.equal('HTTP/1.1 100 Continue\r\n\r\n');
  });

  it('may be sent with those of other requests', async () => {
    const bodies = [1, 2, 3].map((at) => JSON.stringify({ at, padding: 'x'.repeat(30 * KIB) }));
    const [first = '', ...rest] = bodies.map((body, at) => {
      const head = [...authorized().slice(0, 2), authorized()[3], json, `Idempotency-Key: ahead ${at}`];
      return [...head, `Content-Length: ${body.length}`, '', body].join('\r\n');
    });
    const { answers } = send(first + rest.join(''));
    const received = await answers(/"at":3/);
    expect(received.match(/HTTP\/1.1 200 OK|"at":\d/g)).to.deep.equal(
      [1, 2, 3].flatMap((at) => ['HTTP/1.1 200 OK', `"at":${at}`]),
    );
  });
});
