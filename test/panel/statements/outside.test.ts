import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { readStatementFile, refusalOf } from '../../../src/methods/providers/bank/files/index.ts';
import { money, ZERO, type Money } from '../../../src/lib/money.ts';
import { createLink, pay, runToRest } from '../../payment-links/links.ts';
import { readPdf } from '../../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { refundDeposit } from '../../transfers/rig.ts';
import { withdraw } from '../../transfers/started.ts';
import { setTime } from '../overview/activity.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe('the statement of a month in which money is held', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;
  let finance: Person;
  /** What a bank's own books would say, from what payers sent and what was sent back or out. */
  let atBank: Money;
  const ends: Record<string, Money> = {};

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    atBank = ZERO;
    await march();
    ends['2031-03'] = atBank;
    await april();
    ends['2031-04'] = atBank;
    await setTime(service, new Date('2031-05-10T12:00:00Z'));
    finance = await join(service, account.id, 'finance');
  });
  after(() => service?.close());

  const on = (day: string) => setTime(service, new Date(`${day}T12:00:00Z`));
  /** Returns the deposit's id. */
  const receive = async (due: string, sent = due): Promise<string> => {
    const { code } = await createLink(account.api, { amount: due, accepted_methods: ['SPEI'] });
    const { body } = await pay(account.api, code, { method: 'SPEI', amount: sent });
    atBank = atBank.plus(sent);
    return body.id;
  };
  const decide = async (id: string, what: string, form: Record<string, string> = {}): Promise<void> => {
    const { visitor } = await join(service, account.id, 'owner');
    const path = `/panel/accounts/${account.id}/deposits/${id}/${what}`;
    const { headers } = await visitor.post(path, { once: randomUUID(), ...form });
    expect(headers.get('location'), what).to.match(/flash=/);
  };

  let heldInMarch: string[];

  const march = async (): Promise<void> => {
    await on('2031-03-10');
    await receive('1500.5');
    heldInMarch = [await receive('1000', '999.99'), await receive('200', '75.25')];
  };
  const april = async (): Promise<void> => {
    const [toBeAccepted = '', toBeRefunded = ''] = heldInMarch;
    await on('2031-04-02');
    await decide(toBeAccepted, 'accept-as-payment', { received: '999.99000000' });
    await receive('300');
    await on('2031-04-11');
    await receive('180', '12.34');
    await decide(await receive('150', '149.5'), 'accept');
    await refundDeposit(service, toBeRefunded);
    await runToRest(service);
    atBank = atBank.minus('75.25');
    await on('2031-04-29');
    // Reserved, but not sent before the month has ended.
    await withdraw(account, '100');
  };

  const get = (what: string, month: string, asset: string) =>
    finance.visitor.get(`/panel/accounts/${account.id}/statements/${what}?month=${month}&asset=${asset}`);
  const linesOf = async (month: string, asset: string): Promise<string[][]> => {
    const { text } = await get('csv', month, asset);
    const [head = [], ...lines] = text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const columns = ['type', 'asset', 'balance_after'].map((name) => head.indexOf(name));
    return lines.map((line) => columns.map((column) => line[column] ?? ''));
  };

  it('ties to the bank: the balances and what is outside them are what the bank has', async () => {
    for (const [month, asset] of [
      ['2031-03', 'MXNB'],
      ['2031-04', 'MXNB'],
      ['2031-04', 'MXN'],
    ] as const) {
      const page = readable((await get('month', month, asset)).text);
      const [, , closing = ''] = /Balance and what is outside it ([\d,.]+) ([\d,.]+)/.exec(page) ?? [];
      expect(closing.replaceAll(',', ''), `${asset} in ${month}`).to.equal(ends[month]!.toFixed(2));
    }
  });

  it('has the same sum in its file', async () => {
    for (const [month, end] of Object.entries(ends)) {
      const balances = (await linesOf(month, 'MXN')).filter(([type]) => type === 'closing_balance');
      const lines = [...balances, ...(await linesOf(month, 'MXNB'))];
      const closing = lines.filter(([type = '']) => type.startsWith('closing_'));
      const sum = closing.reduce((total, [, , amount = '0']) => total.plus(money(amount)), ZERO);
      expect(sum.toFixed(2), month).to.equal(end.toFixed(2));
    }
  });

  it('begins with what was held at the end of the month before', async () => {
    const outside = (lines: string[][], when: string) =>
      lines
        .filter(([type = '']) => type.startsWith(when) && !type.endsWith('_balance'))
        .map(([type = '', ...rest]) => [type.replace(when, ''), ...rest]);
    const before = outside(await linesOf('2031-03', 'MXN'), 'closing_');
    expect(before).to.deep.equal([['unmatched', 'MXN', '1075.24000000']]);
    expect(outside(await linesOf('2031-04', 'MXN'), 'opening_')).to.deep.equal(before);
    expect(outside(await linesOf('2031-04', 'MXN'), 'closing_')).to.deep.equal([
      ['unmatched', 'MXN', '12.34000000'],
      ['pending', 'MXNB', '100.00000000'],
    ]);
  });

  it('says so on the page, in the PDF and in camt.053', async () => {
    const page = readable((await get('month', '2031-04', 'MXN')).text);
    expect(page).to.match(/Outside the balance.*Unmatched deposits \(MXN\).*1,075\.24.*12\.34/);
    const pdf = readPdf((await get('pdf', '2031-04', 'MXN')).bytes).join('\n');
    expect(pdf).to.match(/Outside the balance[\s\S]*Unmatched deposits \(MXN\) 1,075\.24 12\.34/);
    const camt = await get('camt', '2031-04', 'MXN');
    expect(camt.text).to.contain(
      '<Prtry>CLOSING_OUTSIDE_BALANCE</Prtry></CdOrPrtry></Tp><Amt Ccy="MXN">112.34</Amt>',
    );
    const file = readStatementFile(camt.bytes, {});
    expect(refusalOf(file)).to.equal(undefined);
    expect(file.statements[0]).to.include({ ties: true });
  });

  it('is of the asset at par, as long as the account has no balance in what is held', async () => {
    const shop = await service.createAccount();
    const { code } = await createLink(shop.api, { amount: '100', accepted_methods: ['SPEI'] });
    const list = async () => {
      const { visitor } = await join(service, shop.id, 'viewer');
      return readable((await visitor.get(`/panel/accounts/${shop.id}/statements`)).text);
    };
    await pay(shop.api, code, { method: 'SPEI', amount: '40' });
    expect(await list()).to.match(/May 2031.*MXN(?!B)/);
    await pay(shop.api, code, { method: 'SPEI' });
    expect(await list())
      .to.match(/May 2031.*MXNB/)
      .and.not.match(/MXN(?!B)/);
    const { visitor } = await join(service, shop.id, 'viewer');
    const path = `/panel/accounts/${shop.id}/statements/month?month=2031-05&asset=MXNB`;
    expect(readable((await visitor.get(path)).text)).to.match(/Unmatched deposits \(MXN\).*40\.00/);
  });
});
