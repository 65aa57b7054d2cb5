import { expect } from 'chai';
import { startFakeMono, type FakeMono } from '../../../scripts/fake-mono/server.ts';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { advance, createLink, DAY_S, methodOf, readLink, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { startWithdrawal } from '../../transfers/started.ts';
import { variablesOf } from './rig.ts';

const NAME = 'CANARY PAYER';

describe('money by Bre-B at Mono, through the whole service', () => {
  let fake: FakeMono;
  let service: TestService;
  let account: TestAccount;
  const written: string[] = [];
  const write = process.stderr.write.bind(process.stderr);

  before(async () => {
    process.stderr.write = (chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return true;
    };
    fake = await startFakeMono({ balance: '50000000', settings: { callsPerSecond: 1_000 } });
    service = await startService({ ...variablesOf(fake), LOG_LEVEL: 'debug' });
    await carryBy(service, 'mono', 'BREB');
    account = await service.createAccount();
    fake.control.set({ notices: { url: `${service.baseUrl}/providers/mono/notices`, attempts: 3 } });
    // The statement is read from here on.
    await runOut(service.workers.statements);
  });
  after(async () => {
    await service?.close();
    await fake?.close();
    process.stderr.write = write;
  });

  const told = async (): Promise<void> => {
    await fake.noticesAtRest();
    await runOut(service.workers.notices);
  };
  const openLink = async (fields: object = {}): Promise<any> => {
    const { code } = await createLink(account.api, {
      accepted_methods: ['BREB'],
      currency: 'COP',
      ...fields,
    });
    let link: any;
    await until(
      async () => {
        await runOut(service.workers.quotes);
        link = await readLink(account.api, code);
        if (methodOf(link, 'BREB').instructions.reference !== undefined) return true;
        await advance(service, 61);
        return false;
      },
      { what: 'the link has a key' },
    );
    return link;
  };
  const keyOf = (link: any): string => methodOf(link, 'BREB').instructions.reference;
  const pay = (link: any, amount: string = methodOf(link, 'BREB').amount_due): any =>
    fake.control.pay({ key: keyOf(link), amount: money(amount).toFixed(2), name: NAME });
  const statusOf = async (link: any): Promise<string> => (await readLink(account.api, link.code)).status;
  const available = async (): Promise<string> => (await balancesOf(account))['COP']?.split(' ')[0] ?? '0';

  const payOut = async (amount: string, key: string): Promise<string> => {
    const { foundation } = service;
    const request = {
      ...{ accountId: account.id, asset: 'COP', amount: money(amount), method: 'BREB', requestId: null },
      destination: { brebKey: key },
    };
    return (await foundation.db.transaction((trx) => startWithdrawal(foundation, trx, request))).id;
  };
  const settle = () =>
    until(
      async () => {
        await advance(service, 5);
        await runOut(service.workers.transfers);
        const open = await service.database.query('select 1 from transfers where due_at is not null');
        return open.length === 0;
      },
      { what: 'all transfers have ended' },
    );
  const transferOf = async (id: string): Promise<any> =>
    (await service.database.query('select * from transfers where id = $1', [id]))[0];

  it('shows a link’s key, and pays the link once, however often it is told', async () => {
    fake.control.set({ notices: { doubled: 1, forged: 0.5 } });
    const link = await openLink({ amount: '120000' });
    const { instructions } = methodOf(link, 'BREB');
    expect(instructions.bank).to.deep.equal({ name: 'Bre-B' });
    expect(instructions.reference).to.match(/^@MONO/);
    expect(instructions.qr).to.be.a('string');
    pay(link);
    await told();
    fake.control.replay();
    await told();
    fake.control.set({ notices: { doubled: 0, forged: 0 } });
    expect(await statusOf(link)).to.equal('paid');
    expect(await available()).to.equal('120000.00000000');
    const deposits = await service.database.query('select status, payer from deposits');
    expect(deposits).to.have.length(1);
    expect(deposits[0]?.['payer']).to.include({ name: NAME, document_number: '1020304050' });
  });

  it('pays a link without any webhook, by the statement', async () => {
    fake.control.set({ notices: { lost: 1 } });
    const link = await openLink({ amount: '80000.5' });
    pay(link);
    await advance(service, 180);
    await runOut(service.workers.statements);
    fake.control.set({ notices: { lost: 0 } });
    expect(await statusOf(link)).to.equal('paid');
  });

  it('shows a link as calculating while its key is registered, and then its key', async () => {
    fake.control.set({ readyMs: 2_500 });
    const { code } = await createLink(account.api, {
      accepted_methods: ['BREB'],
      currency: 'COP',
      amount: '7777',
    });
    expect(methodOf(await readLink(account.api, code), 'BREB').quote_status).to.equal('calculating');
    await until(
      async () => {
        await advance(service, 61);
        await runOut(service.workers.quotes);
        return methodOf(await readLink(account.api, code), 'BREB').quote_status !== 'calculating';
      },
      { what: 'the key is there' },
    );
    fake.control.set({ readyMs: 50 });
    const made = fake.control
      .state()
      .collections.filter((one: any) => one.total_minimum_amount.amount === 777_700);
    expect(made).to.have.length(1);
  });

  it('turns away what a link does not wait for any more, once its link is cancelled', async () => {
    const link = await openLink({ amount: '9000' });
    expect((await account.api.post(`/v1/payment_links/${link.code}/cancel`)).status).to.equal(200);
    await service.database.query(
      `update mono_collections set due_at = now(), issued_at = issued_at - interval '1 hour'`,
    );
    await runOut(service.workers.rails);
    const { id } = pay(link);
    const { state } = fake.control.state().attempts.find((one) => one.id === id) as any;
    expect(state).to.equal('rejected');
    const open = await openLink({ amount: '9100' });
    await service.database.query(
      `update mono_collections set due_at = now(), issued_at = issued_at - interval '1 hour' where due_at is not null`,
    );
    await runOut(service.workers.rails);
    pay(open);
    await told();
    expect(await statusOf(open)).to.equal('paid');
  });

  it('pays out to a key, and gives the money back when that fails or is reversed days later', async () => {
    const before = money(await available());
    const paid = await payOut('10000', '@CANARYgood');
    await settle();
    expect(await transferOf(paid)).to.include({ status: 'settled' });
    expect(money(await available()).toFixed()).to.equal(before.minus('10000').toFixed());

    fake.control.transferFates({ fates: [{ end: 'failed', reason: 'key_not_found' }] });
    const failed = await payOut('20000', '@CANARYnone');
    await settle();
    expect(await transferOf(failed)).to.include({ status: 'failed', failure_reason: 'INVALID_DESTINATION' });
    expect(money(await available()).toFixed()).to.equal(before.minus('10000').toFixed());

    const { provider_reference: id } = await transferOf(paid);
    fake.control.moveTransfer({ id, state: 'reversed' });
    await service.database.query('update rail_orders set watch_at = now() where watch_at is not null');
    await runOut(service.workers.rails);
    expect(await transferOf(paid)).to.include({ status: 'returned', failure_reason: 'RETURNED' });
    expect(money(await available()).toFixed()).to.equal(before.toFixed());
  });

  it('sends money once when the answer is lost and the process asks again', async () => {
    fake.control.fault({ kind: 'lost', acts: true, on: 'POST /api/v1/outgoing_transfers' });
    const id = await payOut('15000', '@CANARYlost');
    await settle();
    expect(await transferOf(id)).to.include({ status: 'settled' });
    const sent = fake.control.state().transfers.filter((one: any) => one.query.value === '@CANARYlost');
    expect(sent).to.have.length(1);
  });

  it('leaves all books whole, ours and theirs, and both agree', async () => {
    await advance(service, DAY_S);
    expect((await service.foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    const { db, providers } = service.foundation;
    const period = {
      from: new Date(Date.now() - DAY_S * 1_000),
      to: new Date(Date.now() + DAY_S * 1_000),
    };
    const [mono] = (await reconcile(db, [providers.get('mono')], period)).providers;
    expect(mono!.differences).to.deep.equal([]);
    expect(mono!.matched).to.be.at.least(5);
  });

  it('leaves no secret, key or name in the logs', () => {
    const logs = written.join('');
    expect(logs).to.include('provider notice refused');
    for (const canary of ['CANARY', '@MONO', fake.client.secret, fake.webhookSecret])
      expect(logs).to.not.include(canary);
  });
});
