import { expect } from 'chai';
import { postEntry } from '../../../src/ledger/post.ts';
import { money } from '../../../src/lib/money.ts';
import { arrival } from '../../ledger/entries.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { collectForWeeks, setTime } from '../overview/activity.ts';
import { join, type Person } from '../people.ts';
import { monthOf } from './month.ts';

describe('monthly statements in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let viewer: Person;

  before(async () => {
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'notices@payments.example' });
    account = await service.createAccount();
    await service.database.query(`update accounts set name = 'Café Azul' where id = $1`, [account.id]);
    await collectForWeeks(service, account, new Date('2031-06-15T12:00:00Z'));
    viewer = await join(service, account.id, 'viewer');
  });
  after(() => service?.close());

  const root = () => `/panel/accounts/${account.id}/statements`;
  const month = (query: string) => `${root()}/month?${query}`;

  it('say that a month is still in progress', async () => {
    const { text } = await viewer.visitor.get(month('month=2031-06&asset=USDC'));
    expect(text).to.contain('This month is still in progress').and.to.contain('Balance so far');
    expect(text).not.to.contain('Closing balance</th>');
  });

  it('are CSV between the opening and the closing balance', async () => {
    const { text, headers } = await viewer.visitor.get(`${root()}/csv?month=2031-05&asset=MXNB`);
    expect(headers.get('content-disposition')).to.equal('attachment; filename="statement-MXNB-2031-05.csv"');
    const [head = [], ...all] = text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','));
    // The withdrawals are not sent yet; test/panel/statements/outside.test.ts has more of such lines.
    const lines = all.filter((line) => !line.some((value) => /^(opening|closing)_pending$/.test(value)));
    const values = (line: string[] = [], ...names: string[]) => names.map((name) => line[head.indexOf(name)]);
    const balance = ['created_at', 'type', 'asset', 'amount', 'balance_after'];
    const { opening, closing, movements } = await monthOf(
      service,
      account.id,
      'MXNB',
      '2031-05-01',
      '2031-06-01',
    );
    expect(values(lines.at(0), ...balance)).to.deep.equal([
      '2031-05-01T00:00:00.000Z',
      'opening_balance',
      'MXNB',
      '',
      money(opening).toFixed(8),
    ]);
    expect(values(lines.at(-1), ...balance)).to.deep.equal([
      '2031-06-01T00:00:00.000Z',
      'closing_balance',
      'MXNB',
      '',
      money(closing).toFixed(8),
    ]);
    const amounts = lines.slice(1, -1).map((line) => money(values(line, 'amount')[0]!));
    expect(amounts).to.have.length(movements);
    expect(amounts.reduce((sum, amount) => sum.plus(amount), money(opening)).eq(money(closing))).to.equal(
      true,
    );
  });

  it('are not made for what is no month or asset', async () => {
    for (const query of [
      '',
      'month=2031-13&asset=MXNB',
      'month=2031-05&asset=%E2%82%AC',
      'month=x&asset=MXNB',
    ]) {
      for (const page of [month(query), `${root()}/csv?${query}`])
        expect((await viewer.visitor.get(page)).headers.get('location'), page).to.equal(root());
    }
    const nothing = await service.createAccount();
    const { visitor } = await join(service, nothing.id, 'viewer');
    expect((await visitor.get(`/panel/accounts/${nothing.id}/statements`)).text).to.contain(
      'No statements yet',
    );
  });

  it('of a long month are in parts, each with what was brought and carried forward', async () => {
    const long = await service.createAccount();
    await setTime(service, new Date('2031-07-02T00:00:00Z'));
    const { db } = service.foundation;
    for (let batch = 0; batch < 42; batch++) {
      await db.transaction((trx) => {
        for (let number = 0; number < 25; number++) postEntry(trx, arrival(long.id, 'MXNB', '0.00000003'));
        return Promise.resolve();
      });
    }
    const { visitor } = await join(service, long.id, 'viewer');
    const path = `/panel/accounts/${long.id}/statements/month?month=2031-07&asset=MXNB`;
    const first = (await visitor.get(path)).text;
    expect(first)
      .to.contain('Part 1 of 2')
      .and.to.contain('Carried forward')
      .and.not.to.contain('Brought forward');
    const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first) ?? [];
    const second = (await visitor.get(next.replaceAll('&amp;', '&'))).text;
    expect(second)
      .to.contain('Part 2 of 2')
      .and.to.contain('Brought forward')
      .and.not.to.contain('Carried forward');
    expect(second).to.match(/Brought forward<\/th>.*?0\.00003000<\/td>/s);
    expect((first + second).match(/<td class="reference"/g)).to.have.length(1050);
    const cursor = /cursor=[^"&]+/.exec(next)?.[0] ?? '';
    for (const forged of ['&part=2', '&part=2&cursor=x', `&part=3&${cursor}`])
      expect((await visitor.get(path + forged)).status, forged).to.equal(400);
  });
});
