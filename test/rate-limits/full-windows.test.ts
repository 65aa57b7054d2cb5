import { expect } from 'chai';
import { rememberFullWindows } from '../../src/rate-limits/full-windows.ts';
import { createRateLimiter, type RateLimitStore } from '../../src/rate-limits/limiter.ts';
import { until } from '../support/poll.ts';

/** A store with windows of one second that counts how often it is called. */
function createShortStore(): RateLimitStore & { asked: number } {
  const windows = new Map<string, { used: number; endsAtMs: number }>();
  return {
    asked: 0,
    increment(key, by) {
      this.asked += 1;
      const now = performance.now();
      let window = windows.get(key);
      if (!window || window.endsAtMs <= now) windows.set(key, (window = { used: 0, endsAtMs: now + 1_000 }));
      window.used += by;
      return Promise.resolve({ used: window.used, endsInMs: window.endsAtMs - now });
    },
    close: () => Promise.resolve(),
  };
}

describe('a full window', () => {
  it('is remembered until it ends, without asking the store meanwhile', async () => {
    const store = createShortStore();
    const windows = rememberFullWindows(createRateLimiter(store));
    expect(await windows.count('a', 2)).to.include({ remaining: 1, exceeded: false });
    expect(windows.isFull('a')).to.equal(false);
    expect(await windows.count('a', 2)).to.include({ remaining: 0, exceeded: false });
    expect(windows.isFull('a')).to.equal(true);
    for (let count = 0; count < 5; count++) {
      expect(await windows.count('a', 2)).to.deep.equal({
        limit: 2,
        remaining: 0,
        resetS: 1,
        exceeded: true,
      });
    }
    expect(store.asked).to.equal(2);
    expect(windows.isFull('b'), 'of another key').to.equal(false);
    await until(() => !windows.isFull('a'), { what: 'the window has ended' });
    expect(await windows.count('a', 2)).to.include({ remaining: 1, exceeded: false });
  });

  it('is forgotten when there are too many, oldest first', async () => {
    const store = createShortStore();
    const windows = rememberFullWindows(createRateLimiter(store));
    for (let key = 0; key <= 10_000; key++) await windows.count(`address ${key}`, 1);
    expect(windows.isFull('address 0')).to.equal(false);
    expect(windows.isFull('address 10000')).to.equal(true);
  });
});
