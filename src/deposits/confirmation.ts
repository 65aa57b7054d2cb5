import { createGroupCommit, type Database } from '../db/index.ts';
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
/** About an hour and a half; by then an operator should look into it. */
const ALERT_AT_ATTEMPT = 120;

/** The provider's answer about a deposit. */
interface AnsweredDeposit {
  deposit: Deposit;
  confirmation: Confirmation;
}

/** Polls the provider for deposits that were only seen, until they are final or never will be (D7). */
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
      // A failed call decides nothing, because the money must not be written off; the provider is polled again.
      if (error instanceof ProviderFailure) return { status: 'seen' };
      throw error;
    }
  };

  const record = createGroupCommit<AnsweredDeposit>({
    db,
    async record(trx, asked) {
      const outcomes = asked.filter(({ confirmation }) => confirmation.status !== 'seen');
      const finals = outcomes.flatMap(({ confirmation: c }) => (c.status === 'confirmed' ? [c] : []));
      await deposits.prepareToConfirm(
        trx,
        outcomes.map(({ deposit }) => deposit),
        finals,
      );
      for (const { deposit, confirmation } of asked) {
        switch (confirmation.status) {
          case 'seen':
            postponeConfirmation(trx, deposit, waitMs(deposit));
            break;
          case 'confirmed':
            await deposits.confirm(trx, deposit, confirmation);
            break;
          case 'dropped':
            await deposits.drop(trx, deposit);
        }
      }
    },
  });

  return createClaimWorker({
    name: 'deposit-confirmation',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) =>
      db.transaction((trx) => claimUnconfirmed(trx, { providers: names, limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ deposit_id: id }),
    async work(deposit) {
      const confirmation = await ask(deposit);
      if (deposit.confirmationAttempts === ALERT_AT_ATTEMPT) {
        logger.error('deposit confirmation overdue', { deposit_id: deposit.id });
      }
      await record({ deposit, confirmation });
    },
  });
}

function waitMs({ confirmationAttempts: attempts }: Deposit): number {
  return Math.min(attempts * 1_000, MAX_WAIT_MS);
}
