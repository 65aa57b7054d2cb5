import { expect } from 'chai';
import { newRequestId } from '../../src/lib/ids.ts';
import type { Answer, Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { requestIdOf, untilLogged } from './entries.ts';

describe('the list of the call log', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;
  /** Reads the log without adding to the calls that the tests look for. */
  let reader: Client;
  let otherKeyId: string;
  const calls: Answer[] = [];

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
    reader = service.client((await service.createKey(account.id, { scopes: ['logs:read'] })).secret);
    const otherKey = await service.createKey(account.id);
    otherKeyId = otherKey.id;
    const other = service.client(otherKey.secret);
    calls.push(await api.get('/v1/balances'));
    calls.push(await api.get('/v1/payment_links/PL-0000-0000-0001'));
    calls.push(await api.post('/v1/ping', { a: 1 }));
    calls.push(await api.delete('/v1/payment_links/PL-0000-0000-0001'));
    calls.push(await other.get('/v1/balances'));
    calls.push(await other.get('/v1/payment_links?limit=0'));
    await untilLogged(reader);
  });
  after(() => service?.close());

  const list = async (query: Record<string, string>): Promise<any> => {
    const answer = await reader.get(`/v1/request_logs?${new URLSearchParams(query).toString()}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  /** The indexes of the calls above that are listed. */
  const listed = async (query: Record<string, string>): Promise<number[]> => {
    const ids = calls.map(requestIdOf);
    const { data } = await list({ limit: '100', ...query });
    return data.map((entry: any) => ids.indexOf(entry.request_id)).filter((number: number) => number >= 0);
  };

  it('is newest first, without bodies', async () => {
    expect(await listed({})).to.deep.equal([5, 4, 3, 2, 1, 0]);
    const { data } = await list({});
    expect(data[0]).not.to.have.any.keys('request_body', 'response_body');
  });

  it('filters by each field, and by several together', async () => {
    const path = '/v1/payment_links/PL-0000-0000-0001';
    expect(await listed({ status: '404' })).to.deep.equal([3, 1]);
    expect(await listed({ method: 'GET' })).to.deep.equal([5, 4, 1, 0]);
    expect(await listed({ method: 'DELETE' })).to.deep.equal([3]);
    expect(await listed({ path })).to.deep.equal([3, 1]);
    expect(await listed({ path: '/v1/payment_links' })).to.deep.equal([5]);
    expect(await listed({ credential: otherKeyId })).to.deep.equal([5, 4]);
    expect(await listed({ credential: newRequestIdAsUuid() })).to.deep.equal([]);
    expect(await listed({ request_id: requestIdOf(calls[2]!) })).to.deep.equal([2]);
    expect(await listed({ request_id: newRequestId() })).to.deep.equal([]);
    expect(await listed({ path, method: 'GET', status: '404', credential: account.key.id })).to.deep.equal([
      1,
    ]);
    expect(await listed({ path, credential: otherKeyId })).to.deep.equal([]);
  });

  it('filters by time, inclusive at both ends', async () => {
    const { data } = await list({ request_id: requestIdOf(calls[2]!) });
    const at = data[0].created_at as string;
    const all = await list({ limit: '100' });
    const numbers = (keep: (time: string) => boolean): number[] => {
      const ids = calls.map(requestIdOf);
      return all.data
        .filter((entry: any) => keep(entry.created_at))
        .map((entry: any) => ids.indexOf(entry.request_id))
        .filter((number: number) => number >= 0);
    };
    expect(await listed({ created_after: at }))
      .to.deep.equal(numbers((time) => time >= at))
      .and.to.include(2);
    expect(await listed({ created_before: at }))
      .to.deep.equal(numbers((time) => time <= at))
      .and.to.include(2);
    const earlier = new Date(Date.parse(at) - 40 * 24 * 3600 * 1000).toISOString();
    expect(await listed({ created_before: earlier })).to.deep.equal([]);
    const otherTime = new Date(Date.parse(at) + 1).toISOString();
    expect(await listed({ request_id: requestIdOf(calls[2]!), created_after: otherTime })).to.deep.equal([]);
  });

  it('can be paged through without gaps or repeats while the log grows', async () => {
    const path = '/v1/ping';
    for (let i = 0; i < 12; i++) await api.get(path);
    await untilLogged(api);
    const all = (await list({ path, limit: '100' })).data.map((entry: any) => entry.request_id);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ path, limit: '5', ...(cursor ? { cursor } : {}) });
      expect(page.has_more).to.equal(page.next_cursor !== null);
      walked.push(...page.data.map((entry: any) => entry.request_id as string));
      cursor = page.next_cursor as string | null;
      await api.get(path);
      await untilLogged(reader);
    }
    expect(walked).to.deep.equal(all);
  });

  it('pages correctly through calls of the same millisecond', async () => {
    const path = '/v1/balances';
    await Promise.all(Array.from({ length: 20 }, () => api.get(path)));
    await untilLogged(api);
    const all = (await list({ path, limit: '100' })).data.map((entry: any) => entry.request_id);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ path, limit: '1', ...(cursor ? { cursor } : {}) });
      walked.push(...page.data.map((entry: any) => entry.request_id as string));
      cursor = page.next_cursor as string | null;
    }
    expect(walked).to.deep.equal(all);
    expect(new Set(walked).size).to.equal(22);
  });

  it('refuses a cursor of other filters, another list or another account', async () => {
    const { next_cursor: cursor } = await list({ limit: '1', method: 'GET' });
    const stranger = await service.createAccount();
    const refused = [
      await reader.get(`/v1/request_logs?limit=1&method=POST&cursor=${cursor}`),
      await reader.get(`/v1/request_logs?limit=1&cursor=${cursor}`),
      await api.get(`/v1/transactions?cursor=${cursor}`),
      await stranger.api.get(`/v1/request_logs?limit=1&method=GET&cursor=${cursor}`),
    ];
    for (const answer of refused) {
      expect(refusal(answer)).to.deep.equal({ status: 400, code: 'invalid_cursor', param: 'cursor' });
    }
  });

  const wrong: [string, string][] = [
    ['status', '99'],
    ['status', 'ok'],
    ['method', 'BREW'],
    ['path', ''],
    ['path', `/${'x'.repeat(512)}`],
    ['credential', 'web shop'],
    ['request_id', 'req_1'],
    ['request_id', `req_${'f'.repeat(32)}`],
    ['created_after', 'yesterday'],
    ['limit', '101'],
  ];
  for (const [param, value] of wrong) {
    it(`refuses ${param}=${value.slice(0, 40)}`, async () => {
      const answer = await reader.get(
        `/v1/request_logs?${new URLSearchParams({ [param]: value }).toString()}`,
      );
      expect(refusal(answer)).to.deep.equal(invalid(param));
    });
  }
});

function newRequestIdAsUuid(): string {
  return newRequestId()
    .slice(4)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
