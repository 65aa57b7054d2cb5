import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { createApi, type Api } from '../../src/app.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { sharedContract } from '../support/contract.ts';
import { until } from '../support/poll.ts';
import { startService, type TestService } from '../support/service.ts';

const CLIENTS = 40;

describe('more requests at one moment than the service can begin', () => {
  let service: TestService;
  let api: Api;
  let sockets: Socket[];
  let answers: string[];

  before(async () => {
    service = await startService();
    const { foundation } = service;
    api = await createApi({ ...foundation, metrics: createMetrics() }, sharedContract, () => '');
    await once(api.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = api.server.address() as AddressInfo;
    sockets = [];
    for (let index = 0; index < CLIENTS; index++) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket.setEncoding('utf8').on('data', (text: string) => (answers[index] += text)));
      await once(socket, 'connect');
    }
  });
  after(async () => {
    api.server.close();
    api.server.closeAllConnections();
    await api.close();
    await service.close();
  });

  /** All clients ask in the same turn of the event loop. The statuses of the answers, in the order of the requests. */
  const askTogether = async (): Promise<string[]> => {
    answers = sockets.map(() => '');
    for (const socket of sockets) socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => answers.every((text) => text.includes('\r\n\r\n')), { what: 'all answers' });
    return answers.map((text) => text.slice('HTTP/1.1 '.length, 12));
  };

  it('are begun in several turns of the event loop, and all answered', async () => {
    let turn = 0;
    const counting = (): void => {
      turn += 1;
      if (answered.length < CLIENTS) setImmediate(counting);
    };
    const answered: number[] = [];
    const note: RequestListener = (_request, response) =>
      void response.on('finish', () => answered.push(turn));
    api.server.on('request', note);
    setImmediate(counting);
    expect(new Set(await askTogether())).to.deep.equal(new Set(['200']));
    api.server.off('request', note);
    for (const at of answered) expect(answered.filter((other) => other === at).length).to.be.at.most(16);
  });

  it('are refused when they have waited for a second, so that their callers need not', async () => {
    let arrived = 0;
    const hold = (): void => {
      arrived += 1;
      if (arrived < CLIENTS) return;
      const endsAtMs = performance.now() + 1_100;
      while (performance.now() < endsAtMs);
    };
    api.server.on('request', hold);
    const statuses = await askTogether();
    api.server.off('request', hold);
    expect(arrived).to.equal(CLIENTS);
    expect(statuses.filter((status) => status === '200')).to.have.length.within(1, 16);
    const refused = answers.filter((text) => text.startsWith('HTTP/1.1 429'));
    expect(refused).to.have.length(CLIENTS - statuses.filter((status) => status === '200').length);
    for (const answer of refused) {
      expect(answer).to.include('Retry-After: 1').and.to.include('"code":"rate_limit_exceeded"');
    }
    expect(new Set(await askTogether())).to.deep.equal(new Set(['200']));
  });
});
