import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { startFakeBridge, type FakeBridge } from '../../../scripts/fake-bridge/server.ts';
import { advance, methodOf, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { tell } from '../../deposits/take-backs.ts';
import { until } from '../../support/poll.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { newAccount, numberOf } from './bridge-rig.ts';

const NAME = 'CANARY TRADING LLC';

describe('money by Bridge, through the whole service', () => {
  let fake: FakeBridge;
  let service: TestService;
  let account: TestAccount;
  const written: string[] = [];
  const write = process.stderr.write.bind(process.stderr);

  before(async () => {
    process.stderr.write = (chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return true;
    };
    fake = await startFakeBridge({ settings: { stepMs: 10 } });
    service = await startService({
      ...{
        BRIDGE_API_KEY: fake.apiKey,
        BRIDGE_CUSTOMER_ID: fake.customerId,
        BRIDGE_WALLET_ID: fake.walletId,
      },
      ...{ BRIDGE_BASE_URL: fake.url, LOG_LEVEL: 'debug' },
    });
    await carryBy(service, 'bridge', 'WIRE');
    account = await service.createAccount();
    const created = await fetch(`${fake.url}/v0/webhooks`, {
      method: 'POST',
      headers: { 'Api-Key': fake.apiKey, 'Idempotency-Key': 'one' },
      body: JSON.stringify({
        ...{ url: `${service.baseUrl}/providers/bridge/notices`, event_epoch: 'webhook_creation' },
        event_categories: ['transfer'],
      }),
    });
    const { id } = (await created.json()) as { id: string };
    await fetch(`${fake.url}/v0/webhooks/${id}`, {
      ...{ method: 'PUT', headers: { 'Api-Key': fake.apiKey }, body: JSON.stringify({ status: 'active' }) },
    });
  });
  after(async () => {
    await service?.close();
    await fake?.close();
    process.stderr.write = write;
  });

  /** What Bridge has sent is taken in. */
  const told = async (): Promise<void> => {
    await fake.noticesAtRest();
    await runOut(service.workers.notices);
  };
  const settle = () =>
    until(
      async () => {
        await advance(service, 5);
        await runOut(service.workers.transfers);
        await told();
        const [row] = await service.database.query(
          'select count(*)::integer as count from transfers where due_at is not null',
        );
        return row?.['count'] === 0;
      },
      { what: 'all transfers are done' },
    );
  const available = async (): Promise<string | undefined> =>
    (await balancesOf(account))['USDC']?.split(' ')[0];
  const json = async (...args: string[]): Promise<any> => {
    const { stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return JSON.parse(stdout);
  };
  const readLink = async (code: string): Promise<any> =>
    (await account.api.get(`/v1/payment_links/${code}`)).body;
  const readWithdrawal = async (id: string): Promise<any> =>
    (await account.api.get(`/v1/withdrawals/${id}`)).body;
  const placeOf = async (amount = '1500'): Promise<{ code: string; instructions: any; due: string }> => {
    const request = { accepted_methods: ['WIRE'], amount, currency: 'USDC', description: 'Order' };
    const { body: link } = await account.api.post('/v1/payment_links', request);
    const { instructions, amount_due: due } = methodOf(await readLink(link.code), 'WIRE');
    return { code: link.code, instructions, due };
  };
  const pay = (message: string, amount: string, more: object = {}): string => {
    const paid = fake.control.pay({ message, amount, name: NAME, ...more });
    if ('sent_back' in paid) throw new Error(paid.sent_back);
    return paid.transfer_id;
  };
  const withdraw = async (amount: string) => {
    const destination = newAccount();
    const bank = destination.bank as { account_number: string; routing_number: string };
    const { id } = await json(
      ...['withdrawals', 'create', '--account', account.id, '--asset', 'USDC', '--amount', amount],
      ...['--method', 'WIRE', '--bank-account-number', bank.account_number],
      ...['--bank-routing-number', bank.routing_number, '--bank-account-name', 'Maria Perez'],
      ...['--holder-type', 'individual', '--holder-street', '123 Main St', '--holder-city', 'San Francisco'],
      ...['--holder-state', 'CA', '--holder-postal-code', '94102', '--holder-country', 'US'],
    );
    return { id: id as string, number: numberOf(destination) };
  };

  it('pays a link once Bridge has the money for good, however often it says so', async () => {
    const { code, instructions, due } = await placeOf();
    expect(instructions.bank.routing_number).to.equal('101019644');
    const id = pay(`INV 7 ${instructions.reference}`, due, { held: true });
    await told();
    expect((await readLink(code)).status).to.equal('processing');
    expect(await available()).to.equal(undefined);
    fake.control.settle({ id, state: 'payment_processed' });
    await told();
    await advance(service, 3_600);
    await runOut(service.workers.confirmations);
    await settle();
    await service.workers.statements.runOnce();
    await runOut(service.workers.rails);
    expect((await readLink(code)).status).to.equal('paid');
    expect(await available()).to.equal('1500.00000000');
    const deposits = await service.database.query('select provider_reference, payer from deposits');
    expect(deposits.map((one) => one['provider_reference'])).to.deep.equal([id]);
    expect(deposits[0]?.['payer']).to.include({ name: NAME });
  });

  it('is not paid by money that names no link, whatever its amount', async () => {
    const { code, due } = await placeOf('1777');
    expect(fake.control.pay({ message: 'INVOICE 7', amount: due })).to.have.property('sent_back');
    await told();
    expect((await readLink(code)).status).to.equal('active');
  });

  it('pays out, and gives the money back when the bank returns it days later', async () => {
    const { id, number } = await withdraw('500');
    await settle();
    const sent = await readWithdrawal(id);
    expect(sent.status).to.equal('completed');
    expect(fake.paidTo(number)).to.deep.equal(['500']);
    expect(await available()).to.equal('1000.00000000');

    fake.control.settle({ id: sent.provider_reference, state: 'returned' });
    fake.control.settle({ id: sent.provider_reference, state: 'refunded', reason: 'Account closed' });
    await told();
    await service.workers.statements.runOnce();
    const returned = await readWithdrawal(id);
    expect(returned).to.include({ status: 'returned', failure_reason: 'ACCOUNT_CLOSED' });
    expect(await available()).to.equal('1500.00000000');
  });

  it('takes a reversed payment out of what the account was credited for it', async () => {
    const before = await available();
    const { code, instructions, due } = await placeOf('200');
    const id = pay(instructions.reference, due, { held: true });
    await told();
    fake.control.settle({ id, state: 'payment_processed' });
    await told();
    await advance(service, 3_600);
    await runOut(service.workers.confirmations);
    expect((await readLink(code)).status).to.equal('paid');
    fake.control.settle({ id, state: 'refunded' });
    const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
    const bridge = service.foundation.providers.get('bridge');
    const page = await bridge.listStatement({ ...period, after: undefined }, AbortSignal.timeout(10_000));
    const line = page.lines.find(({ kind }) => kind === 'taken_back');
    if (line?.kind !== 'taken_back') throw new Error('the statement does not tell that it was sent back');
    await tell(service, { type: 'taken_back', takenBack: line.takenBack }, 'bridge');
    const { data } = await json('deposits', 'taken-back', '--account', account.id);
    expect(data[0]).to.include({ asset: 'USD', amount: '200.00000000', owed: '0.00000000' });
    expect(await available()).to.equal(before);
  });

  it('agrees with the wallet in the end, and has nothing of a payer in its logs', async () => {
    const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
    const { db, providers } = service.foundation;
    const [bridge] = (await reconcile(db, [providers.get('bridge')], period)).providers;
    expect(bridge!.differences).to.deep.equal([]);
    expect(bridge!.matched).to.be.at.least(3);
    expect((await db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    const logs = written.join('');
    for (const canary of [NAME, fake.apiKey]) expect(logs).to.not.include(canary);
  });

  const payouts: {
    what: string;
    amount?: string;
    refundsMoney?: boolean;
    returnFee?: string;
    news: string[];
  }[] = [
    { what: 'agrees with a payout that Bridge sent back', news: [] },
    {
      ...{ what: 'shows a payout that Bridge calls refunded, and whose money never came back' },
      ...{ refundsMoney: false, news: ['pay_out -100.00000000 USD'] },
    },
    {
      ...{ what: 'shows both ways of one of which next to nothing came back', amount: '300' },
      ...{ returnFee: '299.99', news: ['pay_out -300.00000000 USD', 'deposit 0.01000000 USD'] },
    },
  ];
  for (const { what, amount = '100', refundsMoney = true, returnFee = '0', news } of payouts) {
    it(`${what}, in reconcile`, async () => {
      const period = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
      const { db, providers } = service.foundation;
      const missing = async (): Promise<string[]> => {
        const [bridge] = (await reconcile(db, [providers.get('bridge')], period)).providers;
        return bridge!.differences.map(({ problem, kind, theirs }) => {
          expect(problem).to.equal('missing_here');
          return `${kind} ${theirs}`;
        });
      };
      const before = await missing();
      fake.control.set({ refundsMoney, returnFee });
      fake.control.fates({ fates: [{ end: 'refunded', reason: 'No account' }] });
      const { id } = await withdraw(amount);
      await settle();
      expect(await readWithdrawal(id)).to.include({ status: 'failed' });
      expect(await available()).to.equal('1500.00000000');
      expect(await missing()).to.deep.equal([...before, ...news]);
    });
  }
});
