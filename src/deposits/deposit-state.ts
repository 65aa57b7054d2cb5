import type { Trx } from '../db/index.ts';
import { type Book, type Entry, type EntryType, postEntry, type Posting, railOf } from '../ledger/index.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatExact, money, type Money, roundDownToLedger } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { ReportedDeposit } from '../methods/index.ts';
import {
  findLinkMethod,
  insertPayerTerms,
  type LinkMethod,
  linkMethods,
  lockedLinks,
  lockLink,
  type MethodInstructions,
  type PaymentLink,
} from '../payment-links/index.ts';
import { openScreening, type Screened } from '../screening/index.ts';
import { insertDeposit, lockDeposit, lockedDeposits, setDepositStatus, type Deposit } from './repository.ts';
import {
  DEPOSIT_BOOKS,
  DEPOSIT_STEPS,
  type DepositEvent,
  type DepositState,
  type DepositStep,
  stateOf,
} from './transitions.ts';

/**
 * The reason for which an unmatched deposit is accepted as its link's payment. It is a person's decision, or the
 * arrival of the rest.
 */
export type Accepter = 'person' | 'rest';

/** The account of deposits to destinations that were never issued; created by a migration. */
export const UNCLAIMED_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/** The delay before the provider is first asked about a deposit that is not final yet. */
const FIRST_CONFIRMATION_MS = 1_000;

/** A provider's report of money that arrived (D7). */
export interface DepositNotification extends ReportedDeposit {
  provider: string;
}

/** A deposit as it will be written by `addDeposit`. `mismatch` is the reason why it pays no link. */
export async function toDeposit(
  trx: Trx,
  notification: DepositNotification,
  { mismatch, acceptedBy = null }: { mismatch?: UnmatchedReason; acceptedBy?: Deposit['acceptedBy'] },
  link?: PaymentLink,
): Promise<Deposit> {
  const now = await trx.now;
  const { amount, exactAmount } = toAmounts(notification.amount);
  return {
    accountId: link?.accountId ?? UNCLAIMED_ACCOUNT_ID,
    id: newId(),
    status: 'pending',
    unmatchedReason: mismatch ?? null,
    acceptedBy,
    paymentLinkCode: link?.code ?? null,
    assignedFrom: null,
    refundTriedAt: null,
    method: notification.method,
    asset: notification.asset,
    network: notification.network,
    amount,
    exactAmount,
    destination: notification.destination,
    reference: notification.reference,
    provider: notification.provider,
    providerReference: notification.providerReference,
    payer: notification.payer,
    confirmationDueAt: notification.final ? null : new Date(now.getTime() + FIRST_CONFIRMATION_MS),
    confirmationAttempts: 0,
    refundTotal: '0',
    // The id of the request that created the link, so that one id traces all that follows.
    requestId: link?.requestId ?? null,
    createdAt: now,
    resolvedAt: null,
  };
}

/**
 * Writes a new deposit in the state to which `event` takes it, with its entry. Throws if a deposit cannot begin with
 * that event.
 */
export function addDeposit(trx: Trx, deposit: Deposit, event: DepositEvent): Deposit {
  const step = requireStep(deposit, 'new', event);
  const added = { ...deposit, status: step.to };
  insertDeposit(trx, added);
  notePayer(trx, added);
  postStep(trx, added, step.entry, railOf(deposit.provider));
  return added;
}

/**
 * Takes a locked deposit's step on an event, with its entry. `reason` is why it was not credited; without one, the deposit
 * keeps the reason it has. `accepter` credits an unmatched deposit. Throws if the event is refused in the current state.
 */
export async function moveDeposit(
  trx: Trx,
  deposit: Deposit,
  event: DepositEvent,
  {
    reason,
    accepter = 'person',
  }: { reason?: UnmatchedReason | undefined; accepter?: Accepter | undefined } = {},
): Promise<Deposit> {
  const {
    to: status,
    entry,
    entryAgain,
    acceptance,
    resolves,
  } = requireStep(deposit, stateOf(deposit), event);
  const wasUnmatched = deposit.unmatchedReason !== null;
  const isResolved = resolves === 'always' || (resolves === 'if_unmatched' && wasUnmatched);
  const moved: Deposit = {
    ...deposit,
    status,
    unmatchedReason: reason ?? deposit.unmatchedReason,
    acceptedBy: acceptance === 'begins' ? accepter : acceptance === 'stays' ? deposit.acceptedBy : null,
    confirmationDueAt: null,
    resolvedAt: isResolved ? await trx.now : null,
  };
  const { accountId, id, unmatchedReason, acceptedBy, resolvedAt } = moved;
  setDepositStatus(trx, { accountId, id, status, reason: unmatchedReason, acceptedBy, resolvedAt });
  postStep(trx, moved, wasUnmatched ? (entryAgain ?? entry) : entry, bookOf(deposit));
  return moved;
}

function requireStep({ id }: Deposit, state: DepositState, event: DepositEvent): DepositStep {
  const step = DEPOSIT_STEPS[state][event];
  if (typeof step === 'string') throw new Error(`deposit ${id} is ${state} and cannot ${event}: ${step}`);
  return step;
}

/** The book that has a deposit's money while it is of its status. */
function bookOf({ status, provider }: Deposit): Book {
  const book = DEPOSIT_BOOKS[status];
  return book === 'rail' ? railOf(provider) : book;
}

/** Moves the money of a deposit from the book of its last status to that of its new one. */
function postStep(trx: Trx, moved: Deposit, type: EntryType | undefined, from: Book): void {
  if (type === undefined) return;
  postOf(trx, moved, type, between(moved.asset, money(moved.amount), from, bookOf(moved)));
}

/** Posts an entry of a deposit. */
export function postOf(trx: Trx, deposit: Deposit, type: EntryType, postings: Posting[]): void {
  // All postings can be zero, because a deposit can be smaller than the ledger's unit, and a correction can change only
  // its network.
  if (postings.every(({ amount }) => amount.isZero())) return;
  postEntry(trx, { ...entryOf(deposit), type, postings });
}

export function between(asset: string, amount: Money, from: Book, to: Book): Posting[] {
  return [
    { asset, book: from, amount: amount.negated() },
    { asset, book: to, amount },
  ];
}

/** The fields that all entries of a deposit have in common. */
export function entryOf(deposit: Deposit): Omit<Entry, 'type' | 'postings'> {
  return {
    accountId: deposit.accountId,
    source: { object: 'deposit', id: deposit.id },
    method: deposit.method,
    paymentLinkCode: deposit.paymentLinkCode,
    requestId: deposit.requestId,
  };
}

/** Links can be searched by the payer's name. */
export function notePayer(trx: Trx, { accountId, paymentLinkCode: code, payer }: Deposit): void {
  const { name } = payer;
  if (code !== null && name !== undefined) insertPayerTerms(trx, accountId, code, name);
}

/** The amount as the ledger can hold it, and the exact amount when that has more decimals. */
export function toAmounts(arrived: Money): Pick<Deposit, 'amount' | 'exactAmount'> {
  const held = roundDownToLedger(arrived);
  return { amount: formatAmount(held), exactAmount: held.eq(arrived) ? null : formatExact(arrived) };
}

/**
 * Has a final deposit screened. Until it is allowed, it is neither credited, converted nor accepted (D53). False if
 * screening is off, or the deposit has been screened.
 */
export async function holdForReview(
  trx: Trx,
  { screens }: { screens: boolean },
  deposit: Pick<Deposit, 'accountId' | 'id'>,
): Promise<boolean> {
  return screens && (await openScreening(trx, reviewOf(deposit)));
}

export function reviewOf({ accountId, id }: Pick<Deposit, 'accountId' | 'id'>): Screened {
  return { accountId, subject: 'deposit', subjectId: id };
}

/** A deposit that pays a link, with that link. */
export interface Payment {
  deposit: Deposit;
  link: PaymentLink;
  method: LinkMethod;
}

/** All that pays a link, which is a deposit or several of one asset that add up (D7). The method is the last one's. */
export interface WholePayment extends Pick<Payment, 'link' | 'method'> {
  deposits: readonly Deposit[];
}

/**
 * The fields that identify a deposit's link. The method can change while the deposit is only seen, and both when an
 * unmatched deposit is assigned to another link.
 */
export type PaymentKey = Pick<Deposit, 'accountId' | 'id' | 'paymentLinkCode' | 'method'>;

/**
 * Locks a payment that is being settled. The link is locked before the deposit, as everywhere, so that transactions
 * cannot deadlock.
 */
export async function lockPayment(trx: Trx, key: PaymentKey): Promise<Payment> {
  const { accountId, id, method: name } = key;
  const code = requireLink(key);
  const [link, method, deposit] = await Promise.all([
    lockLink(trx, accountId, code),
    findLinkMethod(trx, { accountId, code, method: name }),
    lockDeposit(trx, accountId, id),
  ]);
  if (!link || !method) throw new Error(`the link of deposit ${id} is missing`);
  // Its worker tries again with the link that it has now.
  if (deposit.paymentLinkCode !== code) throw new Error(`deposit ${id} was assigned to another link`);
  return { deposit, link, method };
}

/** Locks many payments in advance for the calls of `lockPayment` that follow. `links` are those of new deposits. */
export async function lockAhead(
  trx: Trx,
  payments: readonly PaymentKey[],
  links: readonly Pick<MethodInstructions, 'accountId' | 'linkCode' | 'method'>[] = [],
): Promise<void> {
  const all = [...payments.map((key) => ({ ...key, linkCode: requireLink(key) })), ...links];
  await Promise.all([
    lockedLinks.ahead(
      trx,
      all.map(({ accountId, linkCode: code }) => ({ accountId, code })),
    ),
    linkMethods.ahead(trx, all),
    lockedDeposits.ahead(trx, payments),
  ]);
}

function requireLink({ id, paymentLinkCode: code }: PaymentKey): string {
  if (code === null) throw new Error(`deposit ${id} was made for no link`);
  return code;
}
