import type { Trx } from '../db/connect.ts';
import type { EventRecorder } from '../events/record.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatStored, money, type Money } from '../lib/money.ts';
import { postEntry, type Entry, type Posting } from '../ledger/post.ts';
import {
  findMethodByDestination,
  lockLinkForDeposit,
  markLinkPaid,
  setLinkStatus,
  type LinkMethodRow,
  type LinkRow,
} from '../payment-links/repository.ts';
import { nextStatus } from '../payment-links/transitions.ts';
import { findMismatch, type UnmatchedReason } from './match.ts';
import { findDepositByNotice, insertDeposit, type DepositRow } from './repository.ts';

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
  payer: Record<string, string>;
}

export interface DepositService {
  /**
   * Takes in a deposit: exactly what is due pays the link, and anything else is kept as unmatched, outside the
   * balance (D7). Ledger, link and events change in the given transaction. A notice that came before changes
   * nothing and gets the same deposit. Undefined when the destination is none of ours.
   */
  receive(trx: Trx, notice: DepositNotice): Promise<DepositRow | undefined>;
}

export function createDepositService(options: { events: EventRecorder }): DepositService {
  const { events } = options;
  return {
    async receive(trx, notice) {
      const method = await findMethodByDestination(trx, notice.destination, notice.reference);
      if (!method) return undefined;
      const link = await lockLinkForDeposit(trx, method.account_id, method.link_code);
      if (!link) throw new Error(`the link of method ${method.method} is missing`);
      const repeated = await findDepositByNotice(trx, {
        account_id: link.account_id,
        provider: notice.provider,
        provider_reference: notice.providerReference,
      });
      if (repeated) return repeated;

      const mismatch = findMismatch(notice, link, method);
      const deposit = await toDeposit(trx, notice, link, mismatch);
      trx.settleAtCommit(insertDeposit(trx, deposit));
      await (mismatch === undefined
        ? payLink(trx, events, deposit, link, method)
        : holdUnmatched(trx, events, deposit, mismatch, link, method));
      return deposit;
    },
  };
}

async function toDeposit(
  trx: Trx,
  notice: DepositNotice,
  link: LinkRow,
  mismatch: UnmatchedReason | undefined,
): Promise<DepositRow> {
  return {
    account_id: link.account_id,
    id: newId(),
    status: mismatch === undefined ? 'credited' : 'unmatched',
    unmatched_reason: mismatch ?? null,
    payment_link_code: link.code,
    method: notice.method,
    asset: notice.asset,
    network: notice.network,
    amount: formatAmount(notice.amount),
    destination: notice.destination,
    reference: notice.reference,
    provider: notice.provider,
    provider_reference: notice.providerReference,
    payer: notice.payer,
    // One trace: what the link's creation was logged under is found in all that follows from it.
    request_id: link.request_id,
    created_at: await trx.now,
  };
}

async function payLink(
  trx: Trx,
  events: EventRecorder,
  deposit: DepositRow,
  link: LinkRow,
  method: LinkMethodRow,
): Promise<void> {
  await advance(trx, link, method);
  const amount = money(link.amount);
  const fee = money(method.fee);
  const byPayer = link.fee_bearer === 'payer';
  // Whatever was rounded up for the rail stays with the service, so that the account gets the exact amount.
  const kept = money(deposit.amount).minus(amount);
  await credit(trx, events, deposit, link, 'payment', [
    ...arrival(deposit, link.currency, money(deposit.amount)),
    { asset: link.currency, book: 'available', amount },
    { asset: link.currency, book: 'fee', amount: kept },
  ]);
  if (!byPayer && !fee.isZero()) {
    await credit(trx, events, deposit, link, 'fee', [
      { asset: link.currency, book: 'available', amount: fee.negated() },
      { asset: link.currency, book: 'fee', amount: fee },
    ]);
  }
  const fact = { accountId: link.account_id, requestId: deposit.request_id, transition: 'completed' };
  await events.record(trx, {
    ...fact,
    type: 'deposit.completed',
    subject: deposit.id,
    data: { deposit_id: deposit.id, amount: deposit.amount, asset: deposit.asset, method: deposit.method },
  });
  await events.record(trx, {
    ...fact,
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

/** active → processing → paid: within one family nothing is left to settle, so both steps are taken at once (D6). */
async function advance(trx: Trx, link: LinkRow, method: LinkMethodRow): Promise<void> {
  const received = nextStatus(link.status, 'receive');
  if (received !== 'processing' || nextStatus(received, 'settle') !== 'paid') {
    throw new Error(`a link that is ${link.status} cannot be paid`);
  }
  trx.settleAtCommit(setLinkStatus(trx, link, received));
  trx.settleAtCommit(markLinkPaid(trx, link, method.method, await trx.now));
}

async function holdUnmatched(
  trx: Trx,
  events: EventRecorder,
  deposit: DepositRow,
  reason: UnmatchedReason,
  link: LinkRow,
  method: LinkMethodRow,
): Promise<void> {
  const amount = money(deposit.amount);
  await postEntry(trx, {
    ...entryOf(deposit, link),
    type: 'unmatched_deposit',
    postings: [
      { asset: deposit.asset, book: 'rail', amount: amount.negated() },
      { asset: deposit.asset, book: 'unmatched', amount },
    ],
  });
  const fact = {
    accountId: link.account_id,
    requestId: deposit.request_id,
    subject: deposit.id,
    transition: reason,
  };
  await (reason === 'UNDERPAID'
    ? events.record(trx, {
        ...fact,
        type: 'payment_link.partial_deposit',
        data: {
          link_code: link.code,
          required_amount: formatStored(method.amount_due),
          received_amount: deposit.amount,
          currency: deposit.asset,
        },
      })
    : events.record(trx, {
        ...fact,
        type: 'deposit.failed',
        data: { deposit_id: deposit.id, amount: deposit.amount, reason },
      }));
}

/** How what arrived becomes the link's currency: as it is, or through the conversion book, one to one in a family. */
function arrival(deposit: DepositRow, currency: string, amount: Money): Posting[] {
  const arrived: Posting = { asset: deposit.asset, book: 'rail', amount: amount.negated() };
  if (deposit.asset === currency) return [arrived];
  return [
    arrived,
    { asset: deposit.asset, book: 'conversion', amount },
    { asset: currency, book: 'conversion', amount: amount.negated() },
  ];
}

/** Posts an entry that changes the available balance, and says so in an event. */
async function credit(
  trx: Trx,
  events: EventRecorder,
  deposit: DepositRow,
  link: LinkRow,
  type: 'payment' | 'fee',
  postings: Posting[],
): Promise<void> {
  const posted = await postEntry(trx, { ...entryOf(deposit, link), type, postings });
  const movement = posted.find(({ book }) => book === 'available');
  if (!movement) throw new Error(`an entry of type ${type} left the balance as it was`);
  await events.record(trx, {
    accountId: link.account_id,
    type: 'balance.updated',
    subject: deposit.id,
    transition: type,
    requestId: deposit.request_id,
    data: {
      asset: movement.asset,
      new_balance: formatStored(movement.balance_after),
      change: formatStored(movement.amount),
      reason: type,
    },
  });
}

function entryOf(deposit: DepositRow, link: LinkRow): Omit<Entry, 'type' | 'postings'> {
  return {
    accountId: link.account_id,
    source: { object: 'deposit', id: deposit.id },
    paymentLinkCode: link.code,
    requestId: deposit.request_id,
  };
}
