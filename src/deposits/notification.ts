import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatExact, roundDownToLedger, type Money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { ReportedDeposit } from '../methods/index.ts';
import { insertPayerTerms, type PaymentLink } from '../payment-links/index.ts';
import type { Deposit } from './repository.ts';

/** The account of deposits to destinations that were never issued; created by a migration. */
export const UNCLAIMED_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/** The delay before the provider is first asked about a deposit that is not final yet. */
const FIRST_CONFIRMATION_MS = 1_000;

/** A provider's report of money that arrived (D7). */
export interface DepositNotification extends ReportedDeposit {
  provider: string;
}

/** A deposit as it will be written: `pending` unless it is unmatched for a reason. */
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
    status: mismatch === undefined ? 'pending' : 'unmatched',
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
