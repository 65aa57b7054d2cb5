import { expect } from 'chai';
import { createReserve } from '../../src/rate-limits/reserve.ts';

describe('the look-ups left to an address whose window is full', () => {
  /** A reserve at a time that the test sets, and the keys that were looked up. */
  const observed = () => {
    const looked: string[] = [];
    const clock = { nowMs: 1_000 };
    const reserve = createReserve(() => clock.nowMs);
    const lookUp = async (address: string, ...keys: string[]): Promise<string[]> => {
      looked.length = 0;
      await Promise.all(
        keys.map((key) => reserve.lookUp(address, key, () => Promise.resolve(looked.push(key)))),
      );
      return [...looked];
    };
    return { reserve, clock, lookUp };
  };

  it('are four a second, of all its keys together', async () => {
    const { clock, lookUp } = observed();
    expect(await lookUp('a', 'k1', 'k2', 'k3', 'k4', 'k5')).to.deep.equal(['k1', 'k2', 'k3', 'k4']);
    clock.nowMs += 999;
    expect(await lookUp('a', 'k6')).to.deep.equal([]);
    expect(await lookUp('b', 'k6'), 'of another address').to.deep.equal(['k6']);
    clock.nowMs += 1;
    expect(await lookUp('a', 'k5', 'k6')).to.deep.equal(['k5', 'k6']);
  });

  it('are not used up by a key that is sent again and again, and is tried again after ten seconds', async () => {
    const { clock, lookUp } = observed();
    expect(await lookUp('a', 'old', 'old', 'old', 'old', 'old', 'new')).to.deep.equal(['old', 'new']);
    clock.nowMs += 9_999;
    expect(await lookUp('a', 'old')).to.deep.equal([]);
    clock.nowMs += 1;
    expect(await lookUp('a', 'old')).to.deep.equal(['old']);
  });

  it('let calls with the same key wait for the first', async () => {
    const { reserve } = observed();
    let answer: () => void = () => undefined;
    let isKnown = false;
    const first = reserve.lookUp('a', 'key', () => new Promise<void>((resolve) => (answer = resolve)));
    const second = reserve.lookUp('a', 'key', () => Promise.reject(new Error('looked up twice')));
    void second.then(() => (isKnown = true));
    await Promise.resolve();
    expect(isKnown).to.equal(false);
    answer();
    await Promise.all([first, second]);
    expect(isKnown).to.equal(true);
  });

  it('are tried again at once when one failed', async () => {
    const { reserve, lookUp } = observed();
    const failed = reserve.lookUp('a', 'key', () => Promise.reject(new Error('no database')));
    expect(await failed.catch((error: Error) => error.message)).to.equal('no database');
    expect(await lookUp('a', 'key')).to.deep.equal(['key']);
  });
});
