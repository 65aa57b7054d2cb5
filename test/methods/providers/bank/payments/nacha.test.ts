import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../../../../../src/lib/money.ts';
import {
  writePaymentFile,
  type Payment,
  type PaymentBatch,
} from '../../../../../src/methods/providers/bank/payments/index.ts';
import { instructionIdOf } from '../../../../../src/methods/providers/bank/references/index.ts';
import { batchOf, DESTINATIONS, paymentBy, profileOf } from './fixtures.ts';
import { nachaFaultsOf } from './nacha-rules.ts';

const EXAMPLE = [
  '101 02100002112345678902611231504A094101JPMORGAN CHASE         ACME INC                       ',
  '5220ACME INC                            1234567890CCDPAYOUT          261124   1021000020000001',
  '6221210002484356695007       0000015075P7K3Q9X2M4T8WABJOHN DOE                1021000020000001',
  '705RF18539007547034                                                                00010000001',
  '822000000200121000240000000000000000000150751234567890                         021000020000001',
  '9000001000001000000020012100024000000000000000000015075                                       ',
];
const FILLER = '9'.repeat(94);

/** Like moov-io/ach's ppd-credit.ach: one salary. */
const PPD_CREDIT = [
  '101 231380104 1210428821812060000A094101FEDERAL RESERVE BANK   MY BANK NAME                   ',
  '5220NAME ON ACCOUNT                     121042882 PPDREG.SALARY      181207   1121042880000001',
  '62223138010412345678         0100000000P7K3Q9X2M4T8WABRECEIVER ACCOUNT NAME   0121042880000001',
  '82200000010023138010000000000000000100000000121042882                          121042880000001',
  '9000001000001000000010023138010000000000000000100000000                                       ',
];

function linesOf(payments: readonly Payment[], changed: Partial<PaymentBatch> = {}, profile = {}): string[] {
  const { bytes } = writePaymentFile(profileOf('nacha', profile), batchOf(payments, changed));
  return bytes.toString().split('\n').slice(0, -1);
}

const person = { bank: { ...DESTINATIONS.nacha.bank, holder_type: 'individual' } } as const;
const many = (count: number, changed: Partial<Payment> = {}): Payment[] =>
  Array.from({ length: count }, (_, n) =>
    paymentBy('nacha', { instructionId: instructionIdOf(String(n)), ...changed }),
  );

describe('a NACHA file', () => {
  it('has our id, the creditor reference and right controls, in a block of ten', () => {
    expect(
      linesOf([paymentBy('nacha', { remittance: { creditorReference: 'RF18539007547034' } })]),
    ).to.deep.equal([...EXAMPLE, ...Array<string>(4).fill(FILLER)]);
  });

  it('has what a file of others has for the same payment', () => {
    const profile = {
      company_name: 'Name on Account',
      company_id: '121042882',
      odfi_routing_number: '121042882',
      destination: { id: '231380104', name: 'Federal Reserve Bank' },
      origin: { id: '121042882', name: 'My Bank Name' },
      description: 'REG.SALARY',
    };
    const destination = {
      bank: {
        account_name: 'Receiver Account Name',
        holder_type: 'individual',
        account_number: '12345678',
        routing_number: '231380104',
      },
    } as const;
    const lines = linesOf(
      [paymentBy('nacha', { destination, amount: money('1000000') })],
      { createdAt: new Date('2018-12-06T00:00:00Z'), executionDate: '2018-12-07' },
      profile,
    );
    expect(lines).to.deep.equal([...PPD_CREDIT, ...Array<string>(5).fill(FILLER)]);
  });

  for (const count of [1, 5, 6, 7, 16, 17]) {
    it(`fills blocks of ten with ${count} payments, and counts them`, () => {
      const lines = linesOf(many(count));
      const blocks = Math.ceil((count + 4) / 10);
      expect(lines).to.have.length(blocks * 10);
      for (const line of lines) expect(line).to.have.length(94);
      expect(lines[count + 3]!.slice(7, 21)).to.equal(
        String(blocks).padStart(6, '0') + String(count).padStart(8, '0'),
      );
    });
  }

  it('keeps the last ten digits of the hash', () => {
    const lines = linesOf(many(900));
    // 900 × 12100024 = 10890021600
    expect(lines[902]!.slice(10, 20)).to.equal('0890021600');
  });

  it('pays companies in one batch and persons in another, and counts traces on', () => {
    const lines = linesOf([
      paymentBy('nacha', { destination: person, amount: money('1') }),
      paymentBy('nacha', { instructionId: instructionIdOf('b'), amount: money('2') }),
    ]);
    expect(lines.map((line) => line[0]).join('')).to.equal('1568568999');
    expect([lines[1]!.slice(50, 53), lines[4]!.slice(50, 53)]).to.deep.equal(['CCD', 'PPD']);
    expect([lines[1]!.slice(87), lines[4]!.slice(87)]).to.deep.equal(['0000001', '0000002']);
    expect([lines[2]!.slice(79), lines[5]!.slice(79)]).to.deep.equal(['021000020000001', '021000020000002']);
    expect([lines[3]!.slice(32, 44), lines[6]!.slice(32, 44)]).to.deep.equal([
      '000000000200',
      '000000000100',
    ]);
    expect(lines[7]).to.match(/^9000002000001000000020024200048000000000000000000000300/);
  });

  it('pays into savings where the account is one', () => {
    const destination = { bank: { ...DESTINATIONS.nacha.bank, account_type: 'savings' } } as const;
    expect(linesOf([paymentBy('nacha', { destination })])[2]!.slice(0, 3)).to.equal('632');
  });

  it('ends with a debit of the company in a balanced file', () => {
    const offset = { routing_number: '021000021', account_number: '987654321', account_type: 'checking' };
    const lines = linesOf(many(2), {}, { offset });
    expect(lines[1]!.slice(0, 4)).to.equal('5200');
    expect(lines[4]).to.equal(
      '627021000021987654321        0000030150PAY202611230000OFFSET                  0021000020000003',
    );
    // Twice 12100024 and 02100002.
    expect(lines[5]).to.match(/^82000000030026300050000000030150000000030150/);
    expect(lines[6]).to.match(/^9000001000001000000030026300050000000030150000000030150/);
  });

  it('tells the files of a day apart', () => {
    const modifierOf = (fileOfDay: number) => linesOf(many(1), { fileOfDay })[0]![33];
    expect([1, 2, 26, 27, 36].map(modifierOf)).to.deep.equal(['A', 'B', 'Z', '0', '9']);
    expect(() => modifierOf(37)).to.throw('at most 36 files a day');
  });

  it('carries words in capital letters without accents, cut to 80', () => {
    const lines = linesOf([paymentBy('nacha', { remittance: { text: `Factura ${'ñ'.repeat(90)}` } })]);
    expect(lines[3]).to.equal(`705FACTURA ${'N'.repeat(72)}00010000001`);
  });

  it('has no more than its sums have room for', () => {
    expect(() => linesOf(many(101, { amount: money('99999999.99') }))).to.throw('more than a NACHA file');
  });

  for (const name of ['ppd-credit', 'web-credit', 'ctx-debit', 'two-micro-deposits']) {
    it(`keeps rules that ${name}.ach of others keeps`, function () {
      const checkouts = process.env['BANK_SAMPLES'];
      if (checkouts === undefined) return this.skip();
      const folder = join(checkouts, 'moov-io+ach/test');
      const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
        file.endsWith(`/${name}.ach`),
      );
      if (found === undefined) throw new Error(`${name}.ach is not among the checkouts`);
      const sample = join(folder, found);
      expect(nachaFaultsOf(readFileSync(sample, 'utf8'))).to.deep.equal([]);
    });
  }

  for (const [what, profile] of [
    ['credits only', {}],
    [
      'a balanced file',
      { offset: { routing_number: '021000021', account_number: '1', account_type: 'savings' } },
    ],
  ] as const) {
    it(`keeps them itself, with ${what}, companies and persons, and with words and without`, () => {
      for (const count of [1, 2, 9, 40]) {
        const payments = many(count).map((payment, n) => ({
          ...payment,
          ...(n % 2 === 1 && { destination: person }),
          ...(n % 3 === 0 && { remittance: { text: `Invoice ${n}` } }),
        }));
        const { bytes } = writePaymentFile(profileOf('nacha', profile), batchOf(payments));
        expect(nachaFaultsOf(bytes.toString())).to.deep.equal([]);
      }
    });
  }

  it('is named by its message id', () => {
    expect(writePaymentFile(profileOf('nacha'), batchOf(many(1))).name).to.equal('PAY20261123000001.ach');
  });
});
