import { expect } from 'chai';
import { toVersion, VERSIONS } from '../../src/contract/versions.ts';
import { contract } from '../support/contract.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError } from './raw-call.ts';

const OLD = '2026-05-01';
const NEW = '2026-11-01';

describe('versions', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount({ apiVersion: NEW });
    const link = await account.api.post('/v1/payment_links', {
      amount: '500',
      currency: 'MXNB',
      description: 'Order 7',
    });
    await account.api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, { method: 'SPEI' });
  });
  after(() => service?.close());

  const asking = (version: string) => ({ headers: { 'service-version': version } });

  it('follow the pin of the key unless the header requests another', async () => {
    const pinned = service.client((await service.createKey(account.id, { apiVersion: OLD })).secret);
    const built = async (options = {}, api = account.api) =>
      (await api.get('/v1/ping', options)).headers.get('service-version');
    expect(await built()).to.equal(NEW);
    expect(await built(asking(OLD))).to.equal(OLD);
    expect(await built()).to.equal(NEW);
    expect(await built({}, pinned)).to.equal(OLD);
    expect(await built(asking(NEW), pinned)).to.equal(NEW);
    expect(await built({}, pinned)).to.equal(OLD);
  });

  it('that do not exist are refused with a list of those that do, never replaced by another', async () => {
    for (const version of ['2026-11-02', '2026-11', 'latest', '1', `${NEW}, ${NEW}`, 'x'.repeat(500), '']) {
      for (const api of [account.api, service.client(undefined)]) {
        const answer = await api.get(api === account.api ? '/v1/ping' : '/v1/health', asking(version));
        expectError(answer, 400, 'unknown_api_version', 'Service-Version');
        expect(answer.headers.get('service-version')).to.equal(NEW);
        for (const valid of VERSIONS) expect(answer.body.error.message).to.include(valid);
      }
    }
  });

  it('are named in every response, even before the key is known', async () => {
    const pinned = service.client((await service.createKey(account.id, { apiVersion: OLD })).secret);
    for (const [answer, version] of [
      [await service.client(undefined).get('/v1/health'), NEW],
      [await service.client(undefined).get('/v1/health', asking(OLD)), OLD],
      [await service.client('nonsense').get('/v1/ping'), NEW],
      [await service.client('nonsense').get('/v1/ping', asking(OLD)), NEW],
      [await service.client('nonsense').get('/v1/nope'), NEW],
      [await pinned.get('/v1/nope'), OLD],
      [await pinned.get('/v1/payment_links/x'), OLD],
      [await pinned.get('/v1/ping?x=1'), OLD],
      [await pinned.get('/v1/ping', asking('nope')), OLD],
      [await pinned.get('/v1/payment_links/x', asking(NEW)), NEW],
    ] as const) {
      expect(answer.headers.get('service-version')).to.equal(version);
    }
  });

  it('call the type of a transaction "kind" before 2026-11-01, in lists and alone', async () => {
    const current = await account.api.get('/v1/transactions');
    const { id } = current.body.data[0];
    const pinned = service.client((await service.createKey(account.id, { apiVersion: OLD })).secret);
    const older = [
      await account.api.get('/v1/transactions', asking(OLD)),
      await pinned.get('/v1/transactions', asking(OLD)),
    ];
    const alone = await account.api.get(`/v1/transactions/${id}`, asking(OLD));
    for (const { body } of older) {
      const expected = current.body.data.map(({ type, ...rest }: { type: string }) => ({
        ...rest,
        kind: type,
      }));
      expect(body).to.deep.equal({ ...current.body, data: expected });
    }
    expect(alone.body).to.deep.equal(older[0]?.body.data[0]);
    expect(Object.keys(alone.body)).to.deep.equal(
      Object.keys(current.body.data[0]).map((name) => (name === 'type' ? 'kind' : name)),
    );
    expect((await account.api.get(`/v1/transactions/${id}`)).body.type).to.equal('payment');
  });

  it('do not affect what did not change between them', async () => {
    const link = (await account.api.get('/v1/payment_links')).body.data[0];
    for (const path of [
      '/v1/payment_links',
      `/v1/payment_links/${link.code}`,
      '/v1/webhook_endpoints/event_types',
    ]) {
      const [older, newer] = [await account.api.get(path, asking(OLD)), await account.api.get(path)];
      expect(older.text).to.equal(newer.text);
    }
    // What a client sent is not translated, even when it looks like one of our objects.
    const body = { object: 'transaction', type: 'payment' };
    const ping = await account.api.post('/v1/ping', body, asking(OLD));
    expect(ping.body.echo).to.deep.equal(body);
  });

  it('are those in the contract, which describes the newest', () => {
    const { parameters } = contract['components'] as { parameters: { ServiceVersion: { schema: object } } };
    expect(parameters.ServiceVersion.schema).to.deep.include({ enum: VERSIONS });
    expect([...VERSIONS].sort()).to.deep.equal([...VERSIONS]);
  });

  it('never modify the original response', () => {
    const answer = Object.freeze({ object: 'transaction', type: 'fee' });
    expect(toVersion(answer, OLD)).to.deep.equal({ object: 'transaction', kind: 'fee' });
    expect(toVersion(answer, NEW)).to.equal(answer);
  });
});
