import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Database, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { availableOf, findBalances } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { money, ZERO } from '../lib/money.ts';
import type { Providers } from '../methods/index.ts';
import {
  type Conversion,
  type Conversions,
  findTransfer,
  holdConversion,
  type Purchase,
  storeQuote,
  type TransferKind,
} from '../transfers/index.ts';
import { Leave } from '../treasury/index.ts';
import { findDeposit, lockDeposit, type Deposit } from './repository.ts';
import { creditedAs, payOwed } from './taken-back.ts';
import { claimDebts, lockTakenBack, setPurchase, type TakenBackDeposit } from './taken-back-repository.ts';

const MAX_IN_FLIGHT = 8;
const PAUSE_MS = 5_000;
/** The pause before a debt is tried again, longer than an attempt lasts. */
const WAIT_MS = 60_000;

interface Parts {
  db: Database;
  providers: Providers;
  events: EventRecorder;
  conversions: Pick<Conversions, 'requestQuote'>;
}

/**
 * Pays accounts' debts for deposits that were taken back, as soon as the balance covers them (D58). They are paid at
 * par, from the asset that the deposit was credited in. If the deposit had been exchanged, the owed asset is first
 * bought at a provider's quote, like a refund (D10). While the balance does not cover the price, the debt waits.
 */
export function createDebtWorker({ logger, ...parts }: Parts & { logger: Logger }): Worker {
  const { db } = parts;
  return createClaimWorker<Pick<TakenBackDeposit, 'accountId' | 'id'>>({
    name: 'debts',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimDebts(trx, { limit, waitMs: WAIT_MS })),
    describe: ({ id }) => ({ deposit_id: id }),
    async work({ accountId, id }) {
      const open = await db.transaction((trx) => pay(trx, parts, accountId, id));
      const purchase = open && (await purchaseFor(parts, open));
      if (!open || !purchase) return;
      try {
        const quote = await parts.conversions.requestQuote(purchase, newId());
        await db.transaction(async (trx) => {
          // Another attempt may have started to buy it.
          const still = await pay(trx, parts, accountId, id);
          if (still) await buy(trx, parts, still, purchase, quote);
        });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        logger.warn('debt purchase failed and will be retried', { deposit_id: id, code: error.code });
      }
    },
  });
}

interface Debt {
  deposit: Deposit;
  takenBack: TakenBackDeposit;
}

/**
 * Pays a debt if the balance covers it. Returns a debt that needs a purchase; undefined if it is paid or being bought.
 */
async function pay(
  trx: Trx,
  { events, providers }: Pick<Parts, 'events' | 'providers'>,
  accountId: string,
  id: string,
): Promise<Debt | undefined> {
  const takenBack = await lockTakenBack(trx, { accountId, id });
  if (!takenBack || takenBack.settledAt !== null) return undefined;
  const deposit = await lockDeposit(trx, accountId, id);
  if (await payOwed(trx, { events, providers }, deposit, takenBack)) return undefined;
  const { conversionId } = takenBack;
  const purchase =
    conversionId === null ? undefined : await findTransfer(trx, { accountId, id: conversionId });
  const isBeingBought = purchase?.status === 'held' || purchase?.status === 'sent';
  return isBeingBought ? undefined : { deposit, takenBack };
}

/** The purchase that a debt needs; undefined if none is possible, or if the credited asset is used up. */
async function purchaseFor(
  { db: { read }, providers }: Pick<Parts, 'db' | 'providers'>,
  { deposit, takenBack }: Debt,
): Promise<Purchase | undefined> {
  const { accountId, id } = deposit;
  const { asset: fromAsset, isExchanged } = await creditedAs(
    read,
    providers,
    await findDeposit(read, accountId, id),
  );
  if (!isExchanged) return undefined;
  const { balances } = await findBalances(read, accountId);
  const { asset: toAsset, owed } = takenBack;
  const toAmount = money(owed).minus(availableOf(balances, toAsset));
  return toAmount.gt(0) && availableOf(balances, fromAsset).gt(ZERO)
    ? { fromAsset, toAsset, toAmount }
    : undefined;
}

/** Throws `insufficient_funds` while the balance does not cover the price. */
async function buy(
  trx: Trx,
  { events }: Pick<Parts, 'events'>,
  { deposit }: Debt,
  { fromAsset, toAsset }: Purchase,
  quote: Parameters<typeof storeQuote>[2],
): Promise<void> {
  const { accountId, id, paymentLinkCode } = deposit;
  const leave = await Leave.payDebt(trx, { accountId, asset: fromAsset, amount: quote.fromAmount });
  const of = { depositId: id, paymentLinkCode };
  const conversion = await storeQuote(trx, { accountId, fromAsset, toAsset, requestId: null, of }, quote);
  await holdConversion(trx, events, leave, conversion, leave.goesAt);
  await setPurchase(trx, { accountId, id, conversionId: conversion.id });
}

/** Conversions that also pay the debt they were made for, out of their proceeds. */
export function withDebts(
  kind: TransferKind<Conversion>,
  parts: Pick<Parts, 'events' | 'providers'>,
): TransferKind<Conversion> {
  return {
    ...kind,
    async settle(trx, conversion, done) {
      await kind.settle(trx, conversion, done);
      const { accountId, depositId: id } = conversion;
      const takenBack = id === null ? undefined : await lockTakenBack(trx, { accountId, id });
      if (id !== null && takenBack?.conversionId === conversion.id) await pay(trx, parts, accountId, id);
    },
  };
}
