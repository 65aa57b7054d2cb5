import type { Handlers } from '../contract/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { advance } from './repository.ts';

const MOST_YEARS = 10;
const YEAR_S = 365 * 24 * 3600;

/** Advances the deployment's clock, which decides what is due or expired (D21). It never goes back. */
export function clockHandlers(): Pick<Handlers, 'advanceClock'> {
  return {
    advanceClock:
      ({ body }) =>
      async (trx) => {
        const clock = await advance(trx, { seconds: body.seconds, mostS: MOST_YEARS * YEAR_S });
        if (!clock) {
          throw invalidParam('seconds', `The clock can be at most ${MOST_YEARS} years ahead of real time.`);
        }
        return {
          status: 200,
          body: {
            object: 'test_clock',
            now: formatTimestamp(clock.now),
            advanced_by_seconds: clock.advancedByS,
          },
        };
      },
  };
}
