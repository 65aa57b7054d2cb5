import { expect } from 'chai';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod } from '../../../src/methods/catalogue.ts';
import { startFakeBitso, type FakeBitso } from '../../../scripts/fake-bitso/server.ts';
import { eventsOf } from '../../events/events.ts';
import { advance, createLink, DAY_S, methodOf, readLink, runOut } from '../../payment-links/links.ts';
import { recordLog, requireDiscreet, workersLoggingTo } from '../../provider-notices/rig.ts';
import { until } from '../../support/poll.ts';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { clabeOf } from './money/money-rig.ts';

const PAYER_CLABE = clabeOf(77);

describe('money by Bitso and Juno, through the whole service', () => {
  let fake: FakeBitso;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    fake = await startFakeBitso({
      settings: {
        ...{ requestsPerMinute: 10_000, pendingMs: 10, processingMs: 10 },
        ...{ conversionMs: 10, mintMs: 10 },
      },
    });
    fake.control.credit({ amount: '100000' });
    service = await startService({
      ...{ BITSO_API_KEY: fake.bitso.key, BITSO_API_SECRET: fake.bitso.secret, BITSO_BASE_URL: fake.url },
      ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret, JUNO_BASE_URL: fake.url },
    });
    await service.foundation.db.transaction((trx) =>
      changeMethod(trx, 'SPEI', { provider: 'bitso', maxSlippage: money('0.1') }),
    );
    account = await service.createAccount();
  });
  after(async () => {
    await service?.close();
    await fake?.close();
  });

  const tell = async (event: string, payload: unknown): Promise<void> => {
    const { headers, body } = fake.control.notice({ event, payload });
    const response = await fetch(`${service.baseUrl}/providers/bitso/notices`, {
      method: 'POST',
      headers,
      body,
    });
    expect(response.status).to.equal(200);
    await runOut(service.workers.notices);
  };
  const tellFunding = (fid: string): Promise<void> =>
    tell(
      'funding',
      fake.control.state().fundings.find((one) => one.fid === fid),
    );
  const payLink = async (fields: object): Promise<any> => {
    const link = await createLink(account.api, {
      accepted_methods: ['SPEI'],
      payer_name: 'Juana',
      ...fields,
    });
    const { amount_due, instructions } = methodOf(link, 'SPEI');
    const paid = fake.control.pay({
      ...{ receiver_clabe: instructions.clabe, amount: amount_due },
      ...{ sender_clabe: PAYER_CLABE, sender_name: 'JUANA INES' },
    });
    if (!paid.credited || paid.fid === null) throw new Error(JSON.stringify(paid));
    await tellFunding(paid.fid);
    return link;
  };
  /** Lets the workers ask until nothing is under way. */
  const settle = () =>
    until(
      async () => {
        await advance(service, 5);
        await runOut(service.workers.transfers);
        const [row] = await service.database.query(
          'select count(*)::integer as count from transfers where due_at is not null',
        );
        return row?.['count'] === 0;
      },
      { what: 'all transfers are done' },
    );
  const json = async (...args: string[]): Promise<any> => {
    const { stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    return JSON.parse(stdout);
  };
  const read = async (path: string): Promise<any> => (await account.api.get(path)).body;
  const available = async (asset: string): Promise<string | undefined> =>
    (await balancesOf(account))[asset]?.split(' ')[0];
  const sent = (wid: string) => fake.control.state().withdrawals.find((one) => one.wid === wid)!;
  const withdraw = (amount: string, clabe: string) =>
    json(
      ...['withdrawals', 'create', '--account', account.id, '--asset', 'MXN', '--amount', amount],
      ...['--method', 'SPEI', '--clabe', clabe, '--beneficiary', 'Acme S.A.'],
    );

  it('credits a link in MXNB once Juno has issued what was paid in pesos', async () => {
    fake.control.set({ mintMs: 500 });
    const link = await payLink({ amount: '5000', currency: 'MXNB' });
    expect((await readLink(account.api, link.code)).status).to.equal('processing');
    expect(await available('MXNB')).to.equal(undefined);
    await runOut(service.workers.transfers);
    expect((await readLink(account.api, link.code)).status).to.equal('processing');
    await settle();
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
    expect(await available('MXNB')).to.equal('5000.00000000');
    expect(fake.control.state().mxnb).to.equal('5000');
    fake.control.set({ mintMs: 10 });
  });

  it('holds what was paid for a link in MXNB when Juno issues nothing and the pesos come back', async () => {
    const before = await available('MXNB');
    fake.control.set({ mintFails: true, mintReturn: 'return' });
    const link = await payLink({ amount: '4321', currency: 'MXNB' });
    await until(
      async () => {
        await advance(service, 5);
        await runOut(service.workers.transfers);
        return fake.control.state().fundings.some(({ details }) => details['origin_wid'] !== undefined);
      },
      { what: 'the pesos are back at Bitso' },
    );
    const [{ fid }] = fake.control
      .state()
      .fundings.filter(({ details }) => details['origin_wid'] !== undefined) as any;
    await tellFunding(fid);
    await tellFunding(fid);
    fake.control.set({ mintFails: false });
    expect((await readLink(account.api, link.code)).status).to.equal('active');
    const [deposit, ...others] = (await json('deposits', 'unmatched', '--account', account.id)).data;
    expect(others).to.deep.equal([]);
    expect(deposit).to.include({ asset: 'MXN', unmatched_reason: 'CONVERSION_FAILED' });
    const { data } = await read('/v1/conversions');
    expect(data.find((one: any) => one.payment_link_code === link.code)).to.include({
      status: 'failed',
      failure_reason: 'PROVIDER_REFUSED',
    });
    expect((await read('/v1/conversions?status=failed')).data).to.have.length(1);
    expect((await read('/v1/conversions?status=returned')).data).to.deep.equal([]);
    expect(await available('MXNB')).to.equal(before);
    expect(await json('transfers', 'stuck')).to.deep.equal({ data: [] });
    await json('deposits', 'refund', deposit.id);
    await settle();
    expect((await json('deposits', 'unmatched', '--account', account.id)).data).to.deep.equal([]);
  });

  it('credits a link in USDC whatever the exchange brings, and shows what it cost', async () => {
    const link = await payLink({ amount: '1500', currency: 'USDC' });
    fake.control.set({ rates: { USDC: '19.50' } });
    const { exposure } = await json('fx', 'report');
    expect(exposure).to.have.length(1);
    expect(exposure[0]).to.include({ from_asset: 'MXN', to_asset: 'USDC', payments: 1 });
    await settle();
    fake.control.set({ rates: { USDC: '18.49' } });
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
    expect(await available('USDC')).to.equal('1500.00000000');
    const { exposure: left, results } = await json('fx', 'report');
    expect(left).to.deep.equal([]);
    expect(results).to.have.length(1);
    // Dollars became 5.5 % dearer.
    expect(Number(results[0].result)).to.be.within(-85, -70);
  });

  it('pays out pesos that were redeemed from MXNB', async () => {
    const convert = ['conversions', 'create', '--account', account.id, '--from', 'MXNB', '--to', 'MXN'];
    await json(...convert, '--amount', '2000');
    await settle();
    expect(await available('MXNB')).to.equal('3000.00000000');
    expect(await available('MXN')).to.equal('2000.00000000');
    const clabe = clabeOf(1);
    const { id } = await withdraw('500', clabe);
    await settle();
    const withdrawal = await read(`/v1/withdrawals/${id}`);
    expect(withdrawal.status).to.equal('completed');
    expect(sent(withdrawal.provider_reference).details).to.include({
      ...{ beneficiary_clabe: clabe, beneficiary_name: 'Acme S.A.' },
    });
  });

  it('gives the money back when a completed payout returns days later', async () => {
    const before = await available('MXN');
    const { id } = await withdraw('400', clabeOf(2));
    await settle();
    const { status, provider_reference: wid } = await read(`/v1/withdrawals/${id}`);
    expect(status).to.equal('completed');
    expect(
      money((await available('MXN')) ?? '')
        .plus('400')
        .toFixed(8),
    ).to.equal(before);

    await advance(service, 3 * DAY_S);
    const { fid } = fake.control.reverseWithdrawal({ wid });
    await tellFunding(fid);
    await tellFunding(fid);
    const returned = await read(`/v1/withdrawals/${id}`);
    expect(returned).to.include({ status: 'returned', failure_reason: 'ACCOUNT_CLOSED' });
    expect(returned.returned_at).to.be.a('string');
    expect(await available('MXN')).to.equal(before);
    const failed = (await eventsOf(service, account.id)).filter(({ type }) => type === 'withdrawal.failed');
    expect(failed.map(({ data }) => (data as any).withdrawal_id)).to.deep.equal([id]);
    expect((await read('/v1/deposits')).data.map((one: any) => one.provider_reference)).to.not.include(fid);
  });

  it('gives the money back at once when a payout fails', async () => {
    const before = await available('MXN');
    fake.control.withdrawalFates({
      fates: [{ end: 'fail', reason: 'Cuenta cancelada (Cancelled Account)' }],
    });
    const { id } = await withdraw('300', clabeOf(3));
    await settle();
    expect(await read(`/v1/withdrawals/${id}`)).to.include({
      ...{ status: 'failed', failure_reason: 'ACCOUNT_CLOSED' },
      failure_message: 'Cuenta cancelada (Cancelled Account)',
    });
    expect(await available('MXN')).to.equal(before);
  });

  it('logs what the bank says about a payout that Bitso calls completed, and no CLABE', async () => {
    const clabe = clabeOf(4);
    const reason = `Cuenta ${clabe} cancelada (Cancelled Account)`;
    fake.control.withdrawalFates({
      fates: [{ end: 'reverse', reason, says: true, afterMs: 10 * DAY_S * 1_000 }],
    });
    const log = recordLog();
    const { transfers } = workersLoggingTo(service, log.logger);
    const { id } = await withdraw('123', clabe);
    await until(
      async () => {
        await advance(service, 5);
        await runOut(transfers);
        return (await read(`/v1/withdrawals/${id}`)).status === 'completed';
      },
      { what: 'it is completed' },
    );
    const [line, ...others] = log.at('warn');
    expect(others).to.deep.equal([]);
    expect(line).to.include({
      transfer_id: id,
      kind: 'withdrawal',
      remark: 'Cuenta … cancelada (Cancelled Account)',
    });
    requireDiscreet(log, clabe);
  });

  it("refunds a link to the payer's CLABE and name", async () => {
    const link = await payLink({ amount: '700', currency: 'MXNB' });
    await settle();
    const { id, destination } = await json('refunds', 'create', '--link', link.code, '--amount', '250');
    expect(destination).to.deep.equal({ clabe: PAYER_CLABE, beneficiary: 'JUANA INES' });
    await settle();
    const refund = await read(`/v1/refunds/${id}`);
    expect(refund.status).to.equal('completed');
    const withdrawal = sent(refund.provider_reference);
    expect(withdrawal).to.include({ amount: '250.00' });
    expect(withdrawal.details).to.include({ beneficiary_name: 'JUANA INES', concepto: 'Devolucion' });
  });

  it('leaves all books whole, ours and theirs, and both agree', async () => {
    expect((await service.foundation.db.snapshot(verifyLedger)).discrepancies).to.deep.equal([]);
    expect(fake.control.state().faults).to.deep.equal([]);
    const { db, providers } = service.foundation;
    const period = {
      from: new Date(Date.now() - DAY_S * 1_000),
      to: new Date(Date.now() + 5 * DAY_S * 1_000),
    };
    const [bitso] = (await reconcile(db, [providers.get('bitso')], period)).providers;
    expect(bitso!.differences).to.deep.equal([]);
    expect(bitso!.matched).to.be.at.least(10);
  });
});
