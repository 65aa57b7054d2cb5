import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import {
  createLocalRateLimit,
  createRailClient,
  createReader,
  isNotThere,
  isTurnedAway,
  RailError,
  type RailCall,
  type RailClient,
  type Reading,
} from '../../../../src/methods/providers/http-rail/index.ts';
import { keepLogs } from '../../bitso/rig.ts';
import { failureOf, patience } from '../../simulator/rig.ts';

const READINGS: Readonly<Record<number, Reading>> = {
  400: { as: 'refused', reason: 'LIMIT_EXCEEDED', meaning: 'it is too much' },
  401: { as: 'sign_anew', meaning: 'the token is not accepted', alarm: true },
  403: { as: 'turned_away', meaning: 'it is not allowed', alarm: true },
  404: { as: 'not_there', meaning: 'it was not found' },
  429: { as: 'too_many', meaning: 'too many calls' },
};

type Answer = [status: number, body: string, headers?: Record<string, string>] | 'cut' | 'never';

describe('the client of a rail over HTTP', () => {
  let server: Server;
  let received: { call: string; token: string | undefined; body: string }[] = [];
  let answers: Answer[] = [];
  let tokens = 0;
  const { logger, lines } = keepLogs();
  let client: RailClient;

  /** Gives a new token for each request of one; to anything else it gives the next answer. */
  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const body = await text(request);
    if (request.url === '/token') return [200, `{"access_token":"token-${++tokens}","expires_in":60}`];
    received.push({ call: `${request.method} ${request.url}`, token: request.headers.authorization, body });
    return answers.shift() ?? [200, '{"fine":true}'];
  };
  before((done) => {
    server = createServer((request, response) => {
      void respond(request).then((answer) => {
        if (answer === 'cut') return request.socket.destroy();
        if (answer !== 'never') response.writeHead(answer[0], answer[2]).end(answer[1]);
        return undefined;
      });
    }).listen(0, '127.0.0.1', done);
  });
  after((done) => {
    server.closeAllConnections();
    server.close(done);
  });
  beforeEach(() => {
    [received, answers, tokens, lines.length] = [[], [], 0, 0];
    client = createRailClient<RailCall, void>({
      ...{ reader: createReader('Example'), logger },
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      rateLimit: createLocalRateLimit({
        rail: 'Example',
        callsPerSecond: 1_000,
        burst: 100,
        backgroundBurst: 10,
      }),
      tokenCall: { method: 'POST', path: '/token' },
      headersOf: (_call, { token = 'none' }) => ({ Authorization: token }),
      faultOf: (status) => ({
        code: `http_${status}`,
        reading: READINGS[status] ?? { as: 'unavailable', meaning: 'an error of its own' },
        isDocumented: status in READINGS,
      }),
    });
  });
  const get = (path = '/list?account=canary') => client.call({ method: 'GET', path }, patience());
  const post = (body: object | string = {}) =>
    client.call({ method: 'POST', path: '/pay', body }, patience());

  it('gives the payload, sends a text to the byte, and shares a token', async () => {
    expect(await Promise.all([get(), post('{"a":  1}'), post({ b: 'é' })])).to.have.length(3);
    expect(received.map(({ body }) => body).sort()).to.deep.equal(['', '{"a":  1}', '{"b":"é"}']);
    expect(new Set(received.map(({ token }) => token))).to.deep.equal(new Set(['token-1']));
    answers = [[204, '']];
    expect(await post()).to.equal(undefined);
  });

  it('reads up to three times while the rail fails, and writes only once', async () => {
    answers = [[500, '{}'], 'cut', [200, '[1]']];
    expect(await get()).to.deep.equal([1]);
    for (const answer of [[500, '{}'], [502, '<html>'], 'cut'] as Answer[]) {
      answers = [answer];
      expect((await failureOf(post())).kind).to.equal('unavailable');
    }
    expect(received.filter(({ call }) => call === 'POST /pay')).to.have.length(3);
  });

  it('signs anew what was rejected for its token alone, also a write', async () => {
    answers = [[401, '{}']];
    expect(await post()).to.deep.equal({ fine: true });
    expect(received.map(({ token }) => token)).to.deep.equal(['token-1', 'token-2']);
    expect(lines).to.deep.equal([]);
    answers = Array.from({ length: 3 }, () => [401, '{}'] as Answer);
    expect(isTurnedAway(await failureOf(post()))).to.equal(true);
    expect(received).to.have.length(5);
  });

  it('refuses only what the rail refuses: what is no JSON says nothing, unless its status does', async () => {
    answers = [[400, '{"message":"canary"}']];
    expect(await failureOf(post())).to.include({
      ...{ kind: 'refused', reason: 'LIMIT_EXCEEDED', message: 'Example: it is too much (http_400).' },
    });
    for (const [status, isUnread] of [
      ...([200, 302, 400, 404, 422] as const).map((one) => [one, false] as const),
      ...([403, 429] as const).map((one) => [one, true] as const),
    ]) {
      answers = [[status, '<html>']];
      const failure = await failureOf(post());
      expect([failure.kind, isTurnedAway(failure), isNotThere(failure)], String(status)).to.deep.equal([
        ...['unavailable', isUnread, false],
      ]);
      // The pause after a 429 is this client's own.
      if (status === 429) break;
    }
  });

  it('finds nothing where the rail says so, and never another record', async () => {
    answers = [
      [404, '{}'],
      [200, '{"id":"b"}'],
      [200, '{"id":"a"}'],
      [200, '[]'],
    ];
    const having = { id: 'a' };
    expect(await client.find('/a', 'record', patience(), { having })).to.equal(undefined);
    const other = await failureOf(client.find('/a', 'record', patience(), { having }));
    expect(other.message).to.include('another record than the one asked for');
    expect(await client.get('/a', 'record', patience(), { having })).to.deep.equal({ id: 'a' });
    expect((await failureOf(client.get('/a', 'record', patience()))).message).to.include('record');
  });

  it('makes no calls for as long as the rail asks', async () => {
    answers = [[429, '{}', { 'retry-after': '30' }]];
    await failureOf(get());
    const begun = performance.now();
    const call = client.call({ method: 'GET', path: '/' }, AbortSignal.timeout(150));
    expect((await failureOf(call)).kind).to.equal('timeout');
    expect(performance.now() - begun).to.be.below(2_000);
    expect(received).to.have.length(1);
  });

  it('ends with its signal, and refuses an answer without end', async () => {
    answers = ['never', [200, `"${'x'.repeat(5 * 1024 * 1024)}"`]];
    const call = client.call({ method: 'GET', path: '/' }, AbortSignal.timeout(150));
    expect((await failureOf(call)).kind).to.equal('timeout');
    expect((await failureOf(post())).message).to.include('too long');
    expect((await failureOf(client.call({ method: 'GET', path: '/' }, AbortSignal.abort()))).kind).to.equal(
      'timeout',
    );
    expect(received).to.have.length(2);
  });

  it('tells the operator once what only they can mend, and of what is not documented, without words of either side', async () => {
    answers = [
      [403, '"canary"'],
      [403, '{}'],
      [418, '{}'],
    ];
    for (let call = 0; call < 3; call++) expect(await failureOf(get())).to.be.instanceOf(RailError);
    expect(lines.map(({ level, message }) => `${level}: ${message}`)).to.deep.equal([
      'error: Example rejected the account: it is not allowed',
      'warn: Example returned an undocumented error',
    ]);
    expect(lines[0]?.fields).to.deep.equal({ method: 'GET', path: '/list', code: 'http_403', status: 403 });
    expect(JSON.stringify(lines)).to.not.include('canary');
  });
});
