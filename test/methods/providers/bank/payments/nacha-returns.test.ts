import { expect } from 'chai';
import { isNacha, readNachaReturns } from '../../../../../src/methods/providers/bank/payments/index.ts';

const HEADER = '101 021000021 1234567890261124150 0A094101FIRST EXAMPLE BANK     ACME INC'.replace(
  '150 0',
  '1500',
);
const ID = 'P7K3Q9X2M4T8WAB';
const END = '9'.repeat(94);

/** An entry with its addenda, as a bank sends it back. */
function back(code: string, { id = ID, cents = 10_000, type = '21' } = {}): string[] {
  const amount = String(cents).padStart(10, '0');
  const kind = code.startsWith('C') ? '98' : '99';
  return [
    `6${type}121000248${'4356695007'.padEnd(17)}${amount}${id.padEnd(15)}${'JOHN DOE'.padEnd(22)}  1021000020000001`,
    `7${kind}${code}021000020000001      12100024${'1918171614'.padEnd(44)}021000020000001`,
  ];
}

function file(
  entries: readonly string[],
  { count = entries.length, credits = 0n, debits = 0n } = {},
): string[] {
  const sums = [debits, credits].map((sum) => String(sum).padStart(12, '0')).join('');
  return [
    HEADER.padEnd(94),
    '5220ACME INC                            1234567890CCDPAYOUT          261124   1021000020000001',
    ...entries,
    `8220${String(count).padStart(6, '0')}0012100024${sums}1234567890`.padEnd(94),
    `9000001000001${String(count).padStart(8, '0')}0012100024${sums}`.padEnd(94),
    ...Array<string>(3).fill(END),
  ];
}

const read = (lines: readonly string[], end = '\n') => readNachaReturns(Buffer.from(lines.join(end)));
const refusal = (lines: readonly string[]): string => {
  try {
    read(lines);
  } catch (error) {
    return (error as Error).message;
  }
  return 'not refused';
};

describe('a NACHA file of returns', () => {
  const one = file(back('R02'), { credits: 10_000n });

  it('says which payment comes back and why, with line breaks of any kind, without, and without trailing blanks', () => {
    const expected = [{ kind: 'return', instructionId: ID, code: 'R02', isOfCredit: true }];
    for (const end of ['\n', '\r\n', '\r', '']) {
      const found = read(one, end);
      expect(found.map(({ amount: _, ...rest }) => rest)).to.deep.equal(expected);
      expect(found[0]?.amount.toFixed()).to.equal('100');
    }
    expect(read(one.map((line) => line.trimEnd()))).to.have.length(1);
    expect(isNacha(Buffer.from(one.join('\n')))).to.equal(true);
    expect(isNacha(Buffer.from('101;2026-11-23;100.00'))).to.equal(false);
  });

  it('says what was changed on the way, and leaves out what is neither', () => {
    const entries = [
      ...back('C01', { cents: 0 }),
      ...back('R02').slice(0, 1),
      ...back('R03', { type: '26' }),
    ];
    const found = read(file(entries, { credits: 10_000n, debits: 10_000n }));
    expect(found.map(({ kind, code, isOfCredit }) => [kind, code, isOfCredit])).to.deep.equal([
      ['change', 'C01', true],
      ['return', 'R03', false],
    ]);
  });

  it('is refused if it is cut, changed, or has no returns', () => {
    expect(refusal(one.slice(0, 4))).to.match(/has no end/);
    expect(refusal(file(back('R02'), { credits: 9_900n }))).to.match(/other sums/);
    expect(refusal(file(back('R02'), { count: 3, credits: 10_000n }))).to.match(/another count/);
    expect(refusal(file(back('R02').slice(0, 1), { credits: 10_000n }))).to.match(/no returns/);
    expect(refusal(file(back('X02'), { credits: 10_000n }))).to.match(/with the code "X02"/);
    expect(refusal([...one, 'x'.repeat(95)])).to.match(/more than 94 characters/);
  });
});
