import type { JSX } from 'preact';
import type { EventRow } from '../../events/index.ts';
import type { MovementRow } from '../../ledger/index.ts';
import { formatMoney, plainNumber } from '../../pages/index.ts';
import { type AnyConversion, CONVERSION_STATUS_SHOWN, type Refund } from '../../transfers/index.ts';
import { FAILURES } from '../frame/failures.ts';
import { Decision, requestFacts, requestSteps } from '../approvals/parts.tsx';
import type { Approver, Requested } from '../approvals/requested.ts';
import { Validity } from '../frame/validity.tsx';
import { Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { MONEY, pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { ConversionState, statusOf } from './pages.tsx';
import { CONVERSIONS } from './texts.ts';

/** Everything that is known of one conversion. */
export interface ConversionDetail extends Requested<AnyConversion> {
  /** The refund that it buys the amount of. */
  refund: Refund | undefined;
  movements: readonly MovementRow[];
  events: readonly EventRow[];
  approvers: readonly Approver[];
  now: Date;
}

export function conversionPage(visit: MemberVisit, detail: ConversionDetail): Page {
  const texts = CONVERSIONS[visit.language];
  const { transfer, refund, movements, events, approvers, now } = detail;
  const status = statusOf(detail, now);
  // That of a refund is confirmed on the refund's page.
  const isQuote = (status === 'requested' || status === 'quote_expired') && !refund;
  return {
    title: texts.titleOf(transfer.asset, transfer.toAsset),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p>
          <ConversionState visit={visit} status={status} />
        </p>
        <Waits visit={visit} of={transfer} />
        {refund && <p>{texts.ofRefund}</p>}
        {isQuote ? (
          <Quote visit={visit} detail={detail} />
        ) : (
          <>
            <Known visit={visit} detail={detail} />
            <Decision visit={visit} of={detail} approvers={approvers} />
            <History visit={visit} title={texts.history} steps={stepsOf(visit, detail)} events={events} />
            {transfer.kind === 'conversion' && <Movements visit={visit} of={movements} />}
          </>
        )}
        <p>
          <a href={pathTo(visit, 'conversions')}>{texts.all}</a>
        </p>
      </>
    ),
  };
}

/** What the conversion would bring, until when, and the way to confirm it or, afterwards, to a new quote. */
function Quote({ visit, detail }: { visit: MemberVisit; detail: ConversionDetail }): JSX.Element {
  const texts = CONVERSIONS[visit.language];
  const { transfer, now } = detail;
  const { id, asset, amount, toAsset, toAmount, quoteExpiresAt: end } = transfer;
  const hasEnded = statusOf(detail, now) === 'quote_expired';
  return (
    <section aria-labelledby="quote">
      <h2 id="quote">{texts.quote}</h2>
      <Facts
        of={[
          [texts.youConvert, <Amount visit={visit} of={amount} asset={asset} />],
          [
            texts.youReceive,
            <strong>
              <Amount visit={visit} of={toAmount} asset={toAsset} />
            </strong>,
          ],
          [texts.rate, rateOf(visit, transfer)],
        ]}
      />
      {!MONEY.includes(visit.membership.role) && <p>{texts.whoMayConvert}</p>}
      {!hasEnded && end !== null && (
        <div data-until-end>
          <Validity visit={visit} end={end} now={now} />
          {MONEY.includes(visit.membership.role) && (
            <WithProof visit={visit}>
              <form method="post" action={pathTo(visit, `conversions/${id}/confirm`)}>
                <Once />
                <button type="submit">{texts.confirm}</button>
              </form>
            </WithProof>
          )}
        </div>
      )}
      <div data-after-end hidden={!hasEnded} role="status">
        <p>
          <strong>{texts.expired}.</strong> {texts.expiredHint}
        </p>
        {MONEY.includes(visit.membership.role) && (
          <WithProof visit={visit}>
            <form method="post" action={pathTo(visit, 'conversions/new')}>
              <Once />
              <input type="hidden" name="from" value={asset} />
              <input type="hidden" name="to" value={toAsset} />
              <input type="hidden" name="amount" value={plainNumber(amount)} />
              <button type="submit">{texts.askAgain}</button>
            </form>
          </WithProof>
        )}
      </div>
    </section>
  );
}

function Known({ visit, detail }: { visit: MemberVisit; detail: ConversionDetail }): JSX.Element {
  const texts = CONVERSIONS[visit.language];
  const { transfer: conversion, refund } = detail;
  const { asset, amount, toAsset, toAmount, status, depositId, failureReason } = conversion;
  const isFailed = CONVERSION_STATUS_SHOWN[status] === 'failed';
  return (
    <Facts
      of={[
        [texts.from, <Amount visit={visit} of={amount} asset={asset} />],
        [
          status === 'settled' ? texts.received : texts.expected,
          isFailed ? undefined : <Amount visit={visit} of={toAmount} asset={toAsset} />,
        ],
        [texts.rate, rateOf(visit, conversion)],
        [
          texts.refund,
          refund && (
            <a href={pathTo(visit, `refunds/${refund.id}`)}>
              {formatMoney(visit.language, refund.amount, refund.asset)}
            </a>
          ),
        ],
        ...requestFacts(visit, detail),
        [texts.failure, failureReason && FAILURES[visit.language][failureReason]],
        [texts.origin, depositId === null ? texts.ownMoney : undefined],
        [
          texts.deposit,
          depositId === null ? undefined : <a href={pathTo(visit, `deposits/${depositId}`)}>{depositId}</a>,
        ],
        [texts.link, paymentLink(visit, conversion.paymentLinkCode)],
        [texts.providerReference, conversion.providerReference],
        [texts.request, requestLink(visit, conversion.requestId)],
      ]}
    />
  );
}

function rateOf({ language }: MemberVisit, { asset, toAsset, exchangeRate }: AnyConversion): string {
  return CONVERSIONS[language].rateIs(`1 ${asset}`, formatMoney(language, exchangeRate, toAsset));
}

function stepsOf(visit: MemberVisit, { transfer, request, movements }: ConversionDetail): Step[] {
  const { steps } = CONVERSIONS[visit.language];
  const { kind, status, createdAt, finishedAt } = transfer;
  const [held] = movements;
  const outcome = finishedAt
    ? [{ at: finishedAt, what: CONVERSION_STATUS_SHOWN[status] === 'failed' ? steps.failed : steps.done }]
    : [];
  return [
    { at: createdAt, what: steps.asked },
    ...(kind === 'conversion' && held ? [{ at: held.createdAt, what: steps.confirmed }] : []),
    ...(request ? requestSteps(visit, request, outcome) : outcome),
  ];
}
