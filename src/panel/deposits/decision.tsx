import type { JSX } from 'preact';
import type { Acceptance } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney, Refusal } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import { RefundFields, refundForm, type RefundDestinations } from '../refunds/form.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import { Assign } from './assign.tsx';
import { AsPayment, type PaymentOutlook, Together } from './accept-as-payment.tsx';
import { type Case, PayerReads } from './case.tsx';
import { DEPOSITS } from './texts.ts';

export interface Choice {
  case: Case;
  /** False for a deposit that screening refuses, which can only be refunded. */
  mayAccept: boolean;
  /** The effect of accepting it as the payment of its link, or the reason why it cannot be accepted. */
  payment: PaymentOutlook;
  /** The effect of accepting it with the others of its link; undefined without others. */
  together: Acceptance | undefined;
  /** Where a refund can go. */
  refundDestinations: RefundDestinations;
  /** The time at which it is refunded unless a person decides earlier. */
  refundDueAt: Date | undefined;
}

/** The decision that an unmatched deposit waits for, with what its payer reads meanwhile and the possible actions. */
export function Decision({ choice }: { choice: Choice }): JSX.Element {
  const texts = useTexts(DEPOSITS);
  const { deposit } = choice.case;
  return (
    <section aria-labelledby="decision">
      <PayerReads of={choice.case} />
      {choice.case.link && (
        <p>
          <a href={choice.case.link.checkoutUrl} target="_blank" rel="noopener noreferrer">
            {texts.payerPage}
          </a>
        </p>
      )}
      <h2 id="decision">{texts.decision}</h2>
      {choice.refundDueAt && (
        <p>
          {texts.refundedOn} <Moment at={choice.refundDueAt} inSentence />.
        </p>
      )}
      <Forms choice={choice} isTooSmall={money(deposit.amount).isZero()} />
    </section>
  );
}

function Forms(props: { choice: Choice; isTooSmall: boolean }): JSX.Element {
  const visit = useMemberVisit();
  const { choice } = props;
  const texts = useTexts(DEPOSITS);
  const refunds = useTexts(REFUNDS);
  if (props.isTooSmall) return <p>{texts.tooSmall}</p>;
  if (!MONEY.includes(visit.membership.role)) return <p>{texts.whoMayDecide}</p>;
  const { deposit } = choice.case;
  // Only the amount that the books hold can be moved, which may lack the deposit's last digits.
  const amount = formatMoney(visit.language, deposit.amount, deposit.asset);
  const own = { deposit: deposit.id };
  const form = refundForm(visit, choice.refundDestinations);
  return (
    <WithProof>
      <div class="decisions" id="accept">
        {choice.mayAccept && choice.together && <Together deposit={deposit} of={choice.together} />}
        {choice.mayAccept && <AsPayment deposit={deposit} outlook={choice.payment} />}
        {choice.mayAccept && <Assign deposit={deposit} />}
        {choice.mayAccept && (
          <div>
            <h3>{texts.accept}</h3>
            <p>{texts.acceptHint}</p>
            <a href={pathTo(visit, paths.deposits.accept, own)} role="button" class="secondary">
              {texts.acceptAmount(amount)}
            </a>
          </div>
        )}
        <form method="post" action={pathTo(visit, paths.deposits.reviewRefund, own)} id="refund">
          <h3>{texts.refund}</h3>
          <Refusal>{form.above}</Refusal>
          <p>{refunds.form.unmatchedHint}</p>
          <RefundFields form={form} destinations={choice.refundDestinations} />
          <button type="submit" class="secondary">
            {refunds.form.review}
          </button>
        </form>
      </div>
    </WithProof>
  );
}
