import type { EventRow } from '../../events/index.ts';
import type { MovementRow } from '../../ledger/index.ts';
import { formatMoney } from '../../pages/index.ts';
import { sentBy } from '../../transfers/index.ts';
import { formatAmount } from '../../lib/money.ts';
import { Decision, requestFacts, requestSteps } from '../approvals/parts.tsx';
import type { Approver } from '../approvals/requested.ts';
import { describeDestination } from '../frame/destination.ts';
import { FAILURES } from '../frame/failures.ts';
import { Outcome } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { Quote, rateOf, type QuoteOutlook } from './quote.tsx';
import { RefundState, refundStateOf, type RequestedRefund } from './state.tsx';
import { REFUNDS } from './texts/by-language.ts';

/** Everything that is known of one refund. */
export interface RefundDetail extends RequestedRefund {
  /** Of what it costs. */
  outlook: QuoteOutlook;
  approvers: readonly Approver[];
  /** Its own, and those of the conversion that buys what it sends. */
  movements: readonly MovementRow[];
  events: readonly EventRow[];
  now: Date;
}

export function refundPage(visit: MemberVisit, detail: RefundDetail): Page {
  const texts = REFUNDS[visit.language];
  const { transfer, purchase, outlook, approvers, movements, events, now } = detail;
  const { asset, amount, depositId, destination, failureReason, refundReason } = transfer;
  const returned = sentBy(transfer);
  const state = refundStateOf(detail, now);
  const isQuote = state === 'quoted' || state === 'quote_expired';
  const isLeft = transfer.status === 'failed' && purchase?.status === 'settled';
  return {
    title: texts.titleOf(formatMoney(visit.language, amount, asset)),
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p>
          <RefundState visit={visit} of={detail} now={now} />
        </p>
        <Waits visit={visit} of={transfer} />
        {purchase && isQuote && (
          <Quote visit={visit} refund={detail} purchase={purchase} outlook={outlook} now={now} />
        )}
        {isLeft && <p>{texts.bought(formatMoney(visit.language, amount, asset))}</p>}
        <Facts
          of={[
            [texts.failure, failureReason && FAILURES[visit.language][failureReason]],
            [
              texts.payerGets,
              <Amount visit={visit} of={formatAmount(returned.amount)} asset={returned.asset} />,
            ],
            [
              texts.quote.cost,
              purchase && !isQuote && (
                <a href={pathTo(visit, `conversions/${purchase.id}`)}>
                  <Amount visit={visit} of={purchase.amount} asset={purchase.asset} />
                </a>
              ),
            ],
            [texts.quote.rate, purchase && !isQuote && rateOf(visit, purchase)],
            [texts.to, destination ? describeDestination(destination) : texts.toSender],
            [texts.method, transfer.method],
            ...requestFacts(visit, detail),
            [texts.reason, refundReason && texts.reasons[refundReason]],
            [texts.link, paymentLink(visit, transfer.paymentLinkCode)],
            [texts.deposit, <a href={pathTo(visit, `deposits/${depositId}`)}>{depositId}</a>],
            [texts.providerReference, transfer.providerReference],
            [texts.request, requestLink(visit, transfer.requestId)],
          ]}
        />
        <Decision visit={visit} of={detail} approvers={approvers} />
        <History visit={visit} title={texts.history} steps={stepsOf(visit, detail)} events={events} />
        {!isQuote && <Movements visit={visit} of={movements} />}
        <p>
          <a href={pathTo(visit, 'refunds')}>{texts.all}</a>
        </p>
      </>
    ),
  };
}

function stepsOf(visit: MemberVisit, { transfer, request, purchase, movements }: RefundDetail): Step[] {
  const { steps } = REFUNDS[visit.language];
  const { status, createdAt, finishedAt, returnedAt } = transfer;
  const outcome: Step[] = [
    ...(finishedAt ? [{ at: finishedAt, what: status === 'failed' ? steps.failed : steps.done }] : []),
    ...(returnedAt ? [{ at: returnedAt, what: steps.returned }] : []),
  ];
  const asked = request ? requestSteps(visit, request, outcome) : outcome;
  if (!purchase) return request ? asked : [{ at: createdAt, what: steps.started }, ...outcome];
  const confirmed = movements.at(0);
  const bought = purchase.finishedAt;
  return [
    { at: createdAt, what: steps.quoted },
    ...(confirmed ? [{ at: confirmed.createdAt, what: steps.confirmed }] : []),
    ...(bought ? [{ at: bought, what: purchase.status === 'settled' ? steps.bought : steps.notBought }] : []),
    ...asked,
  ];
}
