import type { JSX } from 'preact';
import { money } from '../../lib/money.ts';
import { formatMoney, Refusal } from '../../pages/index.ts';
import { WithProof } from '../frame/parts.tsx';
import { RefundFields, refundForm, type Ways } from '../refunds/form.tsx';
import { REFUNDS, type RefundProblem } from '../refunds/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY } from '../request/route.ts';
import { AsPayment, type PaymentOutlook } from './accept-as-payment.tsx';
import { type Case, PayerReads } from './case.tsx';
import { DEPOSITS } from './texts.ts';

export interface Choice {
  case: Case;
  /** False for one that payment rules refuse: it can only be sent back. */
  mayAccept: boolean;
  /** What accepting it as the payment of its link would do, or why it cannot be. */
  payment: PaymentOutlook;
  /** Where a refund can go. */
  ways: Ways;
  /** Why the refund that was just asked for was not started. */
  problem?: RefundProblem;
}

/** What an unmatched deposit waits for: what its payer reads meanwhile, and what can be done. */
export function Decision({ visit, choice }: { visit: MemberVisit; choice: Choice }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { deposit } = choice.case;
  return (
    <section aria-labelledby="decision">
      <PayerReads visit={visit} of={choice.case} />
      {choice.case.link && (
        <p>
          <a href={choice.case.link.checkoutUrl} target="_blank" rel="noopener noreferrer">
            {texts.payerPage}
          </a>
        </p>
      )}
      <h2 id="decision">{texts.decision}</h2>
      <Forms visit={visit} choice={choice} isTooSmall={money(deposit.amount).isZero()} />
    </section>
  );
}

function Forms(props: { visit: MemberVisit; choice: Choice; isTooSmall: boolean }): JSX.Element {
  const { visit, choice } = props;
  const texts = DEPOSITS[visit.language];
  const refunds = REFUNDS[visit.language];
  if (props.isTooSmall) return <p>{texts.tooSmall}</p>;
  if (!MONEY.includes(visit.membership.role)) return <p>{texts.whoMayDecide}</p>;
  const { deposit } = choice.case;
  // What the books hold of it can be moved, which may be less than its last digit.
  const amount = formatMoney(visit.language, deposit.amount, deposit.asset);
  const own = { deposit: deposit.id };
  const form = refundForm(visit, choice.ways, choice.problem);
  return (
    <WithProof>
      <div class="decisions" id="accept">
        {choice.mayAccept && <AsPayment visit={visit} deposit={deposit} outlook={choice.payment} />}
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
          <RefundFields visit={visit} form={form} ways={choice.ways} />
          <button type="submit" class="secondary">
            {refunds.form.review}
          </button>
        </form>
      </div>
    </WithProof>
  );
}
