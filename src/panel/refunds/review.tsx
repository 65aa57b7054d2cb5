import type { ComponentProps } from 'preact';
import { formatAmount, type Money } from '../../lib/money.ts';
import { formatMoney, typedAmountOf } from '../../pages/index.ts';
import type { RefundDestination } from '../../methods/index.ts';
import type { RefundReason } from '../../transfers/index.ts';
import type { MovePreview } from '../approvals/requested.ts';
import { describeDestination } from '../frame/destination.ts';
import { Review, REVIEW } from '../approvals/review.tsx';
import type { MemberVisit, Page } from '../request/route.ts';
import { SentFields } from './form.tsx';
import { REFUNDS } from './texts.ts';

/** A refund that a person is about to request. */
export interface Plan {
  asset: string;
  amount: Money;
  /** The balance afterwards. Undefined for a deposit that is in no balance. */
  balanceAfter: Money | undefined;
  toAsset: string;
  toAmount: Money;
  method: string;
  to: RefundDestination;
  reason: RefundReason;
  note: string | null;
  outlook: MovePreview;
}

/** The page on which a refund is confirmed. `form` sends it, and `back` leads to where it can be changed. */
export function reviewPage(
  visit: MemberVisit,
  plan: Plan,
  { form, back }: Pick<ComponentProps<typeof Review>, 'form' | 'back'>,
): Page {
  const texts = REFUNDS[visit.language];
  const { asset, balanceAfter, toAsset, method, to, reason, note, outlook } = plan;
  const { amount, toAmount } = plan;
  const { balance } = REVIEW[visit.language];
  return {
    title: texts.review.title,
    body: (
      <Review
        of={{
          from: balanceAfter ? balance(asset) : texts.unmatchedDeposit,
          to: to === 'sender' ? texts.toSender : describeDestination(to),
          method,
          amount: { amount, asset },
          arrives: { amount: toAmount, asset: toAsset },
          outlook,
          after: balanceAfter && { amount: balanceAfter, asset },
          more: [
            [texts.reason, texts.reasons[reason]],
            [texts.note, note && <span dir="auto">{note}</span>],
          ],
          labels: {
            amount: balanceAfter ? texts.review.leaves : texts.amount,
            arrives: texts.payerGets,
          },
        }}
        form={form}
        fields={
          <>
            <input type="hidden" name="amount" value={typedAmountOf(formatAmount(amount), asset)} />
            <SentFields />
          </>
        }
        submit={texts.review.submit(formatMoney(visit.language, formatAmount(amount), asset))}
        back={back}
      />
    ),
  };
}
