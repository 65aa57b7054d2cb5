import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startFakeMono, type FakeMono } from '../../scripts/fake-mono/server.ts';
import { SOURCES } from '../../scripts/fake-mono/sources.ts';
import { until } from '../support/poll.ts';

const README = readFileSync(new URL('../../scripts/fake-mono/README.md', import.meta.url), 'utf8');

describe('the stand-in for Mono', () => {
  let fake: FakeMono;
  let token: string;

  beforeEach(async () => {
    fake = await startFakeMono({ balance: '1000', settings: { callsPerSecond: 1_000 } });
    const { client } = fake;
    const grant = { client_id: client.id, client_secret: client.secret, grant_type: 'client_credentials' };
    token = (await call('POST', '/api/v1/oauth/token', grant)).body.access_token;
  });
  afterEach(() => fake.close());

  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(fake.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const source = response.headers.get('x-fake-mono-source') ?? '';
    return {
      status: response.status,
      body: await response.json(),
      source,
      headers: response.headers,
    };
  }
  const collect = (external_id: string, centavos = 1_000_000) => {
    const amount = { amount: centavos, currency: 'COP' };
    const item = {
      external_id,
      usage_mode: 'single_use',
      total_minimum_amount: amount,
      total_maximum_amount: amount,
    };
    return call('POST', '/api/v1/collections', {
      tenant_account_id: fake.receivingAccount,
      collections: [item],
    });
  };
  const ready = async (external_id: string): Promise<any> => {
    const { id } = (await collect(external_id)).body.created[0];
    let collection: any;
    await until(
      async () => {
        collection = (await call('GET', `/api/v1/collections/${id}`)).body;
        return collection.state === 'ready';
      },
      { what: 'it is ready' },
    );
    return collection;
  };
  const send = (external_id: string, key = external_id) =>
    call(
      'POST',
      '/api/v1/outgoing_transfers',
      {
        tenant_account_id: fake.sendingAccount,
        transfers: [
          {
            ...{ external_id, amount: { amount: 100, currency: 'COP' } },
            query: { format: 'plain_key', value: '@ANYBODY' },
          },
        ],
      },
      { 'X-Idempotency-Key': key },
    );

  it('explains in its README what is known of everything that it does', () => {
    const listed = [...README.matchAll(/^\| `(\w+)` +\| (documented|seen|guessed) /gm)]
      .map(([, name, known]) => `${name} ${known}`)
      .filter((row) => !/^(documented|seen|guessed) /.test(row));
    expect(listed).to.deep.equal(Object.entries(SOURCES).map(([name, { known }]) => `${name} ${known}`));
  });

  it('says with each answer how well it is known', async () => {
    expect((await call('GET', '/api/v1/tenant/accounts')).source).to.match(/^documented; accounts/);
    expect((await send('a')).source).to.match(/^seen; transfer_made/);
    expect((await call('GET', '/api/v1/collections')).source).to.match(/^guessed; pagination/);
    expect((await call('GET', '/elsewhere')).source).to.match(/^guessed; elsewhere/);
  });

  it('keeps the amount of the first request for an external_id', async () => {
    await collect('one', 1_000_000);
    const { body } = await collect('one', 2_000_000);
    expect([body.created, body.rejected]).to.deep.equal([[], []]);
    expect(body.duplicated[0].total_maximum_amount.amount).to.equal(1_000_000);
  });

  it('rejects an item alone, with the status of success', async () => {
    const { status, body } = await call('POST', '/api/v1/collections', {
      tenant_account_id: fake.receivingAccount,
      collections: [
        { external_id: 'bad', usage_mode: 'never' },
        { external_id: 'good', usage_mode: 'single_use' },
      ],
    });
    expect(status).to.equal(201);
    expect(body.created.map((one: any) => one.external_id)).to.deep.equal(['good']);
    expect(body.rejected[0]).to.include({ external_id: 'bad', error_code: 'invalid_format' });
  });

  it('finds no key that is not registered yet, and turns away what a collection does not take', async () => {
    fake.control.set({ readyMs: 60_000 });
    const created = (await collect('slow')).body.created[0];
    expect(created.state).to.equal('created');
    expect(fake.control.pay({ key: created.keys[0].value, amount: '10000' })).to.equal(null);
    fake.control.set({ readyMs: 0 });
    const { id, keys } = await ready('fast');
    const pay = (amount: string): any => fake.control.pay({ key: keys[0].value, amount });
    expect([pay('9999'), pay('10000'), pay('10000')].map(({ id: attempt }) => attempt)).to.have.length(3);
    const { body } = await call('GET', `/api/v1/collections/attempts?collection_id=${id}&page_size=10`);
    expect(body.attempts.map(({ state }: any) => state)).to.deep.equal([
      'rejected',
      'successful',
      'rejected',
    ]);
  });

  for (const [repeated, expected] of [
    ['duplicated', ['duplicated_transfers', 1]],
    ['rejected', ['rejected_transfers', 1]],
    ['second', ['accepted_transfers', 2]],
    ['original', ['accepted_transfers', 1]],
  ] as const) {
    it(`answers a repeated transfer as ${repeated}`, async () => {
      fake.control.set({ repeated });
      await send('twice');
      const { body } = await send('twice');
      expect(body[expected[0]]).to.have.length(1);
      expect(fake.control.state().transfers).to.have.length(expected[1]);
    });
  }

  it('answers a repeated transfer with a conflict', async () => {
    fake.control.set({ repeated: 'conflict' });
    await send('twice');
    expect((await send('twice')).status).to.equal(409);
  });

  it('takes the balance of what is successful, and gives back what is reversed', async () => {
    const id = (await send('out')).body.accepted_transfers[0].id;
    const balance = () => fake.control.state().balances.sending;
    await until(() => balance() === 99_900, { what: 'it has left' });
    fake.control.moveTransfer({ id, state: 'reversed' });
    expect(balance()).to.equal(100_000);
  });

  it('limits calls, and says for how long', async () => {
    fake.control.set({ callsPerSecond: 1, retryAfterS: 7 });
    const answers = await Promise.all([1, 2, 3].map(() => call('GET', '/api/v1/tenant/accounts')));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).to.be.at.least(2);
    expect(limited[0]!.headers.get('retry-after')).to.equal('7');
  });
});
