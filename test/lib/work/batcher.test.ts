import { expect } from 'chai';
import { createBatcher } from '../../../src/lib/work/batcher.ts';
import { until } from '../../support/poll.ts';

describe('a batcher', () => {
  it('hands over items added together as one batch, in order', async () => {
    const batches: number[][] = [];
    const add = createBatcher<number>({
      maxItems: 10,
      waitMs: 1,
      handOver: (items) => {
        batches.push([...items]);
        return Promise.resolve();
      },
    });
    await Promise.all([1, 2, 3].map(add));
    await add(4);
    expect(batches).to.deep.equal([[1, 2, 3], [4]]);
  });

  it('collects the next batch while one is in flight, up to the maximum size', async () => {
    const batches: number[][] = [];
    let letGo = (): void => undefined;
    const add = createBatcher<number>({
      maxItems: 2,
      waitMs: 0,
      handOver: (items) => {
        batches.push([...items]);
        return new Promise((resolve) => (letGo = resolve));
      },
    });
    const first = add(1);
    await until(() => batches.length === 1, { what: 'the first is in flight' });
    const others = [2, 3, 4].map(add);
    letGo();
    await first;
    await until(() => batches.length === 2, { what: 'the next two are' });
    letGo();
    await until(() => batches.length === 3, { what: 'the last one is' });
    letGo();
    await Promise.all(others);
    expect(batches).to.deep.equal([[1], [2, 3], [4]]);
  });

  it('also waits for more items after a batch', async () => {
    const batches: number[][] = [];
    const added: Promise<void>[] = [];
    const add = createBatcher<number>({
      maxItems: 10,
      waitMs: 50,
      handOver: (items) => {
        batches.push([...items]);
        if (batches.length === 1) {
          // One item that comes while the first batch is in flight, and one right after.
          added.push(add(2));
          setImmediate(() => added.push(add(3)));
        }
        return Promise.resolve();
      },
    });
    await add(1);
    await until(() => batches.length === 2, { what: 'the second batch is in flight' });
    await Promise.all(added);
    expect(batches).to.deep.equal([[1], [2, 3]]);
  });

  it('rejects only the items of a failed batch, and continues', async () => {
    const add = createBatcher<number>({
      maxItems: 1,
      waitMs: 0,
      handOver: ([item]) => (item === 2 ? Promise.reject(new Error('lost')) : Promise.resolve()),
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(add));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
  });
});
