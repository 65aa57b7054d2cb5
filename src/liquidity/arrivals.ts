import type { Database } from '../db/index.ts';
import { wordsOf } from '../lib/errors/words.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { type Arrival, PROVIDER_TIMEOUTS_MS, ProviderFailure, type Providers } from '../methods/index.ts';
import { claimSought, postponeSearch, type ExpectedArrival } from './rebalancing-repository.ts';
import { recordArrival } from './rebalancings.ts';

const PAUSE_MS = 1_000;
const MAX_IN_FLIGHT = 4;
/** Longer than a look-up may take. */
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.balances;
const EVERY_MS = 15_000;
/** An arrival later than this is late, and the provider should be asked. */
export const LATE_MS = 3600_000;
const EVERY_LATE_MS = 5 * 60_000;
/** Lost transfers are looked for until then. */
const GIVE_UP_MS = 30 * 24 * 3600_000;

/** Looks for money in transit at its destination, until it has arrived (D39). */
export function createArrivalWorker(options: { db: Database; providers: Providers; logger: Logger }): Worker {
  const { db, providers, logger } = options;
  const names = providers.all.filter(({ findArrival }) => findArrival).map(({ name }) => name);

  const find = async ({
    toProvider,
    reference,
    asset,
    destination,
    sentAt,
  }: ExpectedArrival): Promise<Arrival> => {
    const { findArrival } = providers.get(toProvider);
    if (!findArrival) throw new Error(`nothing can be sent to ${toProvider}`);
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.balances);
    return findArrival({ sentReference: reference, asset, destination, sentAt }, signal);
  };

  const lookAgain = async (expected: ExpectedArrival, error: string | null): Promise<void> => {
    const { accountId, transferId, status, ageMs, lastError } = expected;
    const isGivenUp = status === 'written_off' && ageMs > GIVE_UP_MS;
    const waitMs = isGivenUp ? null : ageMs > LATE_MS ? EVERY_LATE_MS : EVERY_MS;
    const late = ageMs > LATE_MS ? 'It is late: ask the provider that it was sent to.' : null;
    await db.transaction((trx) =>
      postponeSearch(trx, { accountId, transferId, waitMs, error: error ?? late }),
    );
    // Once, when it becomes late.
    if (status === 'in_transit' && (error ?? late) !== null && lastError === null)
      logger.error('rebalancing overdue; see `payments liquidity status`', {
        rebalancing_id: transferId,
        to_provider: expected.toProvider,
        error: error ?? late,
      });
  };

  return createClaimWorker<ExpectedArrival>({
    name: 'arrivals',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimSought(trx, { providers: names, limit, leaseMs: LEASE_MS })),
    describe: ({ transferId }) => ({ rebalancing_id: transferId }),
    async work(expected) {
      try {
        const arrival = await find(expected);
        if (arrival.status === 'arrived' && arrival.asset === expected.asset && arrival.amount.gt(0)) {
          const { transferId, maxFee } = expected;
          await db.transaction((trx) => recordArrival(trx, { transferId, maxFee: money(maxFee) }, arrival));
          if (money(expected.amount).eq(arrival.amount)) return;
          logger.warn('rebalancing arrived with a different amount; see `payments liquidity status`', {
            rebalancing_id: transferId,
            sent: expected.amount,
            arrived: arrival.amount.toFixed(),
          });
          return;
        }
        await lookAgain(expected, problemOf(arrival));
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        await lookAgain(expected, wordsOf(error));
      }
    },
  });
}

function problemOf(arrival: Arrival): string | null {
  switch (arrival.status) {
    case 'arrived':
      return wordsOf(
        `It arrived as ${arrival.amount.toFixed()} ${arrival.asset}, under ${arrival.reference}: ask the provider.`,
      );
    case 'refused':
      return wordsOf(`The provider did not credit it, under ${arrival.reference}: ${arrival.message}`);
    case 'absent':
    case 'seen':
      return null;
  }
}
