import { connect } from 'node:net';
import { expect } from 'chai';
import { ProviderFailure, type Provider, type RawNotice } from '../../src/methods/providers/provider.ts';
import { startRail, type TestRail } from '../support/outside/rail.ts';
import { signNotice } from '../support/outside/rail/notices.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { carryBy, depositFor, noticesOf, PAYER, recordLog, requireDiscreet, serveLoggingTo } from './rig.ts';

describe('receiving a notice of a provider', () => {
  let north: TestRail;
  let service: TestService;
  let account: TestAccount;
  /** How many signatures were checked. */
  let checked = 0;

  before(async () => {
    north = await startRail('north');
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1/32' }, [
      counting(north.provider),
      { ...north.provider, name: 'silent', notices: undefined },
      {
        ...north.provider,
        name: 'keyless',
        notices: readerThat(() =>
          Promise.reject(new ProviderFailure('unavailable', `No keys for ${PAYER.name}.`)),
        ),
      },
      { ...north.provider, name: 'hanging', notices: readerThat(() => new Promise(() => undefined)) },
    ]);
    await carryBy(service, 'north', 'SPEI');
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await north?.close();
  });
  beforeEach(async () => {
    await service.database.query('delete from provider_notices');
    checked = 0;
  });

  const counting = (provider: Provider): Provider => {
    const { notices } = provider;
    if (!notices) throw new Error('the rail sends notices');
    return {
      ...provider,
      notices: {
        read: (bodies, signal) => notices.read(bodies, signal),
        authenticate(notice, signal) {
          checked += 1;
          return notices.authenticate(notice, signal);
        },
      },
    };
  };
  const readerThat = (authenticate: () => Promise<string>): Provider['notices'] => ({
    authenticate,
    read: (bodies) => bodies.map(() => Promise.resolve({ type: 'nothing' })),
  });
  const newNotice = async (): Promise<RawNotice> =>
    north.payIn((await depositFor(service, account, 'SPEI')).deposit);
  /** Each test's notices come from an address of their own, since addresses are limited. */
  const from = (address: string, { headers, body }: RawNotice): RawNotice => ({
    headers: { ...headers, 'x-forwarded-for': address },
    body,
  });
  const post = (name: string, { headers, body }: RawNotice, baseUrl = service.baseUrl): Promise<Response> =>
    fetch(`${baseUrl}/providers/${name}/notices`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
  const refusalOf = async (response: Response): Promise<string> => {
    const { error } = await response.json();
    expect(response.headers.get('x-request-id')).to.equal(error.request_id);
    return `${response.status} ${error.type} ${error.code}`;
  };
  const stored = () => noticesOf(service, 'north');

  it('stores an authentic one, byte for byte, and acknowledges it', async () => {
    const notice = await newNotice();
    const response = await north.tell(service.baseUrl, notice);
    expect([response.status, await response.json()]).to.deep.equal([200, { received: true }]);
    const [row, ...others] = await stored();
    expect(others).to.deep.equal([]);
    expect(row).to.include({ status: 'waiting', attempts: 0, last_error: null, finished_at: null });
    expect(row.notice_id).to.equal(JSON.parse(notice.body.toString()).id);
    expect(row.body.equals(notice.body)).to.be.true;
  });

  it('stores a repeated one once, and acknowledges each', async () => {
    const notice = await newNotice();
    const again = signNotice(north.access.secret, notice.body);
    for (const repeated of [notice, notice, again]) {
      expect((await north.tell(service.baseUrl, repeated)).status).to.equal(200);
    }
    expect(await stored()).to.have.length(1);
  });

  it('stores one that comes twenty times at once only once', async () => {
    const notice = await newNotice();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => north.tell(service.baseUrl, notice)),
    );
    expect(responses.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    expect(await stored()).to.have.length(1);
  });

  it('accepts a body of any type', async () => {
    for (const type of [
      'text/plain; charset=latin1',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      const { headers, body } = await newNotice();
      expect((await post('north', { headers: { ...headers, 'content-type': type }, body })).status).to.equal(
        200,
      );
    }
    expect(await stored()).to.have.length(3);
  });

  const altered: Record<string, (notice: RawNotice) => RawNotice> = {
    'is signed with another secret': ({ body }) => signNotice('another secret', body),
    'was altered by one byte': ({ headers, body }) => {
      const other = Buffer.from(body);
      other.writeUInt8(other.readUInt8(other.length - 3) ^ 1, other.length - 3);
      return { headers, body: other };
    },
    'is signed as of another time': ({ headers, body }) => ({
      headers: { ...headers, 'rail-timestamp': String(Math.floor(Date.now() / 1000) - 1) },
      body,
    }),
    'is not signed': ({ body }) => ({ headers: {}, body }),
    'is older than the provider allows': ({ body }) =>
      signNotice(north.access.secret, body, new Date(Date.now() - 10 * 60_000)),
    'has no body': ({ headers }) => ({ headers, body: Buffer.alloc(0) }),
  };
  for (const [what, alter] of Object.entries(altered)) {
    it(`refuses one that ${what}`, async () => {
      const response = await post('north', from('192.0.2.1', alter(await newNotice())));
      expect(await refusalOf(response)).to.equal('401 authentication_error notice_refused');
      expect(await stored()).to.deep.equal([]);
    });
  }

  it('refuses one that is larger than a body may be', async () => {
    const body = Buffer.alloc(300 * 1024, ' ');
    const response = await post('north', signNotice(north.access.secret, body));
    expect(await refusalOf(response)).to.equal('413 invalid_request payload_too_large');
    expect(checked).to.equal(0);
  });

  it('knows no provider that this deployment does not have, or that sends no notices', async () => {
    const notice = await newNotice();
    for (const name of ['south', 'silent', 'simulator', '__proto__', 'NORTH']) {
      expect(await refusalOf(await post(name, notice))).to.equal('404 not_found route_not_found');
    }
    expect((await fetch(`${service.baseUrl}/providers/north/notices`)).status).to.equal(404);
  });

  it('limits forgeries by address, without checking their signatures any longer', async () => {
    const forged = from('192.0.2.2', signNotice('another secret', Buffer.from('{}')));
    const statuses = [];
    for (let at = 0; at < 65; at += 1) statuses.push((await post('north', forged)).status);
    expect(statuses).to.deep.equal([...Array(60).fill(401), ...Array(5).fill(429)]);
    expect(checked).to.equal(60);
    const refused = await post('north', forged);
    expect(refused.headers.get('retry-after')).to.match(/^[1-9][0-9]?$/);
    expect(await refusalOf(refused)).to.equal('429 rate_limit_error rate_limit_exceeded');
    expect((await post('north', from('192.0.2.3', await newNotice()))).status).to.equal(200);
  });

  it('never limits authentic ones', async () => {
    const notice = from('192.0.2.4', await newNotice());
    for (let at = 0; at < 150; at += 1) expect((await post('north', notice)).status).to.equal(200);
  });

  it('asks for one again whose signature cannot be checked now', async () => {
    const response = await post('keyless', await newNotice());
    expect(await refusalOf(response)).to.equal('503 api_error notice_not_stored');
  });

  it('asks for one again after a few seconds when its signature is still being checked', async () => {
    const begun = performance.now();
    const response = await post('hanging', await newNotice());
    expect(await refusalOf(response)).to.equal('503 api_error notice_not_stored');
    expect(performance.now() - begun).to.be.within(3_500, 9_000);
  });

  it('asks for one again whose body arrives too slowly', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const begun = performance.now();
    const received = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write('POST /providers/north/notices HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'),
      );
      socket
        .on('data', (chunk) => (text += chunk.toString()))
        .on('error', reject)
        .on('close', () => resolve(text));
    });
    expect(received)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.match(/"code":"notice_not_stored"/);
    expect(performance.now() - begun).to.be.within(3_500, 9_000);
  });

  it('asks for one again while the database is away, and loses none of those it has', async () => {
    const [first, second] = [await newNotice(), await newNotice()];
    expect((await north.tell(service.baseUrl, first)).status).to.equal(200);
    await service.database.allowConnections(false);
    try {
      await service.database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      for (const notice of [second, first]) {
        expect(await refusalOf(await north.tell(service.baseUrl, notice))).to.equal(
          '503 api_error notice_not_stored',
        );
      }
    } finally {
      await service.database.allowConnections(true);
    }
    expect((await north.tell(service.baseUrl, second)).status).to.equal(200);
    expect((await stored()).map(({ body }) => body.toString())).to.have.members([
      first.body.toString(),
      second.body.toString(),
    ]);
  });

  it('asks for one again while all connections are in use', async () => {
    const { db } = service.foundation;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const holders = Array.from({ length: 16 }, () => db.transaction(() => held));
    try {
      const notice = signNotice(north.access.secret, Buffer.from('{"id":"while busy"}'));
      expect(await refusalOf(await post('north', notice))).to.equal('503 api_error notice_not_stored');
    } finally {
      letGo();
      await Promise.all(holders);
    }
  });

  it('logs nothing of what notices say, whatever becomes of them', async () => {
    const log = recordLog();
    const served = await serveLoggingTo(service, log.logger);
    try {
      const notice = await newNotice();
      const { id, deposit } = JSON.parse(notice.body.toString());
      const forged = signNotice('another secret', notice.body);
      const answers = [
        await post('north', notice, served.baseUrl),
        await post('north', from('192.0.2.5', forged), served.baseUrl),
        await post('keyless', notice, served.baseUrl),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 401, 503]);
      expect(log.lines).to.have.length(2);
      expect(log.at('info')[0]).to.include({ provider: 'north' });
      expect(log.at('warn')[0]).to.include({ provider: 'keyless', error: 'ProviderFailure' });
      requireDiscreet(
        log,
        id,
        deposit.providerReference,
        deposit.destination,
        forged.headers['rail-signature'] ?? '-',
      );
    } finally {
      await served.close();
    }
  });
});
