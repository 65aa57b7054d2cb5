import { expect } from 'chai';
import { addTwoOperators } from '../../operators/two-operators.ts';
import {
  createLink,
  methodOf,
  pay,
  readLink,
  readMethod,
  refreshQuote,
  runOut,
} from '../../payment-links/links.ts';
import { invalid, refusal } from '../../support/refusal.ts';
import { startRail, type TestRail } from '../../support/outside/rail.ts';
import { runPayments, runPaymentsAs } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { balancesOf, fund, requireSoundBooks, transferRow } from '../../transfers/rig.ts';

const CLABE = '032180000118359719';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('rails that are paused (D47)', () => {
  let service: TestService;
  let account: TestAccount;
  let rail: TestRail;

  before(async () => {
    rail = await startRail('rail');
    service = await startService({}, [rail.provider]);
    account = await service.createAccount();
    await fund(account, 'MXNB', '10000');
    await fund(account, 'USDC', '1000');
  });
  after(async () => {
    await service?.close();
    await rail?.close();
  });
  afterEach(async () => {
    await service.database.query('delete from rail_pauses');
    await runOut(service.workers.transfers);
  });

  const payments = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await runPayments(service, ...args, '--json');
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    return JSON.parse(stdout);
  };
  const pause = (direction: string, ...scope: string[]) =>
    payments('rails', 'pause', '--direction', direction, ...scope);
  const resume = (direction: string, ...scope: string[]) =>
    payments('rails', 'resume', '--direction', direction, ...scope);
  const optionsFor = async (amount: string): Promise<any> =>
    (await account.api.get(`/v1/payment_links/payment_methods?currency=MXNB&amount=${amount}`)).body;
  const withdraw = async (...to: string[]): Promise<string> => {
    const from = ['withdrawals', 'create', '--account', account.id];
    return (await payments(...from, ...to)).id;
  };
  const bySpei = () =>
    withdraw(...['--asset', 'MXNB', '--amount', '100', '--method', 'SPEI', '--clabe', CLABE]);
  const onChain = () =>
    withdraw(
      ...['--asset', 'USDC', '--amount', '10', '--method', 'USDC', '--address', ADDRESS],
      ...['--network', 'Polygon'],
    );
  const send = () => runOut(service.workers.transfers);
  const statusOf = async (id: string) => (await transferRow(service, id)).status;

  describe('for payments in', () => {
    it('are offered by no new link, and named as not available', async () => {
      const before = await optionsFor('20000');
      await pause('in', '--method', 'SPEI');
      const after = await optionsFor('20000');
      expect(before.available_methods).to.include('SPEI');
      expect(after.available_methods).to.deep.equal(
        before.available_methods.filter((method: string) => method !== 'SPEI'),
      );
      expect(after.methods.find(({ method }: any) => method === 'SPEI')).to.include({
        available: false,
        unavailable_reason: 'RAIL_PAUSED',
      });
      const link = await createLink(account.api);
      expect(link.accepted_methods).not.to.include('SPEI');
      const request = { amount: '20000', currency: 'MXNB', description: 'x' };
      const answer = await account.api.post('/v1/payment_links', {
        ...request,
        accepted_methods: ['MXNB', 'SPEI'],
      });
      expect(refusal(answer)).to.deep.equal(invalid('accepted_methods[1]'));
      expect(answer.body.error.message).to.include('RAIL_PAUSED');

      await resume('in', '--method', 'SPEI');
      expect(await optionsFor('20000')).to.deep.equal(before);
    });

    it('are shown by links that exist as not available, and get no new quote', async () => {
      const link = await createLink(account.api);
      const usdc = methodOf(link, 'USDC');
      expect(usdc).to.include({ available: true }).and.not.to.have.property('unavailable_reason');
      await pause('in', '--method', 'USDC', '--reason', 'The issuer is under attack');
      expect(await readMethod(account.api, link.code, 'USDC')).to.deep.equal({
        ...usdc,
        available: false,
        unavailable_reason: 'RAIL_PAUSED',
      });
      expect(await readMethod(account.api, link.code, 'SPEI')).to.include({ available: true });
      await service.database.query(
        `update payment_link_methods set amount_due_expires_at = service_now() - interval '1 s'
          where link_code = $1 and method = 'USDC'`,
        [link.code],
      );
      const refreshed = await refreshQuote(account.api, link.code, 'USDC');
      expect(refreshed.body).to.include({ quote_status: 'expired', available: false });
      await resume('in', '--method', 'USDC');
      expect((await refreshQuote(account.api, link.code, 'USDC')).body).to.include({
        quote_status: 'locked',
        available: true,
      });
    });

    it('take in and credit what payers send all the same', async () => {
      const link = await createLink(account.api, { accepted_methods: ['SPEI'], amount: '500' });
      const converted = await createLink(account.api, { accepted_methods: ['USDC'] });
      await pause('both', '--provider', 'simulator');
      const before = await balancesOf(account);
      expect((await pay(account.api, link.code, { method: 'SPEI' })).status).to.equal(201);
      await pay(account.api, converted.code, { method: 'USDC' });
      await send();
      for (const { code } of [link, converted])
        expect(await readLink(account.api, code)).to.include({ status: 'paid' });
      expect(Number(parseFloat((await balancesOf(account))['MXNB'] ?? ''))).to.equal(
        parseFloat(before['MXNB'] ?? '') + 20_500,
      );
    });

    it('tell payers not to send, in both languages', async () => {
      const link = await createLink(account.api, { accepted_methods: ['SPEI', 'MXNB'] });
      const { clabe } = methodOf(link, 'SPEI').instructions;
      const show = async (language: string, method = '') =>
        (await fetch(`${link.url}?lang=${language}${method}`)).text();
      expect(await show('en', '&method=SPEI')).to.include(clabe.slice(-5));
      await pause('in', '--method', 'SPEI');
      for (const [language, text] of [
        ['en', 'Not available right now'],
        ['es', 'No disponible por el momento'],
      ] as const) {
        const page = await show(language, '&method=SPEI');
        expect(page).to.include(text).and.not.to.include(clabe.slice(-5));
        expect(await show(language)).to.include(text);
      }
    });

    it('by all methods leave nothing to pay with, which is said as such', async () => {
      await pause('in', '--provider', 'simulator');
      await pause('in', '--provider', 'rail');
      const answer = await account.api.post('/v1/payment_links', {
        amount: '20000',
        currency: 'MXNB',
        description: 'x',
      });
      expect(refusal(answer)).to.deep.equal(invalid('currency'));
      expect(answer.body.error.message).to.include('RAIL_PAUSED');
      expect((await optionsFor('20000')).available_methods).to.deep.equal([]);
    });
  });

  describe('for payments out', () => {
    it('accept transfers and let them wait, with the reason, and send no other way', async () => {
      await pause('out', '--method', 'SPEI');
      const [waits, goes] = [await bySpei(), await onChain()];
      await send();
      expect([await statusOf(waits), await statusOf(goes)]).to.deep.equal(['held', 'settled']);
      const row = await transferRow(service, waits);
      expect(row).to.include({ waits_for: 'PAUSED', attempts: 0 });
      const since = row.waits_since;
      await send();
      expect((await transferRow(service, waits)).waits_since).to.deep.equal(since);
      await resume('out', '--method', 'SPEI');
      await send();
      expect(await transferRow(service, waits)).to.include({ status: 'settled', waits_for: null });
      await requireSoundBooks(service);
    });

    for (const [scope, named] of [
      ['--network', 'Polygon'],
      ['--provider', 'simulator'],
    ] as const) {
      it(`of a ${scope.slice(2)} wait while the rest goes on`, async () => {
        await payments('methods', 'set', 'SPEI', '--provider', 'rail');
        try {
          await pause('both', scope, named);
          const [waits, goes] = [await onChain(), await bySpei()];
          await send();
          expect([await statusOf(waits), await statusOf(goes)]).to.deep.equal(['held', 'settled']);
        } finally {
          await payments('methods', 'set', 'SPEI', '--provider', 'simulator');
        }
      });
    }

    it('hold refunds and conversions back as well', async () => {
      const { code } = await fund(account, 'MXNB', '300');
      for (const { name } of service.foundation.providers.all) await pause('out', '--provider', name);
      const to = ['--address', ADDRESS, '--network', 'Arbitrum'];
      const refund = await payments('refunds', 'create', '--link', code, ...to);
      const conversion = await payments(
        ...['conversions', 'create', '--account', account.id],
        ...['--from', 'MXNB', '--to', 'USDC', '--amount', '500'],
      );
      await send();
      for (const { id } of [refund, conversion])
        expect(await transferRow(service, id)).to.include({ status: 'held', waits_for: 'PAUSED' });
    });

    it('go on asking about what the provider has taken on already', async () => {
      await payments('simulator', 'set', 'pay_out', '--failure', 'pending');
      const id = await bySpei();
      await send();
      await payments('simulator', 'set', 'pay_out', '--failure', 'none');
      await service.database.query(`update transfers set provider_reference = 'TAKEN' where id = $1`, [id]);
      await pause('out', '--method', 'SPEI');
      await service.database.query('update transfers set due_at = service_now() where id = $1', [id]);
      await send();
      expect(await statusOf(id)).to.equal('settled');
    });
  });

  describe('on the command line', () => {
    it('are listed, and each is resumed', async () => {
      expect(await payments('rails', 'list')).to.deep.equal({ data: [] });
      const { data } = await pause('both', '--network', 'Polygon', '--reason', 'Endpoints disagree');
      const pauses = ['in', 'out'].map((direction, at) => ({
        direction,
        provider: null,
        method: null,
        network: 'Polygon',
        reason: 'Endpoints disagree',
        paused_by: 'ana',
        paused_at: data[at].paused_at,
      }));
      expect(data).to.deep.equal(pauses);
      // Pausing again changes nothing.
      expect(await pause('in', '--network', 'Polygon')).to.deep.equal({ data });
      await resume('in', '--network', 'Polygon');
      expect((await payments('rails', 'list')).data.map(({ direction }: any) => direction)).to.deep.equal([
        'out',
      ]);
      await resume('both', '--network', 'Polygon');
      expect(await payments('rails', 'list')).to.deep.equal({ data: [] });
    });

    it('refuse a name that nothing has, so that no mistake looks like a pause', async () => {
      for (const args of [
        ['--method', 'SPIE'],
        ['--network', 'polygon'],
        ['--provider', 'bitsoo'],
        [],
        ['--method', 'SPEI', '--provider', 'simulator'],
      ]) {
        const { code, stderr } = await runPayments(service, 'rails', 'pause', '--direction', 'in', ...args);
        expect(code, stderr).to.be.oneOf([1, 2]);
        expect(stderr).to.match(/^[^\n]+\n$/);
      }
      const resumed = await runPayments(service, 'rails', 'resume', '--direction', 'in', '--method', 'SPEI');
      expect(resumed).to.include({ code: 1, stderr: 'SPEI is not paused.\n' });
    });

    it('end by name, and those that remain are told', async () => {
      await pause('both', '--method', 'SPEI');
      await pause('out', '--method', 'WIRE');
      const resume = ['rails', 'resume', '--method', 'SPEI', '--json'];
      const { resumed, directions, still_paused } = JSON.parse(
        (await runPayments(service, ...resume)).stdout,
      );
      expect({ resumed, directions }).to.deep.equal({ resumed: 'SPEI', directions: ['in', 'out'] });
      expect(still_paused.map(({ method, direction }: any) => [method, direction])).to.deep.equal([
        ['WIRE', 'out'],
      ]);
      await runPayments(service, 'rails', 'resume', '--method', 'WIRE');
    });

    it('are in the log of operators, and need one as soon as there is one', async () => {
      await pause('in', '--method', 'SPEI');
      const { ana } = await addTwoOperators(service);
      const again = ['rails', 'resume', '--direction', 'in', '--method', 'SPEI'];
      const { code, stderr } = await runPaymentsAs(undefined, service, ...again);
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr:
          'This command needs an operator: set OPERATOR_KEY to your key. `payments operators add` makes one.\n',
      });
      expect((await runPaymentsAs(ana, service, ...again)).code).to.equal(0);
      const { data } = await payments('operators', 'log');
      expect(data.filter(({ action }: any) => action.startsWith('rail.')).slice(0, 2)).to.deep.include({
        at: data.find(({ action }: any) => action === 'rail.resumed').at,
        operator: 'ana',
        action: 'rail.resumed',
        subject: 'method SPEI',
        details: { direction: 'in' },
      });
    });
  });

  it('are counted for whoever watches', async () => {
    const read = async () =>
      /^payments_rails_paused (\d+)$/m.exec(await service.foundation.metrics.expose())?.[1];
    expect(await read()).to.equal('0');
    await service.database.query(
      `insert into rail_pauses (direction, method, paused_at) values ('in', 'SPEI', now()), ('out', 'SPEI', now())`,
    );
    expect(await read()).to.equal('2');
  });
});
