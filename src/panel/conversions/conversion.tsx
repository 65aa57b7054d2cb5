import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { StoredEvent } from '../../events/index.ts';
import { getDepositRecord } from '../../deposits/index.ts';
import { findMovementsOf, type Movement } from '../../ledger/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import { formatMoney, typedAmountOf } from '../../pages/index.ts';
import { findLink, findLinkMethod } from '../../payment-links/index.ts';
import {
  type AnyConversion,
  CONVERSION_STATUS_SHOWN,
  findTransferEvents,
  listTransfersOfDeposit,
  conversions as records,
  priceOf,
  type Refund,
} from '../../transfers/index.ts';
import { foresee } from '../../treasury/index.ts';
import { Decision, OutlookHint, requestFacts, requestSteps } from '../approvals/parts.tsx';
import {
  type Approver,
  type MovePreview,
  readOutlook,
  readRequest,
  type Requested,
} from '../approvals/requested.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf, type Fact } from '../frame/detail.tsx';
import { FAILURES } from '../frame/failures.ts';
import { Amount, Outcome } from '../frame/parts.tsx';
import { MoveFacts, readAvailable, REVIEW } from '../approvals/review.tsx';
import { depositLink, History, Movements, paymentLink, requestLink, type Step } from '../frame/trace.tsx';
import { Validity } from '../frame/validity.tsx';
import { Waits } from '../frame/waits.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, MONEY, type Page } from '../request/route.ts';
import { amountsOf, quoteConversion } from './create.tsx';
import { type Credit, creditOf } from './credit.ts';
import { ConversionState, statusOf } from './state.tsx';
import { CONVERSIONS } from './texts.ts';

/** Everything that is known of one conversion. */
interface ConversionDetail extends Requested<AnyConversion> {
  /** The refund that it buys the amount of. */
  refund: Refund | undefined;
  movements: readonly Movement[];
  events: readonly StoredEvent[];
  approvers: readonly Approver[];
  /** The credit of a payment that has paid its link. */
  credit: Credit | undefined;
  /** The outcome if this person confirmed its quote now; undefined when they could not. */
  foreseen: { outlook: MovePreview; after: Money } | undefined;
  now: Date;
}

/** The confirmation of a quote. */
export const confirmConversion = actionOf({
  path: paths.conversions.confirm,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: CONVERSIONS,
  page: paths.conversions.conversion,
  act: async (trx, visit, { conversions }) => {
    const { accountId, actor } = visit;
    const id = visit.param('conversion');
    const { conversion, waitsFor } = await conversions.confirm(trx, actor, accountId, id);
    const details = amountsOf(conversion);
    await recordAction(trx, accountId, actor, { action: 'conversion.confirmed', subject: id, details });
    return { waitsFor };
  },
  flash: ({ waitsFor }) => waitsFor ?? 'confirmed',
});

/** One conversion. */
export const showConversion = pageOf(paths.conversions.conversion, MEMBERS, async (visit, { db }) => {
  const { accountId } = visit;
  const id = visit.param('conversion');
  const conversion = isId(id) ? await records.find(db.read, accountId, id) : undefined;
  if (!conversion) throw new DomainError('conversion_not_found');
  const [{ request, approvers }, refund, credit, movements, events, now] = await Promise.all([
    readRequest(db.read, accountId, id),
    findRefundOf(db.read, conversion),
    readCredit(db.read, conversion),
    findMovementsOf(db.read, { accountId, sourceObject: 'conversion', sourceId: id }),
    findTransferEvents(db.read, conversion),
    readClock(db.read),
  ]);
  const known = { transfer: conversion, request, approvers, refund, credit, movements, events, now };
  const isQuoted = conversion.status === 'requested' && !refund;
  const foreseen = isQuoted ? await foreseeConfirmation(db.read, visit, conversion) : undefined;
  return conversionPage(visit, { ...known, foreseen });
});

async function findRefundOf(on: Queryable, { kind, accountId, id, depositId }: AnyConversion) {
  if (kind !== 'conversion' || depositId === null) return undefined;
  const transfers = await listTransfersOfDeposit(on, { accountId, depositId });
  return transfers
    .filter((transfer) => transfer.kind === 'refund')
    .find(({ conversionId }) => conversionId === id);
}

async function readCredit(on: Queryable, conversion: AnyConversion): Promise<Credit | undefined> {
  const { accountId, depositId, paymentLinkCode: code } = conversion;
  if (depositId === null || code === null) return undefined;
  const [link, deposit] = await Promise.all([
    findLink(on, { accountId, code }),
    getDepositRecord(on, accountId, depositId),
  ]);
  const method = await findLinkMethod(on, { accountId, code, method: deposit.method });
  return link && method && creditOf(conversion, link, method);
}

async function foreseeConfirmation(
  on: Queryable,
  visit: MemberVisit,
  { accountId, asset, amount: text, toAsset: into, quoteExpiresAt: expiresAt }: AnyConversion,
): Promise<ConversionDetail['foreseen']> {
  const amount = money(text);
  const after = (await readAvailable(on, accountId, asset)).minus(amount);
  if (after.isNegative() || !MONEY.includes(visit.membership.role)) return undefined;
  const exchanged = { asset, amount, to: 'exchange', into, expiresAt } as const;
  const departure = { accountId, kind: 'conversion', ...exchanged } as const;
  try {
    const wait = await foresee(on, visit.actor, departure);
    return { outlook: await readOutlook(on, visit, wait), after };
  } catch (error) {
    // Confirming it says why.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function conversionPage(visit: MemberVisit, detail: ConversionDetail): Page {
  const texts = CONVERSIONS[visit.language];
  const { transfer, refund, movements, events, approvers, now } = detail;
  const status = statusOf(detail, now);
  // That of a refund is confirmed on the refund's page.
  const isQuote = (status === 'requested' || status === 'quote_expired') && !refund;
  const state = <ConversionState status={status} />;
  const title = texts.titleOf(transfer.asset, transfer.toAsset);
  const back = { href: pathTo(visit, paths.conversions.list), label: texts.all };
  if (isQuote) {
    return {
      title,
      back,
      body: (
        <>
          <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
          <div class="headline">{state}</div>
          <Quote detail={detail} />
        </>
      ),
    };
  }
  return detailOf({
    title,
    back,
    outcomes: texts,
    headline: state,
    facts: factsOf(visit, detail),
    children: (
      <>
        <Waits of={transfer} />
        {refund && <p>{texts.ofRefund}</p>}
        <Decision of={detail} approvers={approvers} />
        <History title={texts.history} steps={stepsOf(visit, detail)} events={events} />
        {transfer.kind === 'conversion' && <Movements of={movements} />}
      </>
    ),
  });
}

/** The result of the conversion, how long the quote is valid, and the form to confirm it or, afterwards, to get a new quote. */
function Quote({ detail }: { detail: ConversionDetail }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CONVERSIONS);
  const { transfer, foreseen, now } = detail;
  const { id, asset, amount, toAsset, toAmount, quoteExpiresAt: end } = transfer;
  const { balance } = useTexts(REVIEW);
  const hasEnded = statusOf(detail, now) === 'quote_expired';
  return (
    <section aria-labelledby="quote">
      <h2 id="quote">{texts.quote}</h2>
      <MoveFacts
        of={{
          from: balance(asset),
          to: balance(toAsset),
          amount: { amount: money(amount), asset },
          arrives: { amount: money(toAmount), asset: toAsset },
          outlook: foreseen?.outlook,
          after: foreseen && { amount: foreseen.after, asset },
          more: [[texts.rate, rateOf(visit, transfer)]],
          labels: { amount: texts.youConvert, arrives: texts.youReceive },
        }}
      />
      {foreseen && !hasEnded && <OutlookHint of={foreseen.outlook} />}
      {!MONEY.includes(visit.membership.role) && <p>{texts.whoMayConvert}</p>}
      {!hasEnded && end !== null && (
        <div data-until-end>
          <Validity end={end} now={now} />
          {MONEY.includes(visit.membership.role) && (
            <confirmConversion.Form of={{ conversion: id }}>
              <button type="submit">{texts.confirm}</button>
            </confirmConversion.Form>
          )}
        </div>
      )}
      <div data-after-end hidden={!hasEnded} role="status">
        <p>
          <strong>{texts.quoteExpired}.</strong> {texts.expiredHint}
        </p>
        {MONEY.includes(visit.membership.role) && (
          <quoteConversion.Form>
            {() => (
              <>
                <input type="hidden" name="from" value={asset} />
                <input type="hidden" name="to" value={toAsset} />
                <input type="hidden" name="amount" value={typedAmountOf(amount, asset)} />
                <button type="submit">{texts.askAgain}</button>
              </>
            )}
          </quoteConversion.Form>
        )}
      </div>
    </section>
  );
}

function factsOf(visit: MemberVisit, detail: ConversionDetail): Fact[] {
  const texts = CONVERSIONS[visit.language];
  const { transfer: conversion, refund, credit } = detail;
  const inTarget = (sum: Money | undefined) =>
    sum && !sum.isZero() && <Amount of={formatAmount(sum)} asset={conversion.toAsset} />;
  const { asset, amount, toAsset, toAmount, status, depositId, failureReason } = conversion;
  const isFailed = CONVERSION_STATUS_SHOWN[status] === 'failed';
  return [
    [texts.from, <Amount of={amount} asset={asset} />],
    [
      status === 'settled' ? texts.received : texts.expected,
      isFailed ? undefined : <Amount of={toAmount} asset={toAsset} />,
    ],
    [texts.credited, inTarget(credit?.received)],
    [texts.payersFee, inTarget(credit?.payersFee)],
    [texts.rounding, inTarget(credit?.rounding)],
    [texts.rate, rateOf(visit, conversion)],
    [texts.price, priceOf(conversion) === 'current' ? texts.atCurrentRate : undefined],
    [
      texts.refund,
      refund && (
        <a href={pathTo(visit, paths.refunds.refund, { refund: refund.id })}>
          {formatMoney(visit.language, refund.amount, refund.asset)}
        </a>
      ),
    ],
    ...requestFacts(visit, detail),
    [texts.reason, failureReason && FAILURES[visit.language][failureReason]],
    [texts.origin, depositId === null ? texts.ownMoney : undefined],
    [texts.deposit, depositLink(visit, depositId)],
    [texts.link, paymentLink(visit, conversion.paymentLinkCode)],
    [texts.providerReference, conversion.providerReference],
    [texts.request, requestLink(visit, conversion.requestId)],
  ];
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
