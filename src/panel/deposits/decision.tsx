import type { JSX } from 'preact';
import type { Acceptance } from '../../deposits/index.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import { formatMoney } from '../../pages/index.ts';
import { Once, Refusal, WithProof } from '../frame/parts.tsx';
import { Facts } from '../frame/tables.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { RefundFields, type Ways } from '../refunds/form.tsx';
import { REFUNDS, type RefundTexts } from '../refunds/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY } from '../request/route.ts';
import { type Case, PayerReads } from './case.tsx';
import { DEPOSITS, type DepositTexts } from './texts.ts';

export interface Choice {
  case: Case;
  /** False for one that payment rules refuse: it can only be sent back. */
  mayAccept: boolean;
  /** What accepting it as the payment of its link would do, or why it cannot be. */
  payment: { can: Acceptance } | { cannot: keyof DepositTexts['problems'] };
  /** Where a refund can go. */
  ways: Ways;
  /** Why the refund that was just asked for was not started. */
  problem?: keyof RefundTexts['problems'];
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
  return (
    <WithProof visit={visit}>
      <div class="decisions">
        {choice.mayAccept && <AsPayment visit={visit} choice={choice} />}
        {choice.mayAccept && (
          <div>
            <h3>{texts.accept}</h3>
            <p>{texts.acceptHint}</p>
            <a href={pathTo(visit, paths.deposits.accept, own)} role="button" class="secondary">
              {texts.acceptAmount(amount)}
            </a>
          </div>
        )}
        <form method="post" action={pathTo(visit, paths.deposits.reviewRefund, own)}>
          <h3>{texts.refund}</h3>
          {choice.problem !== undefined && <Refusal>{refunds.problems[choice.problem]}</Refusal>}
          <p>{refunds.form.unmatchedHint}</p>
          <RefundFields visit={visit} ways={choice.ways} />
          <button type="submit" class="secondary">
            {refunds.form.review}
          </button>
        </form>
      </div>
    </WithProof>
  );
}

/** What accepting it as the payment does, before it is done. */
function AsPayment({ visit, choice }: { visit: MemberVisit; choice: Choice }): JSX.Element {
  const { language } = visit;
  const texts = DEPOSITS[language];
  const { payment } = choice;
  if ('cannot' in payment) {
    return (
      <div>
        <h3>{texts.asPayment}</h3>
        <p>{texts.problems[payment.cannot]}</p>
      </div>
    );
  }
  const { link, received, difference, fee, isConverted } = payment.can;
  const inMoney = (amount: Money) => formatMoney(language, formatAmount(amount), link.currency);
  const form = pathTo(visit, paths.deposits.acceptAsPayment, { deposit: choice.case.deposit.id });
  return (
    <form method="post" action={form}>
      <Once />
      <input type="hidden" name="received" value={formatAmount(received)} />
      <h3>{texts.asPayment}</h3>
      <p>{isConverted ? texts.asPaymentConverted : texts.asPaymentHint}</p>
      <Facts
        of={[
          [texts.link, paymentLink(visit, link.code)],
          [texts.credited, inMoney(received)],
          [texts.difference, difference.isZero() ? texts.noDifference : inMoney(difference)],
          [texts.fee, fee.isZero() ? undefined : `${inMoney(fee)}, ${texts.feeBy[link.feeBearer]}`],
        ]}
      />
      <button type="submit">{texts.acceptAsPayment}</button>
    </form>
  );
}
