import { expect } from 'chai';
import { OPERATOR } from '../../../src/audit-log/index.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { eventsOf } from '../../events/events.ts';
import { balancesOf } from '../../transfers/rig.ts';
import { runPayments } from '../../support/processes/command.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import { createLink, methodOf, readLink, runOut, runToRest } from '../links.ts';
import { startLimitedRail, type LimitedRail } from './limited-rail.ts';

const CLABE = '032180000118359719';

describe('a rail that does not hold MXN as MXNB', () => {
  let rail: LimitedRail;
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    rail = await startLimitedRail();
    service = rail.service;
  });
  after(() => rail?.close());
  beforeEach(async () => {
    account = await service.createAccount();
    await rail.reset();
    rail.assets.atPar = false;
  });

  const payLink = async (): Promise<any> => {
    const link = await createLink(account.api, { accepted_methods: ['SPEI'] });
    await receive(service, await notificationFor(service, link.code, 'SPEI', { provider: 'rail' }));
    return link;
  };
  const withdraw = (asset: string, ...more: string[]) =>
    runPayments(
      service,
      ...['withdrawals', 'create', '--account', account.id, '--asset', asset, '--amount', '500'],
      ...['--method', 'SPEI', '--clabe', CLABE, ...more, '--json'],
    );

  it('credits a link in MXNB only once what was paid in MXN has been exchanged', async () => {
    const link = await payLink();
    expect(methodOf(link, 'SPEI')).to.include({ requires_conversion: false, exchange_rate: '1.00000000' });
    expect((await readLink(account.api, link.code)).status).to.equal('processing');
    expect(await balancesOf(account)).to.deep.equal({ MXN: '0.00000000 + 20000.00000000' });
    await rail.set('convert', { failure: 'pending' });
    await runOut(service.workers.transfers);
    expect((await readLink(account.api, link.code)).status).to.equal('processing');

    await rail.set('convert');
    await runToRest(service);
    expect((await readLink(account.api, link.code)).status).to.equal('paid');
    expect(await balancesOf(account)).to.include({ MXNB: '20000.00000000 + 0.00000000' });
    const { asked } = rail;
    expect(asked.quotes).to.deep.equal([]);
    expect(asked.conversions[0]).to.include({ quoteReference: null, fromAsset: 'MXN', toAsset: 'MXNB' });
    const [conversion] = (await account.api.get('/v1/conversions')).body.data;
    expect(conversion).to.include({ status: 'completed', from_asset: 'MXN', to_asset: 'MXNB' });
    const types = (await eventsOf(service, account.id)).map(({ type }) => type);
    expect(types).to.include.members(['conversion.completed', 'payment_link.paid']);
    expect(await service.foundation.db.snapshot(verifyLedger)).to.deep.include({ ok: true });
  });

  it('exchanges what arrived in parts together, once it adds up', async () => {
    await service.changeAccount(account.id, { payTheRest: true });
    const { code } = await createLink(account.api, { accepted_methods: ['SPEI'] });
    const payer = { account: '012180001183597197' };
    for (const amount of ['12000', '8000']) {
      const sent = { provider: 'rail', amount: money(amount), payer };
      await receive(service, await notificationFor(service, code, 'SPEI', sent));
    }
    expect((await readLink(account.api, code)).status).to.equal('processing');
    await runToRest(service);
    expect(await readLink(account.api, code)).to.include({ status: 'paid', difference: '0.00000000' });
    expect(rail.asked.conversions.map(({ fromAmount }) => fromAmount.toFixed())).to.deep.equal(['20000']);
    expect(await balancesOf(account)).to.include({ MXNB: '20000.00000000 + 0.00000000' });
    expect(await service.foundation.db.snapshot(verifyLedger)).to.deep.include({ ok: true });
  });

  it('keeps the MXN when they cannot be exchanged, and the link can be paid again', async () => {
    const link = await payLink();
    await rail.set('convert', { failure: 'refused' });
    await runToRest(service);
    expect((await readLink(account.api, link.code)).status).to.equal('active');
    const [deposit] = (await account.api.get('/v1/deposits')).body.data;
    expect(deposit).to.include({
      ...{ status: 'unmatched', unmatched_reason: 'CONVERSION_FAILED' },
      ...{ asset: 'MXN', amount: '20000.00000000' },
    });
    const { db, inbox } = service.foundation;
    await db.transaction((trx) => inbox.accept(trx, OPERATOR, account.id, deposit.id));
    expect(await balancesOf(account)).to.deep.equal({ MXN: '20000.00000000 + 0.00000000' });
  });

  it('offers nothing for a link in MXNB where it cannot exchange MXN for it either, and says why', async () => {
    rail.assets.exchanges = false;
    const { available_methods } = (
      await account.api.get('/v1/payment_links/payment_methods?currency=MXNB&amount=20000')
    ).body;
    expect(available_methods).not.to.include('SPEI');
    const fields = { amount: '20000', currency: 'MXNB', description: 'Order', accepted_methods: ['SPEI'] };
    const { status, body } = await account.api.post('/v1/payment_links', fields);
    expect(status).to.equal(400);
    expect(body.error).to.include({
      param: 'accepted_methods[0]',
      message: 'SPEI cannot pay a link in MXNB: its rail does not exchange MXN for that.',
    });
  });

  it('pays MXN out of a balance in MXN only: one in MXNB is converted first', async () => {
    await payLink();
    await runToRest(service);
    const refused = await withdraw('MXNB');
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.equal('SPEI sends MXN, which is not at par with MXNB here. Convert first.\n');
    const convert = ['conversions', 'create', '--account', account.id, '--from', 'MXNB', '--to', 'MXN'];
    expect((await runPayments(service, ...convert, '--amount', '5000')).code).to.equal(0);
    await runToRest(service);
    const { code, stdout } = await withdraw('MXN', '--beneficiary', 'Juana Inés');
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ destination: { clabe: CLABE, beneficiary: 'Juana Inés' } });
    const { MXN } = await balancesOf(account);
    expect(money((MXN ?? '').split(' ')[0] ?? '').gte('4000')).to.equal(true);
  });
});
