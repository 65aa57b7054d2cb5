import { expect } from 'chai';
import { addTwoOperators } from '../../operators/two-operators.ts';
import { instructionIdOf } from '../../../src/methods/providers/bank/references/index.ts';
import { providerKey } from '../../../src/transfers/kinds.ts';
import { advance, methodOf, runOut } from '../../payment-links/links.ts';
import { carryBy } from '../../provider-notices/rig.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { invented } from '../providers/bank/invented.ts';
import { openBankService } from './bank-service.ts';
import { openPaperBank, type PaperBank, type PaperFields } from './paper-bank.ts';

const PAID = { amount: '2000.00', booked: '2026-11-23' };

describe('entries that payers write into texts (D42)', () => {
  let bank: PaperBank;
  let service: TestService;
  let account: TestAccount;
  let files = 0;

  const begin = async (opening: string, fields: PaperFields = {}): Promise<void> => {
    bank = await openPaperBank(opening, fields);
    service = await startService({ BANK_ACCOUNTS_FILE: bank.accountsFile });
    await carryBy(service, 'bank', 'WIRE');
    account = await service.createAccount();
  };
  afterEach(async () => {
    await service?.close();
    await bank?.remove();
  });

  const createLink = async (amount: string): Promise<{ code: string; reference: string }> => {
    const request = { accepted_methods: ['WIRE'], amount, currency: 'USDC', description: 'Order 1042' };
    const { body } = await account.api.post('/v1/payment_links', request);
    return { code: body.code, reference: methodOf(body, 'WIRE').instructions.reference };
  };
  const statusOf = async (code: string): Promise<string> =>
    (await account.api.get(`/v1/payment_links/${code}`)).body.status;
  const drop = async (content: string): Promise<void> => {
    await bank.drop(`${++files}.sta`, content);
    // The folder is looked at twice, since a file may still be growing.
    for (let round = 0; round < 3; round++) {
      await service.workers.rails.runOnce();
      await runOut(service.workers.rails);
      await advance(service, 10);
    }
  };
  const entries = async () =>
    (await service.database.query('select kind, amount::float as amount from bank_entries order by id')).map(
      ({ kind, amount }) => `${String(kind)} ${String(amount)}`,
    );
  const waiting = () => service.database.query('select waits from bank_statements where waits is not null');
  const line = (rest: string) => `:61:2611261126${rest}NTRFNONREF`;
  const debited = (amount: string) => `D${amount}`;
  const statement = (lines: string[], closing: string, opening = '1000') =>
    [
      ...[':20:S', ':25:0123456789', ':28C:77/1', `:60F:C261126USD${opening},00`, ...lines],
      ...[`:62F:C261126USD${closing},00`, '-', ''],
    ].join('\n');

  it('pay no link, and are nobody’s with what cancels them', async () => {
    await begin('1000.00');
    const { code, reference } = await createLink('900.00');
    await drop(invented('entries-in-text.sta').replace('TSB3V2SPNP', reference));
    expect(await statusOf(code)).to.equal('active');
    expect(await entries()).to.deep.equal(['deposit 1', 'unknown 900', 'unknown -900']);
    // The bank's next day goes on from there.
    await drop(statement([line('C900,00'), `:86:${reference}`], '1901', '1001').replaceAll('1126', '1127'));
    expect(await statusOf(code)).to.equal('paid');
  });

  it('pay no link in a line that the bank broke', async () => {
    await begin('0.00');
    const { code, reference } = await createLink('1000.00');
    await drop(invented('entries-in-full-line.sta', { REF: reference }));
    expect(await statusOf(code)).to.equal('active');
    expect(await entries()).to.deep.equal(['deposit 10', 'unknown 1000', 'unknown -1000']);
  });

  it('pay no link with a code of the operator, nor split, nor written by several payers', async () => {
    await begin('1000.00');
    const { code, reference } = await createLink('900.00');
    const debit = (amount: string, codes = 'SWEEP') => `:61:2611261126D${amount}NSWPNONREF//${codes}`;
    await drop(
      statement(
        [
          ...[
            line('C1,00'),
            ':86:A',
            debit('450,00'),
            ':86:B',
            line('C2,00'),
            ':86:C',
            debit('450,00'),
            ':86:D',
          ],
          ...[line('C3,00'), ':86:E', line('C900,00'), `:86:${reference}`],
        ],
        '1006',
      ),
    );
    expect(await statusOf(code)).to.equal('active');
    expect(await entries()).to.include.members(['unknown 900', 'deposit 3', 'unknown -450']);
  });

  it('do not begin another statement of the day, which would hide a credit', async () => {
    await begin('1000.00');
    const { code, reference } = await createLink('900.00');
    const header = [
      ':62F:C261126USD1901,00',
      '-',
      ':20:S',
      ':25:0123456789',
      ':28C:78/1',
      ':60F:C261126USD101,00',
    ];
    await drop(
      statement(
        [line('C1,00'), ':86:A', line('C900,00'), `:86:${reference}`, ...header, line('C5,00'), ':86:B'],
        '106',
      ),
    );
    expect(await statusOf(code)).to.equal('active');
    expect(await entries()).to.deep.equal([]);
    expect(await waiting()).to.have.length(2);
  });

  it('pay their link after all, if two operators say that a payer sent it', async () => {
    await begin('1000.00');
    const { code, reference } = await createLink('900.00');
    await drop(
      statement(
        [line('C1,00'), ':86:A', line('C900,00'), `:86:${reference}`, line(debited('900,00')), ':86:B'],
        '1001',
      ),
    );
    expect(await statusOf(code)).to.equal('active');
    const [found] = await service.database.query('select identity from bank_entries where amount = 900');
    const operators = await addTwoOperators(service);
    await operators.agree(
      ...['bank', 'decide', found?.['identity'] as string, '--as', 'payer'],
      ...['--reason', 'Told by camt.054', '--evidence', 'Ticket 1'],
    );
    await runOut(service.workers.rails);
    expect(await statusOf(code)).to.equal('paid');
  });

  describe('of CSV', () => {
    const MAPPING = {
      ...{ separator: ',', account: { value: '0123456789' }, currency: { value: 'USD' }, decimal: '.' },
      ...{ bookingDate: { column: 'Date', format: 'YYYY-MM-DD' }, amount: { column: 'Amount' } },
      ...{ balance: 'Balance', texts: ['Text'] },
    };
    const forged = (reference: string, text: string) =>
      `Date,Text,Amount,Balance\n2026-11-25,A,5.00,1005.00\n2026-11-26,${reference},900.00,1905.00\n2026-11-26,${text},1.00,1006.00\n`;

    it('pay no link where the bank quotes nothing', async () => {
      await begin('1000.00', { csv: MAPPING });
      const { code, reference } = await createLink('900.00');
      await drop(forged(reference, 'x,-900.00,1005.00\n2026-11-26,z'));
      expect(await statusOf(code)).to.equal('active');
      expect(await entries()).to.deep.equal(['deposit 5', 'unknown 900', 'unknown -900', 'deposit 1']);
    });

    it('wait for two operators where they could stand in the place of the row that they are in', async () => {
      await begin('1000.00', { csv: MAPPING });
      const { code, reference } = await createLink('900.00');
      await drop(forged(reference, 'x,-899.00,1006.00'));
      expect([await statusOf(code), await entries()]).to.deep.equal(['active', []]);
      expect(await waiting()).to.have.length(1);
    });

    it('are none where the bank quotes texts', async () => {
      await begin('1000.00', { csv: { ...MAPPING, quote: '"' } });
      const { code, reference } = await createLink('900.00');
      await drop(forged(reference, 'x,-900.00,1005.00\n2026-11-26,z'));
      expect(await statusOf(code)).to.equal('paid');
    });
  });

  it('leave alone what is not cancelled', async () => {
    await begin('1000.00');
    const { code, reference } = await createLink('900.00');
    await drop(
      statement(
        [line('C1,00'), ':86:A', line('C900,00'), `:86:${reference}`, line(debited('7,00')), ':86:FEE'],
        '1894',
      ),
    );
    expect(await statusOf(code)).to.equal('paid');
  });
});

describe('debits that payers write into texts of MT940 (D42)', () => {
  it('settle no payment by what its account knows of it, and cancel no credit by that', async () => {
    const rig = await openBankService('0.00');
    try {
      const { reference } = await rig.createLink('2000');
      await rig.hand('day.xml', rig.bank.close('2026-11-23', [{ ...PAID, text: reference }]));
      const withdrawal = await rig.withdraw('900');
      await rig.exported();
      const link = await rig.createLink('900');
      const guessed = instructionIdOf(providerKey({ accountId: rig.account.id, id: withdrawal }));
      const lines = [
        ...[':61:2611241124C1,00NTRFNONREF', ':86:A'],
        ...[':61:2611241124C900,00NTRFNONREF', `:86:${link.reference}`],
        ...[`:61:2611241124D900,00NTRF${guessed}`, ':86:B'],
      ];
      const header = [':20:S', ':25:0123456789', ':28C:78/1', ':60F:C261123USD2000,00'];
      await rig.hand('mt.sta', [...header, ...lines, ':62F:C261124USD2001,00', '-', ''].join('\n'));
      expect(await rig.statusOf(link)).to.equal('active');
      expect((await rig.withdrawalOf(withdrawal)).status).to.equal('processing');
    } finally {
      await rig.close();
    }
  });
});
