import type { Queryable, Trx } from '../db/index.ts';
import { readMarket } from '../fx/index.ts';
import { readFloats } from '../liquidity/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { money, type Money } from '../lib/money.ts';
import { broughtAt, type Providers, readCatalogue } from '../methods/index.ts';
import {
  findLink,
  findLinkMethod,
  type LinkMethod,
  listLinkMethods,
  lockedLinks,
  lockLink,
  nextStatus,
  type PaymentLink,
} from '../payment-links/index.ts';
import { lastOf, receivedBy, sumOf } from './booking.ts';
import { bearsPrice, canConvertTogether, isConvertedFirst } from './conversion.ts';
import type { Payment, WholePayment } from './deposit-state.ts';
import { getDepositRecord } from './records-repository.ts';
import { type Deposit, lockedDeposits } from './repository.ts';
import { DEPOSIT_STEPS, stateOf } from './transitions.ts';

const OR_ELSE = 'Accept it into the balance, or refund it.';

/**
 * The effect of accepting unmatched deposits as the payment of their link (D40). That is one deposit, or all that are
 * held for the link in one asset. Amounts are in the link's currency.
 */
export interface Acceptance extends WholePayment {
  /** The credited amount before any fee that the account bears; with `atMost`, the maximum. */
  received: Money;
  /**
   * Set if they are exchanged at the current rate, and credited at that rate if it is worse than the link's
   * (D28).
   */
  atMost: boolean;
  /** The difference from the link's amount; negative when short. */
  difference: Money;
  /** The payment's fee, whichever side bears it. */
  fee: Money;
  /** Whether they are converted before they are credited. */
  isConverted: boolean;
}

/** The link that a deposit may pay; undefined where there is none. */
export interface Candidate {
  deposit: Deposit;
  link: (PaymentLink & { deleted?: boolean }) | undefined;
  /** The link's method that the deposit used. */
  method: LinkMethod | undefined;
}

/** An unmatched deposit with its link, without a lock. */
export async function findCandidate(on: Queryable, deposit: Deposit): Promise<Candidate> {
  requireUnmatched(deposit, 'accept');
  const { accountId, paymentLinkCode: code, method: name } = deposit;
  if (code === null) return { deposit, link: undefined, method: undefined };
  const [link, method] = await Promise.all([
    findLink(on, { accountId, code }),
    findLinkMethod(on, { accountId, code, method: name }),
  ]);
  return { deposit, link, method };
}

/** Locks an unmatched deposit with its link: the link first, in the order that prevents deadlocks. */
export async function lockCandidate(trx: Trx, accountId: string, id: string): Promise<Candidate> {
  const { paymentLinkCode: code, method: name } = await getDepositRecord(trx, accountId, id);
  const link = code === null ? undefined : await lockLink(trx, accountId, code);
  const method = link && (await findLinkMethod(trx, { accountId, code: link.code, method: name }));
  return { link, method, deposit: await lockUnmatched(trx, accountId, id, 'accept') };
}

/** An unmatched deposit as if it had been sent for this link, without a lock. */
export async function findAssignment(on: Queryable, deposit: Deposit, code: string): Promise<Candidate> {
  requireUnmatched(deposit, 'accept');
  const { accountId } = deposit;
  const [link, methods] = await Promise.all([
    findLink(on, { accountId, code }),
    listLinkMethods(on, { accountId, code }),
  ]);
  return assignmentOf(deposit, link, methods, code);
}

/** Locks an unmatched deposit, the link that it was sent for and the one that it is assigned to: both links first. */
export async function lockAssignment(
  trx: Trx,
  accountId: string,
  id: string,
  code: string,
): Promise<Candidate> {
  const { paymentLinkCode: own } = await getDepositRecord(trx, accountId, id);
  const codes = [...new Set([code, own ?? code])];
  await lockedLinks.ahead(
    trx,
    codes.map((one) => ({ accountId, code: one })),
  );
  const [link] = await Promise.all(codes.map((one) => lockLink(trx, accountId, one)));
  const methods = await listLinkMethods(trx, { accountId, code });
  return assignmentOf(await lockUnmatched(trx, accountId, id, 'accept'), link, methods, code);
}

/**
 * A deposit as if it had been sent for this link, by the link's method of its asset and network. Throws
 * `payment_link_not_found`, and `payment_link_not_payable` unless the link is open and another than its own.
 */
function assignmentOf(
  deposit: Deposit,
  link: Candidate['link'],
  methods: readonly LinkMethod[],
  code: string,
): Candidate {
  if (!link || link.deleted === true) {
    throw new DomainError('payment_link_not_found', { message: `There is no payment link ${code}.` });
  }
  const isOwn = link.code === deposit.paymentLinkCode;
  if (isOwn || link.status !== 'active') {
    throw new DomainError('payment_link_not_payable', {
      message: isOwn
        ? `Deposit ${deposit.id} was sent for link ${code}. Accept it as the payment of its link.`
        : `Link ${code} is ${link.status}; a deposit can be assigned to an active link only.`,
    });
  }
  const method = methods.find(({ asset, network }) => asset === deposit.asset && network === deposit.network);
  const assigned = {
    ...deposit,
    paymentLinkCode: code,
    method: method?.method ?? deposit.method,
    assignedFrom: deposit.assignedFrom ?? deposit.paymentLinkCode,
    requestId: link.requestId,
  };
  return { deposit: assigned, link, method };
}

export async function lockUnmatched(
  trx: Trx,
  accountId: string,
  id: string,
  event: 'accept' | 'refund',
): Promise<Deposit> {
  const deposit = isId(id) ? await lockedDeposits.first(trx, { accountId, id }) : undefined;
  if (!deposit) throw new DomainError('deposit_not_found', { message: `There is no deposit ${id}.` });
  requireUnmatched(deposit, event);
  return deposit;
}

export function requireUnmatched(deposit: Deposit, event: 'accept' | 'refund'): void {
  const { id } = deposit;
  const cell = DEPOSIT_STEPS[stateOf(deposit)][event];
  if (cell === 'taken_back') {
    throw new DomainError('deposit_taken_back', {
      message: `The bank took back deposit ${id}: the payer has that money already.`,
    });
  }
  if (typeof cell === 'string') {
    throw new DomainError('deposit_not_unmatched', {
      message: `Deposit ${id} is ${deposit.status}; only an unmatched deposit can be ${event}ed.`,
    });
  }
  if (money(deposit.amount).isZero()) {
    throw new DomainError('deposit_too_small', {
      message: `Deposit ${id} is ${deposit.exactAmount} ${deposit.asset}, which is too little to move; it can only stay where it is.`,
    });
  }
}

/**
 * Determines the effect of accepting a deposit, alone or together with `others` that are held for its link in its asset.
 * Throws `payment_link_not_payable`, `deposit_not_due_asset`, `deposit_below_fee`, and `deposit_not_convertible` if they
 * cannot be exchanged for the link's currency now.
 */
export async function requireAcceptable(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  candidate: Candidate,
  others: readonly Deposit[] = [],
): Promise<Acceptance> {
  const { deposit } = candidate;
  const { link, method } = requirePayable(candidate);
  const deposits = [...others.filter(({ id }) => id !== deposit.id), deposit];
  const payment = { deposits, link, method };
  const isConverted = isConvertedFirst(providers, payment);
  const worth = worthOf(method, sumOf(deposits));
  if (isConverted) await requireConvertible(on, payment);
  const fee = requireCoveredFee(deposit, { link, method }, worth);
  const received = receivedBy(payment, worth);
  const difference = received.minus(money(link.amount));
  return { deposits, link, method, received, atMost: bearsPrice(payment), difference, fee, isConverted };
}

/** An amount that arrived in the link's currency, at the link's rate; zero while that rate is unknown. */
export function worthOf({ exchangeRate }: Pick<LinkMethod, 'exchangeRate'>, arrived: Money): Money {
  return broughtAt(arrived, money(exchangeRate ?? '0'));
}

/** Whether a payment exceeds its fee. */
export function coversFee({ fee }: Pick<LinkMethod, 'fee'>, worth: Money): boolean {
  return worth.gt(money(fee));
}

function notPayable({ id }: Deposit, link: Candidate['link']): DomainError {
  const why = !link || link.deleted === true ? 'The link is deleted' : `Link ${link.code} is ${link.status}`;
  return new DomainError('payment_link_not_payable', {
    message: `${why}, and only an active or expired link can be paid with deposit ${id}. ${OR_ELSE}`,
  });
}

/** Throws `payment_link_not_payable` and `deposit_not_due_asset`. */
function requirePayable({ deposit, link, method }: Candidate): Pick<Payment, 'link' | 'method'> {
  const { id, asset, method: name } = deposit;
  if (!link || link.deleted === true || !nextStatus(link.status, 'pay')) throw notPayable(deposit, link);
  if (method?.asset === asset) return { link, method };
  throw new DomainError('deposit_not_due_asset', {
    message: `Deposit ${id} is in ${asset}, which link ${link.code} does not take by ${name}. ${OR_ELSE}`,
  });
}

/** The payment's fee. Throws `deposit_below_fee`. */
function requireCoveredFee(
  { id, method: name }: Deposit,
  { link, method }: Pick<Payment, 'link' | 'method'>,
  worth: Money,
): Money {
  const fee = money(method.fee);
  if (coversFee(method, worth)) return fee;
  throw new DomainError('deposit_below_fee', {
    message: `Deposit ${id} does not cover the fee of ${fee.toFixed()} ${link.currency} for a payment by ${name}. ${OR_ELSE}`,
  });
}

/**
 * Deposits are exchanged only while the link's quote is valid, so that they are credited at most at a rate that the payer
 * was shown. An excess is exchanged only as far as a link of that amount could be offered now.
 */
async function requireConvertible(on: Queryable, { deposits, link, method }: WholePayment): Promise<void> {
  const { id } = lastOf(deposits);
  const refuse = (message: string) => new DomainError('deposit_not_convertible', { message });
  const failed = deposits.find(({ unmatchedReason }) => unmatchedReason === 'CONVERSION_FAILED');
  if (failed) throw refuse(`The conversion of deposit ${failed.id} was tried, and failed. ${OR_ELSE}`);
  if (!(await canConvertTogether(on, deposits))) {
    throw refuse(
      `The deposits of link ${link.code} are exchanged together, which an older version of this service that still runs cannot do. Try again once it has ended.`,
    );
  }
  if (!method.requiresConversion) return;
  if (method.quoteStatus !== 'locked' || method.exchangeRate === null || method.amountDue === null) {
    throw refuse(
      link.status === 'active'
        ? `The quote by ${method.method} of link ${link.code} has expired. Request a new one for the link, and accept deposit ${id} at its rate; or accept it into the balance, or refund it.`
        : `Link ${link.code} has expired, and its quote by ${method.method} with it. ${OR_ELSE}`,
    );
  }
  if (await isExchangeable(on, { link, method }, sumOf(deposits))) return;
  const what = deposits.length === 1 ? `Deposit ${id} is` : `The deposits of link ${link.code} are`;
  throw refuse(`${what} more ${method.asset} than can be exchanged for link ${link.code} now. ${OR_ELSE}`);
}

/**
 * Whether a deposit of another amount than was due can be exchanged for the link's currency. An excess can only within
 * the currency's maximum, the limit of exposure and the float, as for a link of that amount (D38).
 */
export async function isExchangeable(
  on: Queryable,
  { link, method }: Pick<Payment, 'link' | 'method'>,
  arrived: Money,
): Promise<boolean> {
  const { asset, amountDue, requiresConversion, exchangeProvider: provider } = method;
  if (!requiresConversion) return true;
  if (amountDue === null) return false;
  const worth = worthOf(method, arrived);
  const excess = worth.minus(worthOf(method, money(amountDue)));
  if (excess.lte(0)) return true;
  const [{ currency }, market, floats] = await Promise.all([
    readCatalogue(on, link.currency),
    readMarket(on, link.currency),
    provider === null
      ? undefined
      : readFloats(on, link.currency, { accountId: link.accountId, visitor: undefined }),
  ]);
  if (!currency || worth.gt(currency.maxAmount) || !market.hasRoom(asset, excess)) return false;
  return !floats || provider === null || floats.cover({ provider, asset }, excess, 0);
}
