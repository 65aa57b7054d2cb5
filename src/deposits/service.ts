import { lockAccount } from '../accounts/repository.ts';
import type { Trx } from '../db/connect.ts';
import type { EventRecorder } from '../events/record.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, money, roundDownToLedger, type Money } from '../lib/money.ts';
import { lockLink, moveLink } from '../payment-links/link-state.ts';
import { destinationKey } from '../payment-links/quotes/offer.ts';
import {
  findLinkMethod,
  findMethodsByDestination,
  type LinkMethodRow,
} from '../payment-links/quotes/repository.ts';
import type { LinkRow } from '../payment-links/repository.ts';
import { insertPayout } from '../payouts/repository.ts';
import { bookReceipt, bookReversal, bookUnmatched, creditPayment } from './booking.ts';
import { lockPayment, moveDeposit, type Payment } from './deposit-state.ts';
import { recordFailure, recordUnmatched } from './failure.ts';
import { chooseMethod, findMismatch, type UnmatchedReason } from './match.ts';
import { refundIfWanted } from './refunds.ts';
import { findDepositByNotice, insertDeposit, markFinal, type DepositRow } from './repository.ts';

/** Holds what was sent to a place that nobody was told of; made by a migration. */
export const UNCLAIMED_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/** When the provider is first asked about a deposit that is not final yet. */
const FIRST_CONFIRMATION_MS = 1_000;

/** What a provider tells us of money that arrived (D7). */
export interface DepositNotice {
  provider: string;
  /** The provider's own name of this deposit: a repeat is recognised by it. */
  providerReference: string;
  method: string;
  destination: string;
  reference: string | null;
  asset: string;
  network: string | null;
  /** Decimal, in `asset`. */
  amount: Money;
  /** False for one that was only seen on chain and may still vanish. */
  final: boolean;
  payer: Record<string, string>;
}

export interface DepositService {
  /**
   * Takes in a deposit: exactly what is due pays the link, and anything else is kept as unmatched, outside the
   * balance (D7). What needs to become final or to be converted first leaves the link processing, and is carried on
   * by the workers. Ledger, link and events change in the given transaction. A notice that came before changes
   * nothing, unless it is final now, and gets the same deposit. Undefined for one that is neither final nor what is
   * due: it may vanish, and is told again when it is final.
   */
  receive(trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined>;
  /** A deposit that was only seen is final now. Does nothing when that is known already. */
  confirm(trx: Trx, accountId: string, id: string): Promise<void>;
  /** A deposit that was seen will never become final: the link can be paid again. Does nothing when it is settled. */
  drop(trx: Trx, accountId: string, id: string): Promise<void>;
}

export function createDepositService(options: { events: EventRecorder }): DepositService {
  const { events } = options;

  const hold = async (trx: Trx, deposit: DepositRow, method: LinkMethodRow | undefined): Promise<void> => {
    trx.settleAtCommit(insertDeposit(trx, deposit));
    await bookUnmatched(trx, deposit);
    await recordUnmatched(trx, events, deposit, method);
    await refundIfWanted(trx, deposit);
  };

  const receiveUnclaimed = async (trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined> => {
    if (!notice.final) return undefined;
    // Two notices of one deposit that come at once must not both be new; a link's lock does that for the others.
    await lockAccount(trx, UNCLAIMED_ACCOUNT_ID);
    const repeated = await findDepositByNotice(trx, noticeKey(UNCLAIMED_ACCOUNT_ID, notice));
    if (repeated) return repeated;
    const deposit = await toDeposit(trx, notice, 'UNKNOWN_DESTINATION');
    await hold(trx, deposit, undefined);
    return deposit;
  };

  const takeIn = async (
    trx: Trx,
    notice: DepositNotice,
    link: LinkRow,
    method: LinkMethodRow,
  ): Promise<DepositRow | undefined> => {
    const mismatch = findMismatch(notice, link, method);
    if (mismatch !== undefined) {
      if (!notice.final) return undefined;
      const deposit = await toDeposit(trx, notice, mismatch, link);
      await hold(trx, deposit, method);
      return deposit;
    }
    const settlesAtOnce = notice.final && !method.requires_conversion;
    const deposit = await toDeposit(trx, { ...notice, method: method.method }, undefined, link);
    const processing = await moveLink(trx, link, 'receive');
    if (settlesAtOnce) {
      const credited: DepositRow = { ...deposit, status: 'credited' };
      trx.settleAtCommit(insertDeposit(trx, credited));
      await creditPayment(trx, events, { deposit: credited, link: processing, method, from: 'rail' });
      return credited;
    }
    trx.settleAtCommit(insertDeposit(trx, deposit));
    await bookReceipt(trx, deposit);
    if (notice.final) await startConversion(trx, deposit, processing, method);
    return deposit;
  };

  /** What was given up came after all. Its link may have been paid by another since, so somebody decides. */
  const takeInLate = async (trx: Trx, failed: DepositRow, method: LinkMethodRow): Promise<DepositRow> => {
    const deposit = await moveDeposit(trx, failed, 'unmatch');
    await bookUnmatched(trx, deposit);
    await recordUnmatched(trx, events, deposit, method);
    await refundIfWanted(trx, deposit);
    return deposit;
  };

  const confirmLocked = async (trx: Trx, { deposit, link, method }: Payment): Promise<DepositRow> => {
    if (method.requires_conversion) {
      trx.settleAtCommit(markFinal(trx, deposit));
      await startConversion(trx, deposit, link, method);
      return { ...deposit, confirmation_due_at: null };
    }
    const credited = await moveDeposit(trx, deposit, 'credit');
    await creditPayment(trx, events, { deposit: credited, link, method, from: 'pending' });
    return credited;
  };

  return {
    async receive(trx, notice) {
      const candidates = await findMethodsByDestination(trx, destinationKey(notice.destination));
      const chosen = chooseMethod(candidates, notice);
      if (!chosen) return receiveUnclaimed(trx, notice);
      const { account_id: accountId, link_code: code } = chosen;
      // Sent together; what comes after the lock is what holds while it is held.
      const [link, method, repeated] = await Promise.all([
        lockLink(trx, accountId, code),
        findLinkMethod(trx, { accountId, code, method: chosen.method }),
        findDepositByNotice(trx, noticeKey(accountId, notice)),
      ]);
      if (!link || !method) throw new Error(`the link of method ${chosen.method} is missing`);
      if (!repeated) return takeIn(trx, notice, link, method);
      if (notice.final && repeated.status === 'failed') return takeInLate(trx, repeated, method);
      const becomesFinal =
        notice.final && repeated.status === 'pending' && repeated.confirmation_due_at !== null;
      return becomesFinal ? confirmLocked(trx, { deposit: repeated, link, method }) : repeated;
    },

    async confirm(trx, accountId, id) {
      const held = await lockUnconfirmed(trx, accountId, id);
      if (held) await confirmLocked(trx, held);
    },

    async drop(trx, accountId, id) {
      const held = await lockUnconfirmed(trx, accountId, id);
      if (!held) return;
      const failed = await moveDeposit(trx, held.deposit, 'drop', 'NOT_CONFIRMED');
      await moveLink(trx, held.link, 'fail');
      await bookReversal(trx, failed);
      await recordFailure(trx, events, failed);
    },
  };
}

function noticeKey(accountId: string, { provider, providerReference }: DepositNotice) {
  return { account_id: accountId, provider, provider_reference: providerReference };
}

async function toDeposit(
  trx: Trx,
  notice: DepositNotice,
  mismatch: UnmatchedReason | undefined,
  link?: LinkRow,
): Promise<DepositRow> {
  const now = await trx.now;
  return {
    account_id: link?.account_id ?? UNCLAIMED_ACCOUNT_ID,
    id: newId(),
    status: mismatch === undefined ? 'pending' : 'unmatched',
    unmatched_reason: mismatch ?? null,
    payment_link_code: link?.code ?? null,
    method: notice.method,
    asset: notice.asset,
    network: notice.network,
    amount: formatAmount(notice.amount),
    destination: notice.destination,
    reference: notice.reference,
    provider: notice.provider,
    provider_reference: notice.providerReference,
    payer: notice.payer,
    confirmation_due_at: notice.final ? null : new Date(now.getTime() + FIRST_CONFIRMATION_MS),
    confirmation_attempts: 0,
    refunded_amount: '0',
    // One trace: what the link's creation was logged under is found in all that follows from it.
    request_id: link?.request_id ?? null,
    created_at: now,
    resolved_at: null,
  };
}

/** Hands a deposit over to be converted at the locked quote; until that is done, the link is processing (D6). */
async function startConversion(
  trx: Trx,
  deposit: DepositRow,
  link: LinkRow,
  method: LinkMethodRow,
): Promise<void> {
  const rate = money(method.exchange_rate ?? '0');
  insertPayout(trx, {
    account_id: deposit.account_id,
    id: newId(),
    kind: 'payment_conversion',
    status: 'held',
    asset: deposit.asset,
    amount: deposit.amount,
    method: method.method,
    to_asset: link.currency,
    to_amount: formatAmount(roundDownToLedger(money(deposit.amount).times(rate))),
    exchange_rate: method.exchange_rate,
    quote_reference: method.quote_reference,
    quote_expires_at: method.amount_due_expires_at,
    deposit_id: deposit.id,
    payment_link_code: link.code,
    provider: deposit.provider,
    due_at: await trx.now,
    request_id: deposit.request_id,
    created_at: await trx.now,
  });
}

/** Undefined when it is settled already. */
async function lockUnconfirmed(trx: Trx, accountId: string, id: string): Promise<Payment | undefined> {
  const payment = await lockPayment(trx, accountId, id);
  const { status, confirmation_due_at } = payment.deposit;
  return status === 'pending' && confirmation_due_at !== null ? payment : undefined;
}
