import type { Trx } from '../db/connect.ts';
import type { EventRecorder } from '../events/record.ts';
import type { Logger } from '../lib/logger.ts';
import type { FinalDeposit } from '../methods/providers/provider.ts';
import { lockLink, moveLink } from '../payment-links/link-state.ts';
import { destinationKey } from '../payment-links/quotes/offer.ts';
import {
  findLinkMethod,
  findMethodsByDestination,
  type LinkMethodRow,
} from '../payment-links/quotes/repository.ts';
import { bookReceipt, bookReversal, creditPayment } from './booking.ts';
import { startConversion } from './transfers/conversion.ts';
import { lockPayment, moveDeposit, type Payment } from './deposit-state.ts';
import { recordFailure } from './unmatched/failure.ts';
import { makeFinal, takeInLate } from './final.ts';
import { chooseMethod, findMismatch } from './match.ts';
import { toDeposit, type DepositNotice } from './notifications/notification.ts';
import { keepConflict } from './references/conflicts.ts';
import { claimReference, findDepositByReference } from './references/repository.ts';
import { insertDeposit, type DepositRow } from './repository.ts';
import { holdUnmatched } from './unmatched/hold.ts';

export interface DepositService {
  /**
   * Takes in a deposit: exactly what is due pays the link, and anything else is kept as unmatched, outside the
   * balance (D7). What needs to become final or to be converted first leaves the link processing, and is carried on
   * by the workers. Ledger, link and events change in the given transaction. A notice that came before changes
   * nothing and gets the same deposit, unless it is the first that is final: then what is final counts, whatever was
   * seen (D27). Undefined when nothing is taken in: for one that is neither final nor what is due, which may vanish and
   * is told again when it is final, and for one whose reference is another deposit's, which the operator is shown (D25).
   */
  receive(trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined>;
  /** A deposit that was only seen is final now, as the given facts say (D27). Does nothing when that is known already. */
  confirm(trx: Trx, accountId: string, id: string, final: FinalDeposit): Promise<void>;
  /** A deposit that was seen will never become final: the link can be paid again. Does nothing when it is settled. */
  drop(trx: Trx, accountId: string, id: string): Promise<void>;
}

export function createDepositService(options: { events: EventRecorder; logger: Logger }): DepositService {
  const { events, logger } = options;

  const receiveNew = async (trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined> => {
    const place = await findPlace(trx, notice);
    if (!place) return receiveUnclaimed(trx, notice);
    const { account_id: accountId, link_code: code, method: name } = place;
    // Sent together; what comes after the lock is what holds while it is held.
    const [link, method, known] = await Promise.all([
      lockLink(trx, accountId, code),
      findLinkMethod(trx, { accountId, code, method: name }),
      findDepositByReference(trx, referenceOf(notice)),
    ]);
    if (!link || !method) throw new Error(`the link of method ${name} is missing`);
    if (known) return receiveAgain(trx, notice, known);

    const mismatch = findMismatch(notice, link, method);
    if (mismatch !== undefined) {
      if (!notice.final) return undefined;
      const deposit = await toDeposit(trx, notice, mismatch, link);
      return takeIn(trx, notice, deposit, () => holdUnmatched(trx, events, deposit, method));
    }
    const settlesAtOnce = notice.final && !method.requires_conversion;
    const pending = await toDeposit(trx, { ...notice, method: name }, undefined, link);
    const deposit: DepositRow = settlesAtOnce ? { ...pending, status: 'credited' } : pending;
    return takeIn(trx, notice, deposit, async () => {
      const payment = { deposit, link: await moveLink(trx, link, 'receive'), method };
      if (settlesAtOnce) return creditPayment(trx, events, { ...payment, from: 'rail' });
      await bookReceipt(trx, deposit);
      if (notice.final) await startConversion(trx, payment);
    });
  };

  const receiveUnclaimed = async (trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined> => {
    if (!notice.final) return undefined;
    const deposit = await toDeposit(trx, notice, 'UNKNOWN_DESTINATION');
    return takeIn(trx, notice, deposit, () => holdUnmatched(trx, events, deposit, undefined));
  };

  /** Writes a new deposit and does what follows from it, unless another has its reference by now. */
  const takeIn = async (
    trx: Trx,
    notice: DepositNotice,
    deposit: DepositRow,
    follow: () => Promise<void>,
  ): Promise<DepositRow | undefined> => {
    if (!(await claimReference(trx, deposit))) {
      const known = await findDepositByReference(trx, deposit);
      if (!known) throw new Error(`reference ${deposit.provider_reference} is of no deposit`);
      return receiveAgain(trx, notice, known);
    }
    trx.defer(insertDeposit(trx, deposit));
    await follow();
    return deposit;
  };

  const receiveAgain = async (
    trx: Trx,
    notice: DepositNotice,
    known: DepositRow,
  ): Promise<DepositRow | undefined> => {
    if (destinationKey(known.destination) !== destinationKey(notice.destination)) {
      await keepConflict(trx, logger, notice, await findPlace(trx, notice));
      return undefined;
    }
    const mayChange = known.status === 'pending' || known.status === 'failed';
    if (!notice.final || !mayChange) return known;
    const payment = await lockPayment(trx, known.account_id, known.id);
    if (payment.deposit.status === 'failed') return takeInLate(trx, events, payment, notice);
    return isUnconfirmed(payment) ? makeFinal(trx, events, payment, notice) : payment.deposit;
  };

  return {
    async receive(trx, notice) {
      const known = await findDepositByReference(trx, referenceOf(notice));
      return known ? receiveAgain(trx, notice, known) : receiveNew(trx, notice);
    },

    async confirm(trx, accountId, id, final) {
      const payment = await lockPayment(trx, accountId, id);
      if (isUnconfirmed(payment)) await makeFinal(trx, events, payment, final);
    },

    async drop(trx, accountId, id) {
      const payment = await lockPayment(trx, accountId, id);
      if (!isUnconfirmed(payment)) return;
      const failed = await moveDeposit(trx, payment.deposit, 'drop', 'NOT_CONFIRMED');
      await moveLink(trx, payment.link, 'fail');
      await bookReversal(trx, failed);
      await recordFailure(trx, events, failed);
    },
  };
}

/** Whose link was to be paid by what arrived there; undefined for a place that nobody, or more than one, was told of. */
async function findPlace(trx: Trx, notice: DepositNotice): Promise<LinkMethodRow | undefined> {
  return chooseMethod(await findMethodsByDestination(trx, destinationKey(notice.destination)), notice);
}

function referenceOf({ provider, providerReference }: DepositNotice) {
  return { provider, provider_reference: providerReference };
}

function isUnconfirmed({ deposit }: Payment): boolean {
  return deposit.status === 'pending' && deposit.confirmation_due_at !== null;
}
