import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import { advance, DAY_S, injectFault, runToRest } from '../payment-links/links.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  executionsOf,
  fund,
  refundLink,
  requireSoundBooks,
  restore,
  transferRow,
} from './rig.ts';
import { confirmConversion, startWithdrawal } from './started.ts';

const CLABE = '032180000118359719';

describe('a transfer that is pending at the provider', () => {
  let service: TestService;
  let account: TestAccount;
  let id: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    id = await withdraw('400');
    await injectFault(service, 'pay_out', { failure: 'pending' });
  });
  afterEach(async () => {
    await restore(service);
    await runToRest(service);
    await requireSoundBooks(service);
  });

  const withdraw = async (amount: string): Promise<string> => {
    const { db, withdrawals } = service.foundation;
    const request = { accountId: account.id, asset: 'MXNB', amount: money(amount), method: 'SPEI' };
    const destination = { clabe: CLABE };
    return (
      await db.transaction((trx) =>
        startWithdrawal({ withdrawals }, trx, { ...request, destination, requestId: null }),
      )
    ).id;
  };
  const ask = () => service.workers.transfers.runOnce();
  /** Lets the time pass until it is due again, and asks. Returns how long that was, in seconds. */
  const askWhenDue = async (): Promise<number> => {
    const { due_in_s: waitS } = await transferRow(service, id);
    await advance(service, Math.ceil(waitS as number));
    expect(await ask()).to.equal(1);
    return Math.round(waitS as number);
  };

  it('is asked about for days without using up its tries, ever less often, and settles when it is done', async () => {
    await ask();
    const waits: number[] = [];
    let passedS = 0;
    while (passedS < 3 * DAY_S) {
      waits.push(await askWhenDue());
      passedS += waits.at(-1) ?? 0;
    }
    expect(waits[0]).to.equal(2);
    expect(Math.max(...waits)).to.equal(900);
    // A second may pass before a wait is read.
    const longestSoFar = waits.map((_, at) => Math.max(...waits.slice(0, at + 1)));
    expect(waits.filter((wait, at) => wait < (longestSoFar[at] ?? 0) - 1)).to.deep.equal([]);
    expect(waits.length).to.be.lessThan(400);
    const row = await transferRow(service, id);
    expect(row).to.include({ status: 'sent', stuck_at: null, unanswered_attempts: 0, last_error: null });
    expect((await account.api.get(`/v1/withdrawals/${id}`)).body).to.include({ status: 'processing' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '600.00000000 + 400.00000000' });

    await injectFault(service, 'pay_out', {});
    await askWhenDue();
    expect((await account.api.get(`/v1/withdrawals/${id}`)).body).to.include({ status: 'completed' });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '600.00000000 + 0.00000000' });
    expect(await executionsOf(service, id)).to.have.length(1);
  });

  it('may be refused in the end: its money goes back', async () => {
    await ask();
    await injectFault(service, 'pay_out', { failure: 'refused' });
    await askWhenDue();
    expect((await account.api.get(`/v1/withdrawals/${id}`)).body).to.include({
      status: 'failed',
      failure_reason: 'PROVIDER_REFUSED',
    });
    expect(await balancesOf(account)).to.deep.equal({ MXNB: '1000.00000000 + 0.00000000' });
  });

  it('becomes stuck only after ten attempts in a row without a response', async () => {
    for (let round = 0; round < 3; round += 1) {
      await injectFault(service, 'pay_out', { failure: 'unavailable' });
      for (let attempt = 0; attempt < 9; attempt += 1) await (attempt + round === 0 ? ask() : askWhenDue());
      await injectFault(service, 'pay_out', { failure: 'pending' });
      await askWhenDue();
      expect(await transferRow(service, id)).to.include({ stuck_at: null, unanswered_attempts: 0 });
    }
    await injectFault(service, 'pay_out', { failure: 'unavailable' });
    for (let attempt = 0; attempt < 10; attempt += 1) await askWhenDue();
    expect((await transferRow(service, id)).stuck_at).to.be.instanceOf(Date);
    const { db } = service.foundation;
    await db.transaction((trx) =>
      trx.query({ text: `update transfers set stuck_at = null, due_at = service_now() where id = '${id}'` }),
    );
  });

  it('can be a refund or a conversion too', async () => {
    const { code } = await fund(account, 'MXNB', '100');
    for (const operation of ['refund', 'convert'] as const) {
      await injectFault(service, operation, { failure: 'pending' });
    }
    const refund = await refundLink(service, account.id, code);
    const { db, conversions } = service.foundation;
    const request = { fromAsset: 'MXNB', amount: money('100'), toAsset: 'USDC', requestId: null };
    const quote = await conversions.requestQuote({ accountId: account.id, ...request }, 'pending conversion');
    const conversion = await db.transaction(async (trx) => {
      const quoted = await conversions.create(trx, { accountId: account.id, ...request }, quote);
      return confirmConversion({ conversions }, trx, account.id, quoted.id);
    });
    await ask();
    for (const each of [refund, conversion]) {
      expect(await transferRow(service, each.id)).to.include({ status: 'sent', unanswered_attempts: 0 });
    }
    for (const operation of ['refund', 'convert', 'pay_out'] as const)
      await injectFault(service, operation, {});
    await advance(service, 60);
    await runToRest(service);
    for (const each of [refund, conversion]) {
      expect(await transferRow(service, each.id)).to.include({ status: 'settled' });
    }
  });

  it('is only asked about by processes that have its provider', async () => {
    await service.database.query(`update transfers set provider = 'elsewhere' where id = $1`, [id]);
    expect(await ask()).to.equal(0);
    expect(await transferRow(service, id)).to.include({ status: 'held', attempts: 0 });
    await service.database.query(`update transfers set provider = 'simulator' where id = $1`, [id]);
    const other = await runningOn(service.database, { SECRETS_KEY: service.secretsKey });
    try {
      await injectFault(service, 'pay_out', {});
      expect(await other.workers.transfers.runOnce()).to.equal(1);
      expect(await transferRow(service, id)).to.include({ status: 'settled' });
    } finally {
      await other.close();
    }
  });
});
