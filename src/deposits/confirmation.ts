import type { Database } from '../db/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Logger } from '../lib/logger.ts';
import {
  type Confirmation,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
} from '../methods/index.ts';
import { claimUnconfirmed, postponeConfirmation, type Deposit } from './repository.ts';
import type { DepositService } from './service.ts';

const MAX_IN_FLIGHT = 32;
const PAUSE_MS = 250;
/** Longer than the provider's timeout, so that a claim lapses only if its worker died. */
const LEASE_MS = PROVIDER_TIMEOUTS_MS.money + 5_000;
const MAX_WAIT_MS = 60_000;
/** After about an hour and a half: by then someone should look into it. */
const ALERT_AT_ATTEMPT = 120;

/** Polls the provider about deposits that were only seen, until they are final or never will be (D7). */
export function createConfirmationWorker(options: {
  db: Database;
  deposits: DepositService;
  providers: Providers;
  logger: Logger;
}): Worker {
  const { db, deposits, providers, logger } = options;
  const names = providers.all.map(({ name }) => name);

  const ask = async (deposit: Deposit): Promise<Confirmation> => {
    try {
      return await providers
        .get(deposit.provider)
        .confirmDeposit(
          { idempotencyKey: deposit.id, providerReference: deposit.providerReference },
          AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money),
        );
    } catch (error) {
      // The provider will be asked again: a failed call decides nothing, and the money must not be written off.
      if (error instanceof ProviderFailure) return { status: 'seen' };
      throw error;
    }
  };

  return createClaimWorker({
    name: 'deposit-confirmation',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) =>
      db.transaction((trx) => claimUnconfirmed(trx, { providers: names, limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ deposit_id: id }),
    async work(deposit) {
      const { accountId, id, confirmationAttempts: attempts } = deposit;
      const confirmation = await ask(deposit);
      if (attempts === ALERT_AT_ATTEMPT) {
        logger.error('a deposit was seen long ago and is still not final', { deposit_id: id });
      }
      await db.transaction((trx) => {
        switch (confirmation.status) {
          case 'seen':
            return postponeConfirmation(trx, deposit, Math.min(attempts * 1_000, MAX_WAIT_MS));
          case 'confirmed':
            return deposits.confirm(trx, accountId, id, confirmation);
          case 'dropped':
            return deposits.drop(trx, accountId, id);
        }
      });
    },
  });
}
