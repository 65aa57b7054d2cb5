import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { available, fixture, openBankService, type BankService } from './bank-service.ts';

const DAY = '2026-11-21';
const NEXT_DAY = '2026-11-22';

describe('a debit that undoes a credit (D58)', () => {
  let rig: BankService;
  afterEach(() => rig.close());
  const takenBack = async (): Promise<string[]> =>
    (await rig.json('deposits', 'taken-back', '--account', rig.account.id)).data.map(
      ({ amount }: { amount: string }) => Number(amount).toFixed(2),
    );
  const unexplained = async (): Promise<string[]> =>
    (await rig.status()).unexplained.map(({ amount }: { amount: string }) => Number(amount).toFixed(2));
  const undoing = { amount: '-250.00', booked: DAY, isReversal: true, servicer: 'S1' };

  it('is unexplained, and an alarm, the second time', async () => {
    rig = await openBankService('300.00');
    const { reference } = await rig.createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, servicer: 'S1' };
    await rig.hand('one.xml', rig.bank.close(DAY, [payment, undoing]));
    expect(await takenBack()).to.deep.equal(['250.00']);
    await rig.hand('two.xml', await fixture('second-reversal.xml'));
    expect(await takenBack()).to.deep.equal(['250.00']);
    expect(await unexplained()).to.deep.equal(['-250.00']);
    const { code, stdout } = await runPayments(rig.service, 'bank', 'status', '--json');
    expect({ code, ok: JSON.parse(stdout).ok }).to.deep.equal({ code: 1, ok: false });
  });

  it('twice in one statement is one and an alarm', async () => {
    rig = await openBankService('300.00');
    const { reference } = await rig.createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, servicer: 'S1' };
    await rig.hand('one.xml', rig.bank.close(DAY, [undoing, payment, undoing]));
    expect(await takenBack()).to.deep.equal(['250.00']);
    expect(await unexplained()).to.deep.equal(['-250.00']);
  });

  it('is one where the bank lists it before the credit, and where the credit is above the cap', async () => {
    rig = await openBankService('300.00', { cap: '200' });
    const { reference } = await rig.createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, servicer: 'S1' };
    await rig.hand('one.xml', rig.bank.close(DAY, [undoing, payment]));
    await rig.hand('two.xml', rig.bank.close(NEXT_DAY, []));
    await rig.settle();
    expect(await unexplained()).to.deep.equal([]);
    expect(await takenBack()).to.deep.equal(['250.00']);
    expect(await available(rig)).to.equal(undefined);
  });

  it('is of no credit whose reference another one has, too', async () => {
    rig = await openBankService('300.00');
    const payment = { amount: '250.00', booked: DAY, text: 'x', servicer: 'S1' };
    await rig.hand('one.xml', rig.bank.close(DAY, [payment, { ...payment, text: 'y' }, undoing]));
    expect(await unexplained()).to.deep.equal(['-250.00']);
  });
});
