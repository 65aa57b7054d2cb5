import { expect } from 'chai';
import { createLink, pay, runToRest } from './payment-links/links.ts';
import { until } from './support/poll.ts';
import { startService, type TestAccount, type TestService } from './support/service.ts';

describe('the request id that created a link', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    await service.database.query('update payment_methods set fee_fixed = 1');
    account = await service.createAccount();
  });
  after(() => service?.close());

  /** Everything that carries the request id, by kind. */
  const carriers = async (requestId: string) => {
    const rows = await service.database.query(
      `select 'event ' || type as what from events where request_id = $1
        union all select 'deposit ' || status from deposits where request_id = $1
        union all select 'entry ' || type from ledger_entries where request_id = $1
        union all select 'transfer ' || kind from transfers where request_id = $1
        union all select 'link' from payment_links where request_id = $1
        order by what`,
      [requestId],
    );
    return rows.map(({ what }) => what);
  };
  const create = async (): Promise<{ requestId: string; code: string }> => {
    const request = { amount: '20000', currency: 'MXNB', description: 'x' };
    const answer = await account.api.post('/v1/payment_links', request);
    return { requestId: String(answer.headers.get('x-request-id')), code: answer.body.code };
  };

  it("is in the call's log entry, and in the API's view of everything that followed", async () => {
    const { requestId, code } = await create();
    await pay(account.api, code, { method: 'SPEI', scenario: 'under' });
    await pay(account.api, code, { method: 'USDC' });
    await runToRest(service);
    const isLogged = async () => (await account.api.get(`/v1/request_logs/${requestId}`)).status === 200;
    await until(isLogged, { what: 'the call is logged' });
    const { body: entry } = await account.api.get(`/v1/request_logs/${requestId}`);
    expect(entry).to.include({ method: 'POST', path: '/v1/payment_links', status: 201 });

    for (const list of ['transactions', 'deposits', 'conversions']) {
      const { data } = (await account.api.get(`/v1/${list}?payment_link_code=${code}`)).body;
      expect(data, list).to.have.length.of.at.least(1);
      for (const item of data) expect(item.request_id, list).to.equal(requestId);
    }
  });

  it('is carried by everything that follows from the call, and nothing else', async () => {
    const { requestId, code } = await create();
    const other = await createLink(account.api);
    await pay(account.api, other.code, { method: 'SPEI' });
    await service.changeAccount(account.id, { autoRefund: true });
    await pay(account.api, code, { method: 'SPEI', scenario: 'over' });
    await pay(account.api, code, { method: 'USDC', scenario: 'seen_then_confirmed' });
    await runToRest(service);
    expect(await carriers(requestId)).to.deep.equal([
      'deposit credited',
      'deposit refunded',
      'entry fee',
      'entry payment',
      'entry payment_received',
      'entry unmatched_deposit',
      'entry unmatched_refund',
      'event balance.updated',
      'event balance.updated',
      'event conversion.completed',
      'event deposit.completed',
      'event deposit.failed',
      'event payment_link.paid',
      'event refund.completed',
      'link',
      'transfer payment_conversion',
      'transfer refund',
    ]);
  });
});
