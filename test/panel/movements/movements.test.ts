import { expect } from 'chai';
import { money, type Money } from '../../../src/lib/money.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { collectForWeeks, createLink } from '../overview/activity.ts';
import { join, type Person } from '../people.ts';

describe('the movements in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let viewer: Person;
  let code: string;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    code = await createLink(account, {}, 'SPEI');
    viewer = await join(service, account.id, 'viewer');
  });
  after(() => service?.close());

  const movements = (query = '') => `/panel/accounts/${account.id}/movements${query}`;
  const csv = async (query = '') => {
    const answer = await viewer.visitor.get(`/panel/accounts/${account.id}/movements/csv${query}`);
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    return answer.text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1);
  };
  const listed = async (query: string) =>
    (await account.api.get(`/v1/transactions?limit=100&${query}`)).body.data as any[];

  it('are exported with the same filters, newest first, as the API lists them', async () => {
    const [head, ...lines] = await csv('?asset=MXNB&type=withdrawal&from=2031-05-20&until=2031-06-10');
    expect(head).to.equal(
      'created_at,local_time,type,description,reference,payer,method,asset,amount,fee,net,balance_after,tracking_key,other_account,other_bank,exchanged_amount,exchanged_asset,exchange_shortfall,source_object,source_id,payment_link_code,request_id,id',
    );
    const rows = await listed(
      'asset=MXNB&type=withdrawal&created_after=2031-05-20T00:00:00Z&created_before=2031-06-10T23:59:59.999Z',
    );
    const names = head!.split(',');
    const values = (line: string, ...columns: string[]) =>
      columns.map((column) => line.split(',')[names.indexOf(column)]);
    expect(
      lines.map((line) => values(line, 'created_at', 'type', 'asset', 'amount', 'balance_after')),
    ).to.deep.equal(rows.map((row) => [row.created_at, row.type, row.asset, row.amount, row.balance_after]));
    expect(lines.length).to.be.greaterThan(2);
    expect(await csv(`?link=${code.toLowerCase()}`)).to.have.length(2);
  });

  it('say what was paid, by whom, how, and what is left of it', async () => {
    const shop = await service.createAccount();
    await service.database.query(`update payment_methods set fee_rate = 0.015 where method = 'SPEI'`);
    const { body: link } = await shop.api.post('/v1/payment_links', {
      amount: '1000',
      currency: 'MXNB',
      description: 'Mesa de roble',
      reference: 'F-2031-7',
      metadata: { order_id: '=1+1', store: 'Reforma', __proto__x: 'y' },
    });
    await shop.api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, { method: 'SPEI' });
    const { visitor } = await join(service, shop.id, 'finance');
    const page = `/panel/accounts/${shop.id}/movements`;
    const { text } = await visitor.get(page);
    expect(text).to.contain('Mesa de roble').and.to.contain('F-2031-7').and.to.contain('SPEI');
    expect(text).to.contain('name="metadata" value="order_id"');

    const file = await visitor.get(
      `${page}/csv?type=payment&metadata=order_id&metadata=constructor&metadata=`,
    );
    const [head, line, ...others] = file.text.split('\r\n').map((one) => one.split(','));
    expect(others).to.have.length(1);
    const row = Object.fromEntries(head!.map((name, index) => [name, line![index]]));
    const [fee] = (await shop.api.get('/v1/transactions?type=fee')).body.data as any[];
    expect(row).to.include({
      description: 'Mesa de roble',
      reference: 'F-2031-7',
      method: 'SPEI',
      amount: '1000.00000000',
      fee: fee.amount.slice(1),
      net: money('1000').plus(fee.amount).toFixed(8),
      payment_link_code: link.code,
      'metadata.order_id': "'=1+1",
      'metadata.constructor': '',
    });
    expect(row.payer).to.match(/.+/);
    expect(head).not.to.include('metadata.store').and.not.to.include('metadata.');
    const [feeLine] = (await visitor.get(`${page}/csv?type=fee`)).text.split('\r\n').slice(1);
    expect(feeLine).to.contain(',fee,Mesa de roble,F-2031-7,').and.to.contain(`,${fee.amount},,,`);
  });

  it('are summed by asset, of all that the filters select', async () => {
    const { text } = await viewer.visitor.get(movements('?asset=MXNB&from=2031-05-20&until=2031-06-10'));
    const all = await listed(
      'asset=MXNB&created_after=2031-05-20T00:00:00Z&created_before=2031-06-10T23:59:59.999Z',
    );
    const sum = (some: any[]) => some.reduce((total, { amount }) => total.plus(amount), money('0')) as Money;
    const [moneyIn, moneyOut] = [
      sum(all.filter(({ amount }) => !amount.startsWith('-'))),
      sum(all.filter(({ amount }) => amount.startsWith('-'))),
    ];
    const [, foot = ''] = text.split('<h2>Totals</h2>');
    const cells = [...foot.matchAll(/<td class="number[^"]*"[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) =>
      money(cell.replaceAll(',', '').replace('−', '-')).toFixed(8),
    );
    expect(cells).to.deep.equal(
      [money(String(all.length)), moneyIn, moneyOut, moneyIn.plus(moneyOut)].map((one) => one.toFixed(8)),
    );
  });

  it('lead whoever may read it to a withdrawal', async () => {
    const withdrawal = /<a href="[^"]*\/withdrawals\/[0-9a-f-]{36}"/;
    expect((await viewer.visitor.get(movements('?type=withdrawal'))).text).to.match(withdrawal);
    const developer = await join(service, account.id, 'developer');
    const { text } = await developer.visitor.get(movements('?type=withdrawal'));
    expect(text).to.contain('Withdrawal').and.not.to.match(withdrawal);
  });

  it('take what is not a filter for none', async () => {
    const strange = '?asset=%E2%82%AC&type=constructor&from=2031-13-40&until=x&link=PL';
    expect(await csv(strange)).to.have.length((await csv()).length);
  });
});
