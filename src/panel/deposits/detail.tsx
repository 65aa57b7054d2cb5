import type { ComponentChildren, JSX } from 'preact';
import type { EventRow } from '../../events/index.ts';
import type { MovementRow } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney } from '../../pages/index.ts';
import type { PaymentConversion } from '../../transfers/index.ts';
import { refundStateOf, type RequestedRefund } from '../refunds/state.tsx';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Facts, Status } from '../frame/tables.tsx';
import { History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import type { Case } from './case.tsx';
import { Decision, type Choice } from './decision.tsx';
import { amountOf, DepositState, Why } from './pages.tsx';
import { DEPOSITS } from './texts/by-language.ts';

/** Everything that is known of one deposit. */
export interface DepositDetail {
  case: Case;
  conversions: readonly PaymentConversion[];
  refunds: readonly RequestedRefund[];
  now: Date;
  movements: readonly MovementRow[];
  events: readonly EventRow[];
  /** Nothing can be done with it before the review is over. */
  isInReview: boolean;
  /** What can be decided; undefined unless it is unmatched. */
  choice: Choice | undefined;
}

export function depositPage(visit: MemberVisit, detail: DepositDetail): Page {
  const texts = DEPOSITS[visit.language];
  const { deposit } = detail.case;
  return {
    title: texts.titleOf(amountOf(visit, deposit)),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="row">
          <DepositState visit={visit} deposit={deposit} />
          <Why visit={visit} deposit={deposit} />
          {detail.isInReview && <Status tone="waiting">{texts.inReview}</Status>}
        </p>
        {detail.isInReview && <p>{texts.inReviewHint}</p>}
        {detail.choice && <Decision visit={visit} choice={detail.choice} />}
        {detail.choice && <h2>{texts.known}</h2>}
        <Known visit={visit} of={detail.case} />
        <History visit={visit} title={texts.history} steps={stepsOf(visit, detail)} events={detail.events} />
        <Movements visit={visit} of={detail.movements} />
        <p>
          <a href={pathTo(visit, 'deposits')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

function Known({ visit, of }: { visit: MemberVisit; of: Case }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { deposit } = of;
  const { payer } = deposit;
  return (
    <Facts
      of={[
        [texts.amount, amountOf(visit, deposit)],
        [texts.due, dueOf(visit, of)],
        [texts.fee, feeOf(visit, of)],
        [
          texts.refunded,
          money(deposit.refundedAmount).isZero() ? undefined : (
            <Amount visit={visit} of={deposit.refundedAmount} asset={deposit.asset} />
          ),
        ],
        [texts.arrived, <Moment visit={visit} at={deposit.createdAt} />],
        [texts.link, paymentLink(visit, deposit.paymentLinkCode)],
        [texts.method, deposit.method],
        [texts.network, deposit.network],
        [texts.payer, said(payer['name'])],
        [texts.payerAccount, said(payer['account'])],
        [texts.sourceAddress, said(payer['source_address'])],
        [texts.trackingKey, said(payer['tracking_key'])],
        [texts.transaction, said(payer['transaction_hash'])],
        [texts.destination, deposit.destination],
        [texts.reference, deposit.reference],
        [texts.providerReference, deposit.providerReference],
        [texts.request, requestLink(visit, deposit.requestId)],
      ]}
    />
  );
}

/** What somebody else has written may run in either direction. */
function said(text: string | undefined): ComponentChildren {
  return text === undefined ? undefined : <span dir="auto">{text}</span>;
}

/** What the payer should have sent, where that is what was wrong. */
function dueOf({ language }: MemberVisit, { deposit, methods }: Case): string | undefined {
  const { unmatchedReason: reason } = deposit;
  if (reason !== 'UNDERPAID' && reason !== 'OVERPAID') return undefined;
  const method = methods.find((one) => one.method === deposit.method);
  return method?.amountDue ? formatMoney(language, method.amountDue, method.asset) : undefined;
}

function feeOf({ language }: MemberVisit, { deposit, link, methods }: Case): string | undefined {
  const method = methods.find((one) => one.method === deposit.method);
  if (deposit.status !== 'credited' || !link || !method || money(method.fee).isZero()) return undefined;
  const { feeBy } = DEPOSITS[language];
  return `${formatMoney(language, method.fee, link.currency)}, ${feeBy[link.feeBearer]}`;
}

function stepsOf(visit: MemberVisit, detail: DepositDetail): Step[] {
  const { deposit } = detail.case;
  const { conversions, refunds, movements, now } = detail;
  const { steps } = DEPOSITS[visit.language];
  const credited = movements.find(({ type }) => type === 'payment');
  const accepted = deposit.status === 'accepted' ? deposit.resolvedAt : null;
  return [
    { at: deposit.createdAt, what: steps.arrived },
    ...conversions.flatMap((conversion) => conversionSteps(visit, conversion)),
    ...refunds
      // What nobody confirmed has not happened.
      .filter((refund) => !['quoted', 'quote_expired'].includes(refundStateOf(refund, now)))
      .flatMap((refund) => refundSteps(visit, refund)),
    ...(credited ? [{ at: credited.createdAt, what: steps.credited }] : []),
    ...(accepted ? [{ at: accepted, what: steps.accepted }] : []),
  ];
}

function conversionSteps(visit: MemberVisit, conversion: PaymentConversion): Step[] {
  const { steps } = DEPOSITS[visit.language];
  const { id, status, createdAt, finishedAt } = conversion;
  const done = status === 'failed' ? steps.conversionFailed : steps.conversionDone;
  return [
    { at: createdAt, what: <a href={pathTo(visit, `conversions/${id}`)}>{steps.conversionStarted}</a> },
    ...(finishedAt ? [{ at: finishedAt, what: done }] : []),
  ];
}

function refundSteps(visit: MemberVisit, { transfer }: RequestedRefund): Step[] {
  const { steps } = DEPOSITS[visit.language];
  const { id, status, createdAt, finishedAt, returnedAt } = transfer;
  const done = status === 'failed' ? steps.refundFailed : steps.refundDone;
  return [
    { at: createdAt, what: <a href={pathTo(visit, `refunds/${id}`)}>{steps.refundStarted}</a> },
    ...(finishedAt ? [{ at: finishedAt, what: done }] : []),
    ...(returnedAt ? [{ at: returnedAt, what: steps.refundReturned }] : []),
  ];
}
