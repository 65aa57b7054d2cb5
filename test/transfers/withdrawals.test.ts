import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money } from '../../src/lib/money.ts';
import type { WithdrawalRequest } from '../../src/transfers/withdrawals.ts';
import { eventsOf } from '../events/events.ts';
import { injectFault, runOut } from '../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import {
  balancesOf,
  eventsSince,
  executionsOf,
  fund,
  movementsOf,
  transferRow,
  postingsOf,
  refusalOf,
  requireSoundBooks,
  restore,
  setFees,
  traceOf,
} from './rig.ts';
import { startWithdrawal } from './started.ts';

const CLABE = '032180000118359719';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BANK = { bankAccountNumber: '000123456789', bankRoutingNumber: '101019644', bankAccountName: 'Acme' };
const TO_CLABE = {
  asset: 'MXNB',
  amount: '150',
  method: 'SPEI',
  destination: { clabe: CLABE, beneficiary: ' Acme S.A. ' },
};
const TO_ADDRESS = {
  asset: 'USDC',
  amount: '10',
  method: 'USDC',
  destination: { address: ADDRESS, network: 'Polygon' },
};
const TO_BANK = { asset: 'USDC', amount: '150', method: 'WIRE', destination: BANK };

type Wish = Omit<WithdrawalRequest, 'accountId' | 'requestId' | 'amount'> & { amount: string };

describe('a withdrawal', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    await fund(account, 'USDC', '500');
  });

  const withdraw = ({ amount, ...wish }: Wish, accountId = account.id) =>
    service.foundation.db.transaction((trx) =>
      startWithdrawal(service.foundation, trx, {
        ...wish,
        accountId,
        amount: money(amount),
        requestId: null,
      }),
    );
  const read = async (id: string) => (await account.api.get(`/v1/withdrawals/${id}`)).body;

  // Fees of 1 % + 1.5, rounded up to the rail's precision.
  for (const { where, wish, destination, fee, net, left, sent, postings } of [
    {
      where: 'to a CLABE',
      wish: TO_CLABE,
      destination: { clabe: CLABE, beneficiary: 'Acme S.A.' },
      fee: '3.00000000',
      net: '147.00000000',
      left: '850.00000000',
      sent: 'MXN',
      postings: [
        'conversion -147.00000000 MXN',
        'rail:simulator 147.00000000 MXN',
        'conversion 147.00000000 MXNB',
        'fee 3.00000000 MXNB',
        'pending -150.00000000 MXNB',
      ],
    },
    {
      where: 'to a bank',
      wish: { ...TO_BANK, amount: '250.55' },
      destination: {
        bank: { account_number: '000123456789', routing_number: '101019644', account_name: 'Acme' },
      },
      fee: '4.01000000',
      net: '246.54000000',
      left: '249.45000000',
      sent: 'USD',
      postings: [
        'conversion -246.54000000 USD',
        'rail:simulator 246.54000000 USD',
        'conversion 246.54000000 USDC',
        'fee 4.01000000 USDC',
        'pending -250.55000000 USDC',
      ],
    },
    {
      where: 'to an address',
      wish: { ...TO_ADDRESS, amount: '10.123456' },
      destination: { address: ADDRESS, network: 'Polygon' },
      fee: '1.60123500',
      net: '8.52222100',
      left: '489.87654400',
      sent: 'USDC',
      postings: ['fee 1.60123500 USDC', 'pending -10.12345600 USDC', 'rail:simulator 8.52222100 USDC'],
    },
  ]) {
    it(`${where} is held, sent out once and settled`, async () => {
      await setFees(service, '0.01', '1.5');
      const earlier = await eventsOf(service, account.id);
      const { asset, method } = wish;
      const amount = money(wish.amount).toFixed(8);
      const { id } = await withdraw(wish);

      expect((await balancesOf(account))[asset]).to.equal(`${left} + ${amount}`);
      expect(await movementsOf(account, id)).to.deep.equal([
        `withdrawal of withdrawal: -${net} ${asset}`,
        `fee of withdrawal: -${fee} ${asset}`,
      ]);
      const facts = { object: 'withdrawal', id, amount, fee, net_amount: net, asset, method, destination };
      expect(await read(id)).to.deep.include({ ...facts, status: 'processing', provider_reference: null });
      expect(await executionsOf(service, id)).to.deep.equal([]);

      expect(await service.workers.transfers.runOnce()).to.equal(1);
      expect(await service.workers.transfers.runOnce()).to.equal(0);
      const [execution, ...others] = await executionsOf(service, id);
      expect(others).to.deep.equal([]);
      expect(execution).to.deep.include({ operation: 'pay_out', asset: sent, amount: `-${net}` });
      expect(execution.details).to.deep.equal({ method, destination });

      expect((await balancesOf(account))[asset]).to.equal(`${left} + 0.00000000`);
      expect(await postingsOf(service, id, 'withdrawal_settled')).to.deep.equal(postings);
      const settled = await read(id);
      expect(settled).to.deep.include({
        ...facts,
        status: 'completed',
        provider_reference: execution.reference,
        failure_reason: null,
        failure_message: null,
      });
      expect(settled.finished_at).to.be.a('string');
      const afterNet = money(left).plus(fee).toFixed(8);
      expect(await eventsSince(service, account.id, earlier)).to.have.deep.members([
        {
          type: 'balance.updated',
          data: { asset, new_balance: afterNet, change: `-${net}`, reason: 'withdrawal' },
        },
        { type: 'balance.updated', data: { asset, new_balance: left, change: `-${fee}`, reason: 'fee' } },
        {
          type: 'withdrawal.completed',
          data: { withdrawal_id: id, amount, net_amount: net, fee, asset, method },
        },
      ]);
      await requireSoundBooks(service);
    });
  }

  it('without a fee is a single movement', async () => {
    const { id } = await withdraw(TO_CLABE);
    await runOut(service.workers.transfers);
    expect(await movementsOf(account, id)).to.deep.equal(['withdrawal of withdrawal: -150.00000000 MXNB']);
    expect(await read(id)).to.include({ fee: '0.00000000', net_amount: '150.00000000' });
    await requireSoundBooks(service);
  });

  it('may be of the whole balance', async () => {
    const { id } = await withdraw({ ...TO_CLABE, amount: '1000' });
    expect(await balancesOf(account)).to.include({ MXNB: '0.00000000 + 1000.00000000' });
    await runOut(service.workers.transfers);
    expect(await read(id)).to.include({ status: 'completed' });
    expect(await balancesOf(account)).not.to.have.property('MXNB');
    await requireSoundBooks(service);
  });

  it('that the provider refuses is reversed in full, including the fee', async () => {
    await setFees(service, '0.01', '1.5');
    await injectFault(service, 'pay_out', { failure: 'refused' });
    const earlier = await eventsOf(service, account.id);
    const { id } = await withdraw(TO_CLABE);
    expect(await service.workers.transfers.runOnce()).to.equal(1);
    await injectFault(service, 'pay_out', {});
    expect(await service.workers.transfers.runOnce(), 'a refusal is final').to.equal(0);

    expect(await executionsOf(service, id)).to.deep.equal([]);
    expect((await balancesOf(account))['MXNB']).to.equal('1000.00000000 + 0.00000000');
    expect(await movementsOf(account, id)).to.deep.equal([
      'withdrawal of withdrawal: -147.00000000 MXNB',
      'fee of withdrawal: -3.00000000 MXNB',
      'reversal of withdrawal: 150.00000000 MXNB',
    ]);
    const reason = 'PROVIDER_REFUSED';
    expect(await read(id)).to.include({
      status: 'failed',
      failure_reason: reason,
      failure_message: 'The simulator is set to refuse.',
      provider_reference: null,
    });
    const told = await eventsSince(service, account.id, earlier);
    expect(told.map(({ type }) => type)).to.deep.equal([
      ...Array<string>(3).fill('balance.updated'),
      'withdrawal.failed',
    ]);
    expect(told.at(-1)?.data).to.deep.equal({ withdrawal_id: id, amount: '150.00000000', reason });
    await requireSoundBooks(service);
  });

  describe('is refused, and leaves nothing behind,', () => {
    const refusals: { what: string; wish: Wish; says: RegExp; fees?: [string, string] }[] = [
      {
        what: 'to a CLABE with a wrong check digit',
        wish: { ...TO_CLABE, destination: { clabe: '032180000118359718' } },
        says: /^The CLABE must have 18 digits, including a valid check digit\.$/,
      },
      {
        what: 'to something that is not a CLABE',
        wish: { ...TO_CLABE, destination: {} },
        says: /CLABE must have/,
      },
      {
        what: 'to a CLABE of nobody',
        wish: { ...TO_CLABE, destination: { clabe: CLABE, beneficiary: ' ' } },
        says: /^The beneficiary's name must have 1 to 140 characters\.$/,
      },
      {
        what: 'to an address with a wrong checksum',
        wish: {
          ...TO_ADDRESS,
          destination: { address: ADDRESS.replace('aA', 'AA'), network: 'Polygon' },
        },
        says: /^The address must be 0x followed by 40 hexadecimal digits, with a valid checksum if in mixed case\.$/,
      },
      {
        what: 'over another network',
        wish: { ...TO_ADDRESS, destination: { address: ADDRESS, network: 'Ethereum' } },
        says: /^USDC is sent over the network Polygon; name that network\.$/,
      },
      {
        what: 'without a network',
        wish: { ...TO_ADDRESS, destination: { address: ADDRESS } },
        says: /network Polygon/,
      },
      {
        what: 'to a routing number with a wrong check digit',
        wish: { ...TO_BANK, destination: { ...BANK, bankRoutingNumber: '101019645' } },
        says: /^The bank routing number must have 9 digits, including a valid check digit\.$/,
      },
      {
        what: 'to a bank account without digits',
        wish: { ...TO_BANK, destination: { ...BANK, bankAccountNumber: '12-34' } },
        says: /^The bank account number must have 4 to 17 digits\.$/,
      },
      {
        what: 'to a bank account without a holder',
        wish: { ...TO_BANK, destination: { ...BANK, bankAccountName: '  ' } },
        says: /holder's name must have 1 to 140 characters\.$/,
      },
      {
        what: 'by an unknown method',
        wish: { ...TO_CLABE, method: 'PIGEON' },
        says: /^There is no payment method PIGEON\.$/,
      },
      {
        what: 'to no key, by a method of keys',
        wish: { asset: 'COP', amount: '2000', method: 'BREB', destination: {} },
        says: /^The Bre-B key must have 1 to 92 characters and no spaces\.$/,
      },
      {
        what: "from another family's balance",
        wish: { ...TO_CLABE, asset: 'USDC' },
        says: /^SPEI sends MXN, which is not at par with USDC here\. Convert first\.$/,
      },
      { what: 'from an unknown asset', wish: { ...TO_CLABE, asset: 'XYZ' }, says: /XYZ/ },
      {
        what: 'with more decimals than the rail carries',
        wish: { ...TO_CLABE, amount: '150.001' },
        says: /^SPEI carries at most 2 decimals\.$/,
      },
      {
        what: 'below the minimum',
        wish: { ...TO_CLABE, amount: '99.99' },
        says: /^By SPEI, at least 100 must be sent; 99\.99 would be left after the fee\.$/,
      },
      {
        what: 'when its fee takes it below the minimum',
        wish: { ...TO_CLABE, amount: '104.99' },
        fees: ['0', '5'],
        says: /^By SPEI, at least 100 must be sent; 99\.99 would be left after the fee\.$/,
      },
      {
        what: 'when the fee leaves nothing',
        wish: { ...TO_CLABE, amount: '120' },
        fees: ['0', '120'],
        says: /^The fee of 120 leaves nothing of 120\.$/,
      },
      {
        what: 'above what is available',
        wish: { ...TO_CLABE, amount: '1000.01' },
        says: /^The account has 1000 MXNB, and 1000\.01 are needed\.$/,
      },
      {
        what: 'of an asset that the account never had',
        wish: { ...TO_CLABE, asset: 'MXN' },
        says: /^The account has 0 MXN, and 150 are needed\.$/,
      },
    ];
    for (const { what, wish, says, fees: [rate, fixed] = ['0', '0'] } of refusals) {
      it(what, async () => {
        await setFees(service, rate, fixed);
        const before = await traceOf(service, account.id);
        expect(await refusalOf(withdraw(wish))).to.match(says);
        expect(await traceOf(service, account.id)).to.deep.equal(before);
        expect(await service.workers.transfers.runOnce()).to.equal(0);
      });
    }

    it('above what the method carries at once', async () => {
      await setFees(service, '0', '5');
      await service.database.query(`update payment_methods set max_amount = 140 where method = 'SPEI'`);
      expect(await refusalOf(withdraw({ ...TO_CLABE, amount: '145.01' }))).to.equal(
        'By SPEI, at most 140 can be sent at once.',
      );
      await withdraw({ ...TO_CLABE, amount: '145' });
      await service.database.query(`update payment_methods set max_amount = null where method = 'SPEI'`);
    });

    it('by a disabled method', async () => {
      await service.database.query(`update payment_methods set enabled = false where method = 'SPEI'`);
      const before = await traceOf(service, account.id);
      expect(await refusalOf(withdraw(TO_CLABE))).to.equal('There is no payment method SPEI.');
      expect(await traceOf(service, account.id)).to.deep.equal(before);
    });

    it('by a method that is not enabled for the account', async () => {
      await service.changeAccount(account.id, { disableMethods: ['SPEI'] });
      const before = await traceOf(service, account.id);
      expect(await refusalOf(withdraw(TO_CLABE))).to.equal(
        'The method SPEI is not enabled for this account.',
      );
      expect(await traceOf(service, account.id)).to.deep.equal(before);
    });

    it('from an unknown account', async () => {
      const nobody = randomUUID();
      expect(await refusalOf(withdraw(TO_CLABE, nobody))).to.equal(`There is no account ${nobody}.`);
    });
  });

  it('succeeds as often as there is money when twenty are requested at once', async () => {
    await setFees(service, '0', '0.25');
    const wishes = Array.from({ length: 20 }, () => withdraw({ ...TO_CLABE, amount: '240.25' }));
    const outcomes = await Promise.allSettled(wishes);
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(made).to.have.length(4);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect((outcome.reason as Error).message).to.equal('The account has 39 MXNB, and 240.25 are needed.');
      }
    }
    expect((await balancesOf(account))['MXNB']).to.equal('39.00000000 + 961.00000000');
    await runOut(service.workers.transfers);
    expect((await balancesOf(account))['MXNB']).to.equal('39.00000000 + 0.00000000');
    for (const { id } of made) {
      expect((await transferRow(service, id)).status).to.equal('settled');
      expect(await executionsOf(service, id)).to.have.length(1);
    }
    await requireSoundBooks(service);
  });
});
