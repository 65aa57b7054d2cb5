import { createGroupCommit, type Database, type Trx } from '../db/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Logger } from '../lib/logger.ts';
import {
  type Confirmation,
  type FinalDeposit,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
} from '../methods/index.ts';
import { issuedInstructions } from '../payment-links/index.ts';
import { lockAhead, lockPayment, type PaymentKey } from './deposit-state.ts';
import { giveUp, type HoldingParts, keepConflict } from './hold.ts';
import { destinationOf, findInstructions, isSameDestination } from './match.ts';
import { claimUnconfirmed, type Deposit, postponeConfirmation } from './repository.ts';
import { isUnconfirmed, makeFinal } from './settlement.ts';

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
  parts: HoldingParts;
  providers: Providers;
  logger: Logger;
}): Worker {
  const { db, parts, providers, logger } = options;
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
      await Promise.all([
        lockAhead(
          trx,
          outcomes.map(({ deposit }) => deposit),
        ),
        issuedInstructions.ahead(trx, finals.map(destinationOf)),
      ]);
      for (const { deposit, confirmation } of asked) {
        switch (confirmation.status) {
          case 'seen':
            postponeConfirmation(trx, deposit, waitMs(deposit));
            break;
          case 'confirmed':
            await confirm(trx, { ...parts, logger }, deposit, confirmation);
            break;
          case 'dropped':
            await drop(trx, parts, deposit);
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
      db.inOneTrip((trx) => claimUnconfirmed(trx, { providers: names, limit, leaseMs: LEASE_MS })),
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

/**
 * Confirms a deposit that was only seen, with its final facts (D27). One that is final at another destination is
 * dropped here, and listed for the operator with the conflicts. Does nothing if its outcome is known.
 */
export async function confirm(
  trx: Trx,
  parts: HoldingParts & { logger: Logger },
  seen: PaymentKey,
  final: FinalDeposit,
): Promise<void> {
  const payment = await lockPayment(trx, seen);
  const { deposit } = payment;
  if (!isUnconfirmed(deposit)) return;
  const candidates = await issuedInstructions.all(trx, destinationOf(final));
  if (isSameDestination(deposit, final)) {
    const { arrived } = findInstructions(candidates, { ...final, reference: deposit.reference });
    await makeFinal(trx, parts, payment, arrived);
    return;
  }
  // Nothing arrived where it was seen, and the reference belongs to a deposit at another destination.
  const { provider, providerReference, method } = deposit;
  const elsewhere = { ...final, provider, providerReference, method, reference: null, final: true };
  await keepConflict(trx, parts.logger, elsewhere, findInstructions(candidates, elsewhere).instructions);
  await giveUp(trx, parts.events, payment);
}

/** Drops a deposit that will never be final, so that its link can be paid again. Does nothing if its outcome is known. */
export async function drop(
  trx: Trx,
  { events }: Pick<HoldingParts, 'events'>,
  seen: PaymentKey,
): Promise<void> {
  const payment = await lockPayment(trx, seen);
  if (isUnconfirmed(payment.deposit)) await giveUp(trx, events, payment);
}

function waitMs({ confirmationAttempts: attempts }: Deposit): number {
  return Math.min(attempts * 1_000, MAX_WAIT_MS);
}
