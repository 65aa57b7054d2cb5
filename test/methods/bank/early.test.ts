import { expect } from 'chai';
import { available, fixture, openBankService, type BankLink, type BankService } from './bank-service.ts';

const DAY = '2026-11-23';
const PAYER = { name: 'Globex LLC', account: '4400219876' };

describe('what a bank tells before its books (D42)', () => {
  let rig: BankService;
  afterEach(() => rig.close());
  const open = async (fields: Record<string, unknown>) => (rig = await openBankService('0.00', fields));
  const amounts = async () => (await rig.deposits()).map(({ amount }) => Number(amount));

  for (const early of ['final', 'seen']) {
    it(`is one payment, told by two kinds of file and again with another value date, where it is ${early}`, async () => {
      await open({ early });
      const link = await rig.createLink();
      const given = { REF: link.reference };
      await rig.hand('054.xml', await fixture('early-camt054.xml', given));
      await rig.hand('052.xml', await fixture('early-camt052.xml', given));
      await rig.hand('later.xml', await fixture('early-camt052-later-value.xml', given));
      expect(await amounts()).to.deep.equal([250]);
      const payment = {
        ...{ amount: '250.00', booked: DAY, text: link.reference, servicer: 'B77' },
        ...{ endToEndId: 'INV-1', party: PAYER },
      };
      await rig.hand('day.xml', rig.bank.close(DAY, [payment]));
      await rig.hand('later-again.xml', await fixture('early-camt052-later-value.xml', given));
      expect(await amounts()).to.deep.equal([250]);
      expect(await rig.statusOf(link)).to.equal('paid');
      expect(await available(rig)).to.equal('250.00000000');
    });
  }

  it('is of one kind of file where it counts, and another kind is refused with the reason', async () => {
    await open({ early: 'final' });
    const { reference: REF } = await rig.createLink();
    await rig.hand('052.xml', await fixture('early-camt052.xml', { REF }));
    const { refused } = await rig.hand('054.xml', await fixture('early-camt054.xml', { REF }));
    expect(refused).to.match(/are camt\.052, and this is camt\.054/);
    const later = await rig.hand('later.xml', await fixture('early-camt052-later-value.xml', { REF }));
    expect(later).to.include({ refused: null, entries: 0 });
  });

  it('is of the kind that the operator has named, whichever comes first', async () => {
    await open({ early: 'final', early_format: 'camt.054' });
    const { reference: REF } = await rig.createLink();
    const { refused } = await rig.hand('052.xml', await fixture('early-camt052.xml', { REF }));
    expect(refused).to.match(/are camt\.054, and this is camt\.052/);
    await rig.hand('054.xml', await fixture('early-camt054.xml', { REF }));
    expect(await amounts()).to.deep.equal([250]);
  });

  it('is two payments where the same kind of file tells two, with references of their own', async () => {
    await open({ early: 'final' });
    const { reference } = await rig.createLink();
    const payment = { amount: '250.00', booked: DAY, text: reference, party: PAYER };
    await rig.hand('one.xml', rig.bank.notify(DAY, [{ ...payment, servicer: 'B77' }]));
    await rig.hand('two.xml', rig.bank.notify(DAY, [{ ...payment, servicer: 'B78' }]));
    expect(await amounts()).to.deep.equal([250, 250]);
    const both = [
      { ...payment, servicer: 'B78' },
      { ...payment, servicer: 'B77' },
    ];
    await rig.hand('day.xml', rig.bank.close(DAY, both));
    expect(await amounts()).to.deep.equal([250, 250]);
  });

  for (const early of ['final', 'seen']) {
    it(`pays its own link although another payment has the same reference of the bank, where it is ${early}`, async () => {
      await open({ early });
      const link = await rig.createLink('100');
      const given = { REF: link.reference };
      await rig.hand('early.xml', await fixture('shared-reference-early.xml', given));
      await rig.hand('day.xml', await fixture('shared-reference-booked.xml', given));
      const [paid, other] = await rig.deposits();
      expect(paid).to.include({ status: 'credited', code: link.code });
      expect(other).to.include({ status: 'unmatched', code: null });
      const rows = await rig.service.database.query(
        `select entry #>> '{party,name}' as payer, reference from bank_entries order by id`,
      );
      expect(rows).to.deep.equal([
        { payer: 'Payer A', reference: link.reference },
        { payer: 'Payer B', reference: null },
      ]);
    });
  }

  it('is not credited twice when the books have it only days after they dropped it', async () => {
    await open({ early: 'final' });
    const link = await rig.createLink();
    const payment = { amount: '250.00', booked: DAY, text: link.reference, servicer: 'B77', party: PAYER };
    await rig.hand('early.xml', rig.bank.notify(DAY, [payment]));
    await rig.hand('one.xml', rig.bank.close(DAY, []));
    await rig.hand('two.xml', rig.bank.close('2026-11-24', []));
    expect((await rig.status()).unexplained).to.have.length(1);
    await rig.hand('three.xml', rig.bank.close('2026-11-25', [{ ...payment, booked: '2026-11-25' }]));
    expect(await amounts()).to.deep.equal([250]);
    expect((await rig.status()).unexplained).to.have.length(0);
  });

  it('is only seen where it counts if a payer could have written it, unless the bank tells number and sum', async () => {
    await open({ early: 'final' });
    const links = [
      await rig.createLink(),
      await rig.createLink(),
      await rig.createLink(),
      await rig.createLink(),
    ];
    const [first, second, third, fourth] = links as [BankLink, BankLink, BankLink, BankLink];
    const line = ':61:2611231123C250,00NTRFNONREF';
    const told = (links: readonly BankLink[], sums: string) =>
      [
        ...[':20:X', ':25:0123456789', ':28C:1/1', ':34F:USD0,', ':13D:2611231200+0000'],
        ...links.flatMap(({ reference }) => [line, `:86:${reference}`]),
        ...[`${sums}-`, ''],
      ].join('\n');
    await rig.hand('1.sta', told([first, second], ''));
    // The first entry stands before any text.
    expect([await rig.statusOf(first), await rig.statusOf(second)]).to.deep.equal(['paid', 'processing']);
    expect(await available(rig)).to.equal('250.00000000');
    expect((await rig.deposits()).map(({ status }) => status)).to.have.members(['credited', 'pending']);

    await rig.hand('2.sta', told([third, fourth], ':90D:0USD0,\n:90C:2USD500,\n'));
    expect([await rig.statusOf(third), await rig.statusOf(fourth)]).to.deep.equal(['paid', 'paid']);
    // What was only seen counts once it is booked.
    const booked = links.map(({ reference }) => ({ amount: '250.00', booked: DAY, text: reference }));
    await rig.hand('3.xml', rig.bank.close(DAY, booked));
    expect(await rig.statusOf(second)).to.equal('paid');
    expect(await available(rig)).to.equal('1000.00000000');
  });

  it('is dropped where a payer has written it and the books do not have it', async () => {
    await open({ early: 'final' });
    const link = await rig.createLink();
    const lines = ['C1,00', 'C250,00'].map((rest) => `:61:2611231123${rest}NTRFNONREF`);
    const head = [':20:X', ':25:0123456789', ':28C:1/1', ':34F:USD0,', ':13D:2611231200+0000'];
    await rig.hand(
      '1.sta',
      [...head, lines[0], ':86:HELLO', lines[1], `:86:${link.reference}`, '-', ''].join('\n'),
    );
    expect(await rig.statusOf(link)).to.equal('processing');
    await rig.hand('2.xml', rig.bank.close(DAY, [{ amount: '1.00', booked: DAY, text: 'HELLO' }]));
    await rig.hand('3.xml', rig.bank.close('2026-11-25', []));
    expect(await rig.statusOf(link)).to.not.equal('paid');
    expect(await available(rig)).to.equal(undefined);
  });
});
