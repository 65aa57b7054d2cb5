import { expect } from 'chai';
import { createMemoryStore } from '../../src/rate-limits/limiter.ts';

describe('windows in memory', () => {
  it('last a minute from the first request, and can be looked at and given back', async () => {
    const store = createMemoryStore();
    expect(await store.increment('a', 1)).to.deep.equal({ used: 1, endsInMs: 60_000 });
    expect((await store.increment('a', 1)).used).to.equal(2);
    expect((await store.increment('a', 0)).used).to.equal(2);
    expect((await store.increment('a', -1)).used).to.equal(1);
    expect((await store.increment('b', 0)).used).to.equal(0);
  });

  it('end early, the oldest first, once there are a hundred thousand', async () => {
    const store = createMemoryStore();
    for (let count = 0; count < 100_000; count++) await store.increment(`key ${count}`, 1);
    expect((await store.increment('key 0', 0)).used, 'of the oldest, while there is room').to.equal(1);
    await store.increment('one more', 1);
    expect((await store.increment('key 99999', 0)).used).to.equal(1);
    expect((await store.increment('key 0', 0)).used).to.equal(0);
  });
});
