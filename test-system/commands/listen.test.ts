import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LISTENER } from '../../src/request-logs/listener.ts';
import { USER_AGENT } from '../../src/webhooks/send.ts';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { verifySignature } from '../../test/webhooks/verify-signature.ts';
import { until } from '../../test/support/poll.ts';
import { runProgram, type Program } from '../../test/support/processes/program.ts';
import { startDeliveryBench, type DeliveryBench } from '../../test/webhooks/deliveries/delivery-bench.ts';

describe('payments listen', () => {
  let bench: DeliveryBench;
  let receiver: Server;
  let port: number;
  let stateHome: string;
  let program: Program;
  let statuses: number[];
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];

  before(async () => {
    bench = await startDeliveryBench();
    receiver = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    port = (receiver.address() as AddressInfo).port;
  });
  after(async () => {
    receiver?.close();
    await bench?.close();
  });
  beforeEach(() => {
    stateHome = mkdtempSync(join(tmpdir(), 'listen-'));
    received.length = 0;
    statuses = [];
  });
  afterEach(async () => {
    program?.process.kill('SIGKILL');
    await program?.exited;
    rmSync(stateHome, { recursive: true, force: true });
    await bench.clear();
  });

  const listen = (...options: string[]): Program => {
    const { key } = bench.account;
    const base = ['--forward-to', `http://localhost:${port}/hook`];
    const url = options.includes('--url') ? [] : ['--url', `${bench.service.baseUrl}/v1`];
    program = runProgram('build/cli.js', ['listen', ...base, ...url, ...options], {
      XDG_STATE_HOME: stateHome,
      PAYMENTS_API_KEY: key.secret,
      // Would fail if the command opened the database.
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    });
    return program;
  };
  const idsReceived = () => received.map(({ headers }) => String(headers['service-event-id']));
  const secretOf = (listening: Program) =>
    /^signing secret (whsec_\S+)$/m.exec(listening.stdout())?.[1] ?? '';
  const stateFolder = () => join(stateHome, 'payments-account-api/listen');
  const stateFile = () => join(stateFolder(), readdirSync(stateFolder())[0] ?? 'none');
  /** Empty until the file exists. */
  const stateText = () => {
    try {
      return readFileSync(stateFile(), 'utf8');
    } catch {
      return '';
    }
  };

  it('forwards each event once, in order, signed with the secret that it prints, and says so', async () => {
    const first = await bench.record();
    const listening = listen();
    await until(() => received.length === 1, { what: 'the earlier event arrives' });
    const second = await bench.record();
    await until(() => received.length === 2, { what: 'the new one arrives' });
    expect(idsReceived()).to.deep.equal([...first, ...second]);
    const secret = secretOf(listening);
    for (const { headers, body } of received) {
      const header = String(headers['service-signature']);
      expect(verifySignature({ header, body, secret, nowS: Date.now() / 1000 })).to.be.true;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).to.include({
        id: headers['webhook-id'],
      });
      expect(headers).to.include({
        'content-type': 'application/json; charset=utf-8',
        'service-event-type': 'payment_link.paid',
        'service-delivery-attempt': '1',
        'user-agent': USER_AGENT,
      });
      expect(headers).not.to.have.any.keys('authorization');
    }
    const [row] = await bench.service.database.query('select body from events where id = $1', [first[0]]);
    expect(received[0]!.body.toString()).to.equal(row?.['body']);
    await until(() => listening.stdout().includes(`payment_link.paid  ${second[0]}  200\n`), {
      what: 'it says what it did',
    });
    expect(statSync(stateFile()).mode & 0o777).to.equal(0o600);
  });

  it('says in the call log who it is', async () => {
    const listening = listen();
    await until(() => listening.stdout().includes('forwarding all events'), { what: 'it has polled' });
    const agents = async () => {
      const rows = await bench.service.database.query(
        `select headers ->> 'User-Agent' as agent from request_logs where operation = 'listEvents' order by created_at desc`,
      );
      return rows.map(({ agent }) => String(agent));
    };
    await until(async () => (await agents()).some((agent) => agent.startsWith(`${LISTENER}/`)), {
      what: 'its poll is logged',
    });
  });

  it('continues without loss after a kill, with the same secret', async () => {
    const events = await bench.record(30);
    statuses = Array<number>(10).fill(200);
    const killed = listen();
    await until(() => received.length >= 10, { what: 'ten have arrived' });
    killed.process.kill('SIGKILL');
    await killed.exited;
    const before = received.length;
    events.push(...(await bench.record(5)));
    const resumed = listen();
    await until(() => new Set(idsReceived()).size === 35, { what: 'all have arrived' });
    expect(new Set(idsReceived())).to.deep.equal(new Set(events));
    // The one in flight may come twice; those that were done do not come again.
    expect(received.length - 35).to.be.within(0, 1);
    expect(before).to.be.below(35);
    expect(secretOf(resumed))
      .to.equal(secretOf(killed))
      .and.match(/^whsec_/);
  });

  it('tries each event at most three times, and says which ones failed', async () => {
    const [first, second] = await bench.record(2);
    statuses = [500, 302, 503];
    const listening = listen();
    await until(() => received.length === 4, { what: 'both have been tried' });
    expect(received.map(({ headers }) => headers['service-delivery-attempt'])).to.deep.equal([
      '1',
      '2',
      '3',
      '1',
    ]);
    const [left, taken] = [idsReceived()[0], idsReceived()[3]];
    expect([left, taken]).to.have.members([first, second]);
    await until(() => listening.stdout().includes(`${taken}  200\n`), { what: 'it says so' });
    expect(listening.stdout()).to.include(`payment_link.paid  ${left}  503  failed 3 times\n`);
  });

  it('waits for a receiver that is not up yet', async () => {
    const [event] = await bench.record();
    const address = receiver.address() as AddressInfo;
    await new Promise((resolve) => receiver.close(resolve).closeAllConnections());
    const listening = listen();
    const refused = `${event}  ECONNREFUSED  will be tried again\n`;
    await until(() => listening.stdout().includes(refused), {
      what: 'it reports the refused connection',
    });
    await new Promise<void>((resolve) => receiver.listen(address.port, '127.0.0.1', resolve));
    await until(() => received.length === 1, { what: 'the event arrives' });
    expect(idsReceived()).to.deep.equal([event]);
  });

  it('forwards only the types asked for', async () => {
    await bench.record();
    listen('--events', 'deposit.failed,refund.failed');
    await until(() => stateText().includes('"cursor":"'), {
      what: 'it has skipped the event',
    });
    expect(received).to.deep.equal([]);
  });

  it('skips what happened before when asked to, also once it has been here', async () => {
    await bench.record(3);
    const first = listen('--since', 'now');
    await until(() => first.stdout().includes('signing secret'), { what: 'it is connected' });
    const [second] = await bench.record();
    await until(() => received.length === 1, { what: 'the new one arrives' });
    first.process.kill('SIGINT');
    await first.exited;
    await bench.record(2);
    const again = listen('--since', 'now');
    await until(() => again.stdout().includes('signing secret'), { what: 'it is connected again' });
    const [last] = await bench.record();
    await until(() => received.length === 2, { what: 'the newest arrives' });
    expect(idsReceived()).to.deep.equal([second, last]);
  });

  it('prints its secret before anything is forwarded, for a receiver that needs it to start', async () => {
    const printing = listen('--print-secret');
    expect(await printing.exited).to.equal(0);
    const secret = printing.stdout().trim();
    expect(secret).to.match(/^whsec_/);
    expect(received).to.deep.equal([]);
    const listening = listen();
    await until(() => secretOf(listening) === secret, { what: 'it signs with the same' });
  });

  it('exits cleanly on SIGINT', async () => {
    await bench.record();
    const listening = listen();
    await until(() => listening.stdout().includes('  200\n'), { what: 'it runs' });
    listening.process.kill('SIGINT');
    expect(await listening.exited).to.equal(0);
    expect(listening.stderr()).to.equal('');
  });

  it('says that it forwards only once it is connected', async () => {
    const waiting = listen('--url', 'http://127.0.0.1:1/v1');
    await until(() => waiting.stderr().includes('waiting for the API at http://127.0.0.1:1/v1: '), {
      what: 'it says what it waits for',
    });
    expect(waiting.stdout()).to.equal('');
    waiting.process.kill('SIGINT');
    expect(await waiting.exited).to.equal(0);

    const listening = listen();
    await until(() => listening.stdout().includes('signing secret'), { what: 'it is connected' });
    expect(listening.stdout()).to.match(/^forwarding all events to http:\/\/localhost:\d+\/hook\n/);
  });

  it('reports in one line what cannot work', async () => {
    const run = async (key: string, ...args: string[]) => {
      const environment = { XDG_STATE_HOME: stateHome, PAYMENTS_API_KEY: key };
      const failing = runProgram('build/cli.js', ['listen', ...args], environment);
      expect(await failing.exited).to.be.oneOf([1, 2]);
      expect(failing.stdout()).to.equal('');
      expect(failing.stderr().trimEnd().split('\n')).to.have.length(1);
      return failing.stderr();
    };
    const to = ['--forward-to', `http://localhost:${port}/`];
    const key = `sk_test_${'0'.repeat(16)}_${'0'.repeat(32)}`;
    const [noUrl, noKey, noType, refused] = await Promise.all([
      run(key, '--forward-to', 'localhost:4000'),
      run('sk_test_x', ...to),
      run(key, ...to, '--events', 'deposit.failed,deposit.lost'),
      run(key, ...to, '--url', `${bench.service.baseUrl}/v1`),
    ]);
    expect(noUrl).to.include('a URL like http://localhost:4000');
    expect(noKey).to.include('payments keys create').and.not.include('sk_test_x');
    expect(noType).to.match(/^Unknown event type deposit\.lost\. The types are .*deposit\.failed/);
    expect(refused).to.include('401').and.include('invalid_api_key');
  });
});
