import type { JSX } from 'preact';
import { readClock } from '../../clock/index.ts';
import {
  departureOf,
  directionOf,
  getDepositRecord,
  getPaidLink,
  requireRefundable,
} from '../../deposits/index.ts';
import type { StoredEvent } from '../../events/index.ts';
import { findMovementsOf, type Movement } from '../../ledger/index.ts';
import { formatAmount, money } from '../../lib/money.ts';
import { formatMoney } from '../../pages/index.ts';
import { findTransferEvents, sentBy } from '../../transfers/index.ts';
import { findRefundingKey, foresee, type RefundingKey } from '../../treasury/index.ts';
import { Decision, requestFacts, requestSteps } from '../approvals/parts.tsx';
import { type Approver, readOutlook, readRequest } from '../approvals/requested.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { Cep } from '../frame/cep.tsx';
import { describeDestination } from '../frame/destination.ts';
import { detailOf } from '../frame/detail.tsx';
import { FAILURES } from '../frame/failures.ts';
import { Amount } from '../frame/parts.tsx';
import { depositLink, History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { isTechnical, MEMBERS, type MemberVisit, MONEY, type Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { getRefund, Quote, type QuoteOutlook, rateOf } from './quote.tsx';
import { RefundState, refundStateOf, type RequestedRefund, withPurchases } from './state.tsx';
import { REFUNDS } from './texts.ts';

/** Everything that is known of one refund. */
interface RefundDetail extends RequestedRefund {
  /** The outlook of its cost. */
  outlook: QuoteOutlook;
  approvers: readonly Approver[];
  /** Its own, and those of the conversion that buys what it sends. */
  movements: readonly Movement[];
  events: readonly StoredEvent[];
  /** The API key that requested it. */
  key: RefundingKey | undefined;
  /** The account that the refunded deposit came from, as far as it is known. */
  payerAccount: string | undefined;
  now: Date;
}

/** One refund. */
export const showRefund = pageOf(paths.refunds.refund, MEMBERS, async (visit, services) => {
  const { db } = services;
  const { accountId } = visit;
  const refund = await getRefund(db.read, visit);
  const { id, conversionId, depositId } = refund;
  const [[requested], { approvers }, own, bought, events, key, deposit, now] = await Promise.all([
    withPurchases(db.read, accountId, [refund]),
    readRequest(db.read, accountId, id),
    findMovementsOf(db.read, { accountId, sourceObject: 'refund', sourceId: id }),
    conversionId === null
      ? []
      : findMovementsOf(db.read, { accountId, sourceObject: 'conversion', sourceId: conversionId }),
    findTransferEvents(db.read, refund),
    findRefundingKey(db.read, { accountId, refundId: id }),
    getDepositRecord(db.read, accountId, depositId),
    readClock(db.read),
  ]);
  if (!requested) throw new Error(`refund ${id} is missing`);
  const isQuoted = refundStateOf(requested, now) === 'quoted';
  const outlook = isQuoted ? await foreseeConfirmation(services, visit, requested) : undefined;
  const movements = [...bought, ...own];
  const payerAccount = deposit.payer['account'];
  return refundPage(visit, { ...requested, outlook, approvers, movements, events, key, payerAccount, now });
});

/** The outcome of a quoted refund if this person confirmed it now. */
async function foreseeConfirmation(
  { db, providers }: PanelServices,
  visit: MemberVisit,
  { transfer: refund, purchase }: RequestedRefund,
): Promise<QuoteOutlook> {
  const { asset, destination, paymentLinkCode: code, depositId } = refund;
  if (code === null || !MONEY.includes(visit.membership.role)) return undefined;
  try {
    const paid = await getPaidLink(db.read, { accountId: visit.accountId, code, depositId });
    const amount = requireRefundable(paid, money(refund.amount));
    const to = directionOf(providers, paid.deposit, destination ?? 'sender');
    const departure = departureOf(paid, { asset, amount }, to, purchase);
    const wait = await foresee(db.read, visit.actor, departure);
    return await readOutlook(db.read, visit, wait);
  } catch (error) {
    return { problem: reasonOf(error, REFUNDS[visit.language].problems) };
  }
}

function refundPage(visit: MemberVisit, detail: RefundDetail): Page {
  const texts = REFUNDS[visit.language];
  const { transfer, purchase, outlook, approvers, movements, events, key, payerAccount, now } = detail;
  const { asset, amount, depositId, destination, failureReason, refundReason, refundNote } = transfer;
  const returned = sentBy(transfer);
  const state = refundStateOf(detail, now);
  const isQuote = state === 'quoted' || state === 'quote_expired';
  const isLeft = transfer.status === 'failed' && purchase?.status === 'settled';
  return detailOf({
    title: texts.titleOf(formatMoney(visit.language, amount, asset)),
    back: { href: pathTo(visit, paths.refunds.list), label: texts.all },
    outcomes: texts,
    headline: <RefundState of={detail} now={now} />,
    facts: [
      [texts.failure, failureReason && FAILURES[visit.language][failureReason]],
      [texts.payerGets, <Amount of={formatAmount(returned.amount)} asset={returned.asset} />],
      [
        texts.quote.cost,
        purchase && !isQuote && (
          <a href={pathTo(visit, paths.conversions.conversion, { conversion: purchase.id })}>
            <Amount of={purchase.amount} asset={purchase.asset} />
          </a>
        ),
      ],
      [texts.rate, purchase && !isQuote && rateOf(visit, purchase)],
      [texts.to, destination ? describeDestination(destination) : texts.toSender],
      [texts.method, transfer.method],
      ...requestFacts(visit, detail),
      [texts.key, key && <KeyName of={key} />],
      [texts.reason, refundReason && texts.reasons[refundReason]],
      [texts.note, refundNote && <span dir="auto">{refundNote}</span>],
      [texts.link, paymentLink(visit, transfer.paymentLinkCode)],
      [texts.deposit, depositLink(visit, depositId)],
      [texts.providerReference, transfer.providerReference],
      [texts.request, requestLink(visit, transfer.requestId)],
    ],
    children: (
      <>
        <Waits of={transfer} />
        {purchase && isQuote && <Quote refund={detail} purchase={purchase} outlook={outlook} now={now} />}
        {isLeft && <p>{texts.bought(formatMoney(visit.language, amount, asset))}</p>}
        <Decision of={detail} approvers={approvers} />
        <History title={texts.history} steps={stepsOf(visit, detail)} events={events} />
        {transfer.finishedAt && (
          <Cep
            of={{
              at: transfer.finishedAt,
              trackingKey: transfer.trackingKey,
              to: destination && 'clabe' in destination ? destination.clabe : payerAccount,
              amount: returned.amount.toFixed(),
            }}
          />
        )}
        {!isQuote && <Movements of={movements} />}
      </>
    ),
  });
}

function KeyName({ of: { id, name, lastFour } }: { of: RefundingKey }): JSX.Element {
  const visit = useMemberVisit();
  const text = `${name} (…${lastFour})`;
  if (!isTechnical(visit)) return <span dir="auto">{text}</span>;
  return (
    <a href={pathTo(visit, paths.keys.key, { key: id })} dir="auto">
      {text}
    </a>
  );
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
