import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { exchange, postMovement, railOf } from '../ledger/index.ts';
import { formatStored, money, type Money, roundDownToLedger, ZERO } from '../lib/money.ts';
import { type LinkMethod, moveLink, type PaymentLink } from '../payment-links/index.ts';
import {
  type Accepter,
  between,
  entryOf,
  moveDeposit,
  type Payment,
  postOf,
  type WholePayment,
} from './deposit-state.ts';
import type { Deposit } from './repository.ts';

/** The exchange of a payment into the link's currency by a provider. */
interface Exchanged {
  /** The provider. */
  by: string;
  expected: Money;
  brought: Money;
}

/** Corrects a pending deposit whose final facts differ from those that were seen (D27). */
export function bookCorrection(trx: Trx, seen: Deposit, final: Deposit): void {
  const [was, is] = [money(seen.amount), money(final.amount)];
  const rail = railOf(final.provider);
  const postings =
    seen.asset === final.asset
      ? // An entry posts to a book once.
        between(final.asset, is.minus(was), rail, 'pending')
      : [...between(seen.asset, was, 'pending', rail), ...between(final.asset, is, rail, 'pending')];
  postOf(trx, final, 'payment_corrected', postings);
}

/** Moves an accepted deposit from unmatched into the balance. */
export function bookAcceptance(trx: Trx, events: EventRecorder, deposit: Deposit): Promise<void> {
  const amount = money(deposit.amount);
  return postMovement(trx, events, {
    ...entryOf(deposit),
    type: 'deposit',
    postings: [
      { asset: deposit.asset, book: 'unmatched', amount: amount.negated() },
      { asset: deposit.asset, book: 'available', amount },
    ],
  });
}

/**
 * Completes a payment (D3, D6, D8). The received amount becomes available, the fee is debited as a separate movement if
 * the merchant bears it, the link is paid, and the events are recorded. The received amount is exactly the link's,
 * unless another was accepted (D40). Each deposit is credited from the book that its status names; one that is new, and
 * so credited already, from the rail. For a payment in another family's asset, `exchanged` has the expected and the
 * actual proceeds in the link's currency. The difference is the service's, so the account always gets the expected
 * proceeds (D28).
 *
 * Several deposits each bring their share of what the link receives, as a movement of its own, so the fee and the
 * rounding are spread over all of them. The difference of their exchange is the last one's.
 */
export async function creditPayment(
  trx: Trx,
  events: EventRecorder,
  { deposits, link, method }: WholePayment,
  { exchanged, accepter }: { exchanged?: Exchanged; accepter?: Accepter } = {},
): Promise<void> {
  const total = sumOf(deposits);
  const { expected, brought } = exchanged ?? { expected: total, brought: total };
  const received = receivedBy({ deposits, link, method }, expected);
  const paid = { method: method.method, received };
  await moveLink(trx, link, link.status === 'processing' ? 'settle' : 'pay', paid);
  let [counted, credited, worth] = [ZERO, ZERO, ZERO];
  for (const deposit of deposits) {
    const from = bookOf(deposit);
    const moved = from === 'rail' ? deposit : await moveDeposit(trx, deposit, 'credit', { accepter });
    requireDueOrAccepted(moved, method);
    counted = counted.plus(money(deposit.amount));
    const upTo = (whole: Money): Money => roundDownToLedger(whole.times(counted).div(total));
    const share = { amount: upTo(received).minus(credited), expected: upTo(expected).minus(worth) };
    const rest = brought.minus(worth);
    [credited, worth] = [upTo(received), upTo(expected)];
    await postCredit(trx, events, {
      deposit: moved,
      link,
      from,
      amount: share.amount,
      expected: share.expected,
      brought: deposit === deposits.at(-1) ? rest : share.expected,
      by: exchanged?.by,
    });
    await recordCompletion(trx, events, moved);
  }
  const last = lastOf(deposits);
  await postFee(trx, events, { deposit: last, link, method });
  await recordPaid(trx, events, { deposit: last, link, method });
}

/** The deposit that completed a payment. */
export function lastOf(deposits: WholePayment['deposits']): Deposit {
  const last = deposits.at(-1);
  if (!last) throw new Error('no deposit pays the link');
  return last;
}

/** The book that holds a deposit until it is credited. */
function bookOf({ status }: Deposit): Credit['from'] {
  return status === 'pending' || status === 'unmatched' ? status : 'rail';
}

/** The sum of deposits in one asset. */
export function sumOf(deposits: readonly Pick<Deposit, 'amount'>[]): Money {
  return deposits.reduce((sum, { amount }) => sum.plus(money(amount)), ZERO);
}

interface Credit {
  deposit: Deposit;
  link: PaymentLink;
  from: 'rail' | 'pending' | 'unmatched';
  expected: Money;
  brought: Money;
  /** The part that becomes available. */
  amount: Money;
  /** The provider that exchanged it. */
  by: string | undefined;
}

function postCredit(
  trx: Trx,
  events: EventRecorder,
  { deposit, link, from, expected, brought, amount, by }: Credit,
): Promise<void> {
  const arrived = money(deposit.amount);
  const book = from === 'rail' ? railOf(deposit.provider) : from;
  return postMovement(trx, events, {
    type: 'payment',
    postings: [
      { asset: deposit.asset, book, amount: arrived.negated() },
      ...exchange(deposit.asset, arrived, link.currency, brought, by),
      { asset: link.currency, book: 'available', amount },
      // The rounding for the rail stays with the service, so that the account gets the exact amount; so does a fee that
      // the payer bears.
      { asset: link.currency, book: 'fee', amount: expected.minus(amount) },
      { asset: link.currency, book: 'fx', amount: brought.minus(expected) },
    ],
    ...entryOf(deposit),
  });
}

/** Debits a fee that the merchant bears. */
async function postFee(trx: Trx, events: EventRecorder, { deposit, link, method }: Payment): Promise<void> {
  const fee = money(method.fee);
  if (link.feeBearer !== 'merchant' || fee.isZero()) return;
  await postMovement(trx, events, {
    type: 'fee',
    postings: [
      { asset: link.currency, book: 'available', amount: fee.negated() },
      { asset: link.currency, book: 'fee', amount: fee },
    ],
    ...entryOf(deposit),
  });
}

function recordPaid(trx: Trx, events: EventRecorder, { deposit, link, method }: Payment): Promise<void> {
  return events.record(trx, {
    accountId: link.accountId,
    requestId: deposit.requestId,
    type: 'payment_link.paid',
    subject: link.code,
    transition: 'paid',
    data: {
      link_code: link.code,
      amount: formatStored(link.amount),
      currency: link.currency,
      payment_method: method.method,
    },
  });
}

/**
 * The amount that a payment credits to its link, in the link's currency; `worth` is what arrived, exchanged at the link's
 * rate.
 */
export function receivedBy({ deposits, link, method }: WholePayment, worth: Money): Money {
  if (isAmountDue(deposits, method)) return money(link.amount);
  return link.feeBearer === 'payer' ? worth.minus(money(method.fee)) : worth;
}

/** Whether deposits are exactly the amount due, all together. */
export function isAmountDue(
  deposits: readonly Pick<Deposit, 'amount' | 'exactAmount'>[],
  { amountDue }: Pick<LinkMethod, 'amountDue'>,
): boolean {
  const isExact = deposits.every(({ exactAmount }) => exactAmount === null);
  return isExact && amountDue !== null && sumOf(deposits).eq(money(amountDue));
}

/**
 * The last check before a balance changes. On every path, only the amount due is credited (D7), or the amount accepted
 * in its place (D40).
 */
function requireDueOrAccepted(deposit: Deposit, method: LinkMethod): void {
  const isDue = deposit.network === method.network && isAmountDue([deposit], method);
  if (deposit.asset === method.asset && (isDue || deposit.acceptedBy !== null)) return;
  throw new Error(
    `deposit ${deposit.id} of ${deposit.amount} ${deposit.asset} is not what its link requires`,
  );
}

export function recordCompletion(trx: Trx, events: EventRecorder, deposit: Deposit): Promise<void> {
  return events.record(trx, {
    accountId: deposit.accountId,
    requestId: deposit.requestId,
    type: 'deposit.completed',
    subject: deposit.id,
    transition: 'completed',
    data: {
      deposit_id: deposit.id,
      amount: formatStored(deposit.amount),
      asset: deposit.asset,
      method: deposit.method,
    },
  });
}
