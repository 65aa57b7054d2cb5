import { expect } from 'chai';
import pg from 'pg';
import type { Answer, Client } from '../../support/client.ts';
import { findWaiting } from '../../support/database.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError } from '../raw-call.ts';

/** Lists, and the table that each reads. */
const LISTS: [path: string, table: string][] = [
  ['/v1/request_logs', 'request_logs'],
  ['/v1/request_logs?status=404&method=POST', 'request_logs'],
  ['/v1/transactions?type=fee', 'ledger_postings'],
  ['/v1/payment_links?status=paid&currency=COP', 'payment_links'],
  ['/v1/deposits?status=unmatched', 'deposits'],
  ['/v1/withdrawals?asset=MXNB', 'transfers'],
  ['/v1/conversions?asset=MXNB', 'transfers'],
  ['/v1/refunds?status=failed', 'transfers'],
  ['/v1/events?type=refund.failed', 'events'],
  ['/v1/events?order=asc&type=refund.failed', 'events'],
];

describe('slow lists', () => {
  let service: TestService;
  let account: TestAccount;
  let other: TestAccount;
  let link: Answer;
  /** Locks a table, so that reads of it hang. */
  let holder: pg.Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    other = await service.createAccount();
    link = await other.api.post('/v1/payment_links', { amount: '500', currency: 'MXNB', description: 'x' });
    holder = new pg.Client({ connectionString: service.database.url });
    await holder.connect();
  });
  afterEach(() => holder.query('rollback'));
  after(async () => {
    await holder?.end();
    await service?.close();
  });

  const hold = async (table: string): Promise<void> => {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
  };
  /** Requests lists one after another, each once the previous one hangs in the database. */
  const hang = async (path: string, ...apis: Client[]): Promise<Promise<Answer>[]> => {
    const lists: Promise<Answer>[] = [];
    const before = await hangingSelects();
    for (const api of apis) {
      lists.push(api.get(path));
      await until(async () => (await hangingSelects()) === before + lists.length, { what: 'the list hangs' });
    }
    return lists;
  };
  const hangingSelects = async (): Promise<number> =>
    (await findWaiting(service.database, '%limit $%')).length;
  const statusesOf = async (lists: Promise<Answer>[]): Promise<number[]> =>
    (await Promise.all(lists)).map(({ status }) => status);

  for (const [path, table] of LISTS) {
    it(`do not hold up other reads: GET ${path}`, async () => {
      await hold(table);
      const lists = await hang(path, account.api, account.api);
      const reads = ['/v1/webhook_endpoints', '/v1/qr_codes'];
      if (table !== 'payment_links') reads.push(`/v1/payment_links/${link.body.code}`, '/v1/payment_links');
      for (const read of reads) expect((await other.api.get(read)).status, read).to.equal(200);
      await holder.query('rollback');
      expect(await statusesOf(lists)).to.deep.equal([200, 200]);
    });
  }

  it('of one account take at most half of the slots, so that others are not refused', async () => {
    await hold('request_logs');
    const path = '/v1/request_logs';
    const lists = await hang(path, account.api, account.api);
    const third = await account.api.get(path);
    expectError(third, 429, 'rate_limit_exceeded');
    expect(third.headers.get('retry-after')).to.equal('1');
    expect(third.body.error.message).to.match(
      /^Only 2 long lists of an account can be read at the same time/,
    );
    lists.push(...(await hang(path, other.api, other.api)));
    const stranger = await service.createAccount();
    const overloaded = await stranger.api.get(path);
    expectError(overloaded, 429, 'rate_limit_exceeded');
    expect(overloaded.body.error.message).to.match(/^The service is overloaded/);
    await holder.query('rollback');
    expect(await statusesOf(lists)).to.deep.equal([200, 200, 200, 200]);
    expect((await stranger.api.get(path)).status).to.equal(200);
  });

  it('wait briefly for a slot, so that a page that requests several at once gets them all', async () => {
    const lists = Array.from({ length: 12 }, () => account.api.get('/v1/transactions?type=fee'));
    expect(await statusesOf(lists)).to.deep.equal(lists.map(() => 200));
  });
});
