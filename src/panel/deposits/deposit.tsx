import type { ComponentChildren } from 'preact';
import { findAccount } from '../../accounts/index.ts';
import { readClock } from '../../clock/index.ts';
import { findDepositEvents, getDepositRecord, refundDueAt, reviewOf } from '../../deposits/index.ts';
import type { StoredEvent } from '../../events/index.ts';
import { findMovementsOf, type Movement } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { bankOfClabe, isClabe } from '../../methods/index.ts';
import { formatMoney, Refusal, Status } from '../../pages/index.ts';
import { findScreening } from '../../screening/index.ts';
import { listTransfersOfDeposit, type PaymentConversion } from '../../transfers/index.ts';
import { Cep } from '../frame/cep.tsx';
import { detailOf, type Fact } from '../frame/detail.tsx';
import { Amount, Moment } from '../frame/parts.tsx';
import { History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { isConversionOf } from '../links/timeline.ts';
import { listLinkTransfers } from '../links/timeline-repository.ts';
import { refundStateOf, type RequestedRefund, withPurchases } from '../refunds/state.tsx';
import { readRefundDestinations } from '../refunds/destinations.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page } from '../request/route.ts';
import { readJointOutlook, readPaymentOutlook } from './accept-as-payment.tsx';
import { type Case, readCase } from './case.tsx';
import { refundForm } from '../refunds/form.tsx';
import { type Choice, Decision } from './decision.tsx';
import { amountOf, DepositState, Why } from './state.tsx';
import { DEPOSITS } from './texts.ts';

/** Everything that is known of one deposit. */
interface DepositDetail {
  case: Case;
  conversions: readonly PaymentConversion[];
  refunds: readonly RequestedRefund[];
  now: Date;
  movements: readonly Movement[];
  events: readonly StoredEvent[];
  /** Nothing can be done with it before the review is over. */
  isInReview: boolean;
  /** The possible decisions; undefined unless it is unmatched. */
  choice: Choice | undefined;
}

/** One deposit. */
export const showDeposit = pageOf(paths.deposits.deposit, MEMBERS, async (visit, services) => {
  const { read } = services.db;
  const deposit = await getDepositRecord(read, visit.accountId, visit.param('deposit'));
  const { accountId, id, status, paymentLinkCode: code } = deposit;
  const [account, of, transfers, ofLink, movements, events, screening, now] = await Promise.all([
    findAccount(read, { id: accountId }),
    readCase(read, deposit),
    listTransfersOfDeposit(read, { accountId, depositId: id }),
    code === null || deposit.acceptedBy === null ? [] : listLinkTransfers(read, { accountId, code }),
    findMovementsOf(read, { accountId, sourceObject: 'deposit', sourceId: id }),
    findDepositEvents(read, deposit),
    findScreening(read, reviewOf(deposit)),
    readClock(read),
  ]);
  const decision = screening?.decision;
  const choice =
    status === 'unmatched' && decision !== 'hold'
      ? {
          case: of,
          refundDestinations: await readRefundDestinations(services, deposit),
          mayAccept: decision !== 'refuse',
          payment: await readPaymentOutlook(services, deposit),
          refundDueAt:
            account && decision !== 'refuse' ? refundDueAt(account, services.providers, deposit) : undefined,
          together: await readJointOutlook(services, deposit),
        }
      : undefined;
  const refunds = transfers.filter((transfer) => transfer.kind === 'refund');
  // A part has none of its own, because it is converted with the deposit that completed the payment.
  const joint = ofLink.filter(({ depositId }) => depositId !== id);
  return depositPage(visit, {
    case: of,
    conversions: [...transfers, ...joint]
      .filter((transfer) => transfer.kind === 'payment_conversion')
      .filter(isConversionOf(deposit)),
    refunds: await withPurchases(read, accountId, refunds),
    now,
    movements,
    events,
    isInReview: decision === 'hold',
    choice,
  });
});

function depositPage(visit: MemberVisit, detail: DepositDetail): Page {
  const texts = DEPOSITS[visit.language];
  const { deposit } = detail.case;
  return detailOf({
    title: texts.titleOf(amountOf(visit, deposit)),
    back: { href: pathTo(visit, paths.deposits.list), label: texts.all },
    outcomes: texts,
    headline: (
      <>
        <DepositState deposit={deposit} />
        <Why deposit={deposit} />
        {detail.isInReview && <Status tone="waiting">{texts.inReview}</Status>}
      </>
    ),
    facts: factsOf(visit, detail),
    children: (
      <>
        {!detail.choice && <Refusal>{refundForm(visit, undefined).above}</Refusal>}
        {detail.isInReview && <p>{texts.inReviewHint}</p>}
        {detail.choice && <Decision choice={detail.choice} />}
        <History title={texts.history} steps={stepsOf(visit, detail)} events={detail.events} />
        <Cep
          of={{
            at: deposit.createdAt,
            trackingKey: deposit.payer['tracking_key'],
            from: deposit.payer['account'],
            to: deposit.destination,
            amount: deposit.amount,
          }}
        />
        <Movements of={detail.movements} />
      </>
    ),
  });
}

function factsOf(visit: MemberVisit, detail: DepositDetail): Fact[] {
  const texts = DEPOSITS[visit.language];
  const { case: of, movements } = detail;
  const { deposit } = of;
  const { payer } = deposit;
  return [
    [texts.amount, amountOf(visit, deposit)],
    [texts.due, dueOf(visit, of)],
    [texts.fee, feeOf(visit, of, movements)],
    [texts.acceptedBy, deposit.acceptedBy && texts.acceptedHow[deposit.acceptedBy]],
    [
      texts.refunded,
      money(deposit.refundedAmount).isZero() ? undefined : (
        <Amount of={deposit.refundedAmount} asset={deposit.asset} />
      ),
    ],
    [texts.arrived, <Moment at={deposit.createdAt} exact />],
    [texts.link, paymentLink(visit, deposit.paymentLinkCode)],
    [texts.sentFor, deposit.assignedFrom !== null && paymentLink(visit, deposit.assignedFrom)],
    [texts.method, deposit.method],
    [texts.network, deposit.network],
    [texts.payer, said(payer['name'])],
    [texts.payerAccount, said(payer['account'])],
    [texts.payerBank, bankOfPayer(payer)],
    [texts.sourceAddress, said(payer['source_address'])],
    [texts.trackingKey, said(payer['tracking_key'])],
    [texts.transaction, said(payer['transaction_hash'])],
    [texts.destination, deposit.destination],
    [texts.reference, deposit.reference],
    [texts.providerReference, deposit.providerReference],
    [texts.request, requestLink(visit, deposit.requestId)],
  ];
}

/** The bank of a payer's CLABE. */
function bankOfPayer({ account = '' }: Case['deposit']['payer']): string | undefined {
  return isClabe(account) ? bankOfClabe(account) : undefined;
}

/** Text from outside may run in either direction. */
function said(text: string | undefined): ComponentChildren {
  return text === undefined ? undefined : <span dir="auto">{text}</span>;
}

/** The payment that the payer should have made, where that was the fault. */
function dueOf({ language }: MemberVisit, { deposit, methods }: Case): string | undefined {
  const { unmatchedReason: reason, acceptedBy } = deposit;
  if (reason !== 'UNDERPAID' && reason !== 'OVERPAID' && acceptedBy === null) return undefined;
  const method = methods.find((one) => one.method === deposit.method);
  return method?.amountDue ? formatMoney(language, method.amountDue, method.asset) : undefined;
}

/** The fee of the payment; of several deposits, the last one bears what is taken from the balance. */
function feeOf(
  { language }: MemberVisit,
  { deposit, link, methods }: Case,
  movements: readonly Movement[],
): string | undefined {
  const method = methods.find((one) => one.method === deposit.method);
  if (deposit.status !== 'credited' || !link || !method || money(method.fee).isZero()) return undefined;
  const { feeBy } = DEPOSITS[language];
  if (link.feeBearer === 'merchant' && !movements.some(({ type }) => type === 'fee')) return undefined;
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
      // A refund that was never confirmed has not happened.
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
    {
      at: createdAt,
      what: (
        <a href={pathTo(visit, paths.conversions.conversion, { conversion: id })}>
          {steps.conversionStarted}
        </a>
      ),
    },
    ...(finishedAt ? [{ at: finishedAt, what: done }] : []),
  ];
}

function refundSteps(visit: MemberVisit, { transfer }: RequestedRefund): Step[] {
  const { steps } = DEPOSITS[visit.language];
  const { id, status, createdAt, finishedAt, returnedAt } = transfer;
  const done = status === 'failed' ? steps.refundFailed : steps.refundDone;
  return [
    {
      at: createdAt,
      what: <a href={pathTo(visit, paths.refunds.refund, { refund: id })}>{steps.refundStarted}</a>,
    },
    ...(finishedAt ? [{ at: finishedAt, what: done }] : []),
    ...(returnedAt ? [{ at: returnedAt, what: steps.refundReturned }] : []),
  ];
}
