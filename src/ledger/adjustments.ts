import type { Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import {
  type ApprovalKind,
  type Approvals,
  type Differences,
  type ListedRequest,
  type Operator,
  recordAcknowledgement,
  recordOperatorDeed,
} from '../operators/index.ts';
import { HOUSE_ACCOUNT_ID } from './costs.ts';
import { postEntry } from './post.ts';
import { ADJUSTABLE_BOOKS, railOf } from './books.ts';

export const ADJUSTMENT_KIND = 'adjustment.book';

export interface Adjustment {
  provider: string;
  asset: string;
  /** The difference between provider and books; negative if the books have more. */
  amount: Money;
  /** The counterpart book. */
  book: (typeof ADJUSTABLE_BOOKS)[number];
  /** The id of a difference that this settles. Approving the adjustment also acknowledges it. */
  difference: string | null;
}

/**
 * Requests another operator's approval to book money that exists but is not in the books, or vice versa, such as a
 * bank's charge, interest or a loss (D45). Nothing is posted before the approval. Throws `difference_not_found`.
 */
export async function askToAdjust(
  trx: Trx,
  { approvals, differences }: { approvals: Approvals; differences: Differences },
  by: Operator,
  { provider, asset, amount, book, difference }: Adjustment,
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  const known = difference === null ? undefined : await differences.get(trx, difference);
  return approvals.request(trx, by, {
    ...why,
    kind: ADJUSTMENT_KIND,
    details: {
      provider,
      asset,
      amount: formatAmount(amount),
      book,
      difference,
      ...(known ? { found_by: known.foundBy, description: known.description } : {}),
    },
  });
}

/** Posts the adjustment in the house's account, as a double entry between its rail and the named book. */
export const ADJUSTMENT_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [ADJUSTMENT_KIND]: {
    async carryOut(trx, request) {
      const { provider, asset, amount: text, book, difference } = request.details as Record<string, string>;
      const amount = money(text ?? '');
      const adjustable = ADJUSTABLE_BOOKS.find((one) => one === book);
      if (provider === undefined || asset === undefined || adjustable === undefined || amount.isZero())
        throw new DomainError('operator_request_forged');
      postEntry(trx, {
        accountId: HOUSE_ACCOUNT_ID,
        type: 'adjustment',
        source: { object: 'adjustment', id: request.id },
        paymentLinkCode: null,
        requestId: null,
        postings: [
          { asset, book: railOf(provider), amount: amount.negated() },
          { asset, book: adjustable, amount },
        ],
      });
      await recordOperatorDeed(trx, request.approvedBy, {
        action: 'adjustment.booked',
        subject: request.id,
        details: { provider, asset, amount: text, book, difference },
      });
      if (difference) await recordAcknowledgement(trx, request);
    },
  },
};
