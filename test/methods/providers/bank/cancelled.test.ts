import { expect } from 'chai';
import { findCancelled } from '../../../../src/methods/providers/bank/books/cancelled.ts';
import { money } from '../../../../src/lib/money.ts';

/** The amounts that are found, in their order; small ones are in brackets. */
const found = (...amounts: (number | [number])[]): number[] => {
  const movements = amounts.map((told, index) => {
    const [amount, isLarge] = typeof told === 'number' ? [told, true] : [told[0], false];
    return { id: String(index), amount: money(String(amount)), isLarge };
  });
  const ids = findCancelled(movements);
  return movements.filter(({ id }) => ids.has(id)).map(({ amount }) => amount.toNumber());
};

describe('movements of a statement that cancel each other', () => {
  it('are those beside each other, however many', () => {
    expect(found(900, -900)).to.deep.equal([900, -900]);
    expect(found(5, -100, -100, -100, -100, 400, 7)).to.deep.equal([-100, -100, -100, -100, 400]);
    expect(found([3], [-3])).to.deep.equal([3, -3]);
  });

  it('are those anywhere, up to three debits with a credit or two credits with a debit', () => {
    expect(found(900, 5, -900)).to.deep.equal([900, -900]);
    expect(found(900, 5, -400, 7, -300, 8, -200)).to.deep.equal([900, -400, -300, -200]);
    expect(found(600, 5, -900, 7, 300)).to.deep.equal([600, -900, 300]);
    expect(found(-900, 5, 900, 7, 900)).to.deep.equal([-900, 900, 900]);
  });

  it('are no others, and no small ones that only add up by chance', () => {
    expect(found(900, 5, -901)).to.deep.equal([]);
    expect(found(100, 200, -310)).to.deep.equal([]);
    expect(found([3], 7, [-3])).to.deep.equal([]);
    expect(found(450, 7, -900)).to.deep.equal([]);
  });

  it('are found in time in a large statement', () => {
    const amounts = Array.from({ length: 20_000 }, (_, index) =>
      index % 50 === 0 ? -7_000_000 - index : index + 1,
    );
    expect(found(...amounts)).to.have.length(0);
  });
});
