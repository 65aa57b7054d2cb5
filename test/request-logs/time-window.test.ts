import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { requestIdOf, untilLogged } from './entries.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('the time range of a call log list', () => {
  let service: TestService;
  let api: Client;
  /** The request ids of entries, by age in days. */
  const entries = new Map<number, string>();

  before(async () => {
    service = await startService();
    ({ api } = await service.createAccount());
    const called = await api.get('/v1/balances');
    await untilLogged(api);
    for (const days of [3, 6, 8, 12, 16, 29]) entries.set(days, await copyToThePast(called, days));
  });
  after(() => service?.close());

  /** Copies the entry of a call to another day. */
  async function copyToThePast(called: Awaited<ReturnType<Client['get']>>, days: number): Promise<string> {
    const at = new Date(Date.now() - days * DAY_MS);
    await service.database.query('select make_request_log_partitions($1, $1)', [
      at.toISOString().slice(0, 10),
    ]);
    // A request id starts with its time.
    const requestId = `req_${at.getTime().toString(16).padStart(12, '0')}${requestIdOf(called).slice(16)}`;
    await service.database.query(
      `insert into request_logs select (json_populate_record(l, json_build_object('id', $1::uuid, 'created_at', $2::timestamptz))).*
         from request_logs l where l.id = $3`,
      [requestId.slice(4), at, requestIdOf(called).slice(4)],
    );
    return requestId;
  }

  const daysBack = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const list = async (query: Record<string, string>): Promise<any> => {
    const answer = await api.get(
      `/v1/request_logs?${new URLSearchParams({ limit: '100', ...query }).toString()}`,
    );
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  /** The ages in days of the listed entries. */
  const listed = async (query: Record<string, string>): Promise<number[]> => {
    const { data } = await list(query);
    const ids = data.map((entry: any) => entry.request_id as string);
    return [...entries].filter(([, id]) => ids.includes(id)).map(([days]) => days);
  };

  it('defaults to the last 7 days', async () => {
    expect(await listed({})).to.deep.equal([3, 6]);
    expect(await listed({ path: '/v1/balances', method: 'GET', status: '200' })).to.deep.equal([3, 6]);
  });

  it('starts where the caller says, up to all days that are kept', async () => {
    expect(await listed({ created_after: daysBack(9) })).to.deep.equal([3, 6, 8]);
    expect(await listed({ created_after: daysBack(40) })).to.deep.equal([3, 6, 8, 12, 16, 29]);
    expect(await listed({ created_after: daysBack(13), created_before: daysBack(7) })).to.deep.equal([8, 12]);
  });

  it('is the 7 days before a given end', async () => {
    expect(await listed({ created_before: daysBack(7) })).to.deep.equal([8, 12]);
    expect(await listed({ created_before: daysBack(10) })).to.deep.equal([12, 16]);
  });

  it('is everything for a single request', async () => {
    expect(await listed({ request_id: entries.get(29) ?? '' })).to.deep.equal([29]);
    expect(await listed({ request_id: entries.get(29) ?? '', created_after: daysBack(28) })).to.deep.equal(
      [],
    );
  });

  it('applies across pages', async () => {
    const first = await list({ path: '/v1/balances', limit: '1' });
    const second = await list({ path: '/v1/balances', limit: '1', cursor: first.next_cursor });
    const third = await list({ path: '/v1/balances', limit: '1', cursor: second.next_cursor });
    expect([second, third].map((page) => page.data[0].request_id)).to.deep.equal([
      entries.get(3),
      entries.get(6),
    ]);
    expect(third.next_cursor).to.equal(null);
  });
});
