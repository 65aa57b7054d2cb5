import type { Handlers, Schemas } from '../contract/index.ts';
import type { Queryable } from '../db/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { advance, findClock, type ClockRow } from './repository.ts';

const MOST_YEARS = 10;
const YEAR_S = 365 * 24 * 3600;

/**
 * The deployment's clock, which decides what is due or expired (D21). It never goes back. In the live environment, no route
 * leads here.
 */
export function clockHandlers(read: Queryable): Pick<Handlers, 'getClock' | 'advanceClock'> {
  return {
    async getClock() {
      const clock = await findClock(read);
      if (!clock) throw new Error('the database has no clock');
      return { status: 200, body: viewClock(clock) };
    },

    advanceClock:
      ({ body }) =>
      async (trx) => {
        const clock = await advance(trx, { seconds: body.seconds, mostS: MOST_YEARS * YEAR_S });
        if (!clock) {
          throw invalidParam('seconds', `The clock can be at most ${MOST_YEARS} years ahead of real time.`);
        }
        return { status: 200, body: viewClock(clock) };
      },
  };
}

function viewClock({ now, advancedByS }: ClockRow): Schemas['TestClock'] {
  return { object: 'test_clock', now: formatTimestamp(now), advanced_by_seconds: advancedByS };
}
