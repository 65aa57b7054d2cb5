import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { Facts, formatMoney, formatRate, Refusal } from '../../pages/index.ts';
import { type Conversion, refunds as records, type Refund } from '../../transfers/index.ts';
import { outlookFacts, OutlookHint } from '../approvals/parts.tsx';
import type { MovePreview } from '../approvals/requested.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount } from '../frame/parts.tsx';
import { Validity } from '../frame/validity.tsx';
import { paths, pathToRefundForm } from '../request/paths.ts';
import { MONEY, type MemberVisit } from '../request/route.ts';
import type { RequestedRefund } from './state.tsx';
import { REFUNDS, type RefundTexts } from './texts.ts';

/** The refund of the path, within the account. Throws `refund_not_found`. */
export async function getRefund(on: Queryable, visit: MemberVisit): Promise<Refund> {
  const id = visit.param('refund');
  const refund = isId(id) ? await records.find(on, visit.accountId, id) : undefined;
  if (!refund) throw new DomainError('refund_not_found');
  return refund;
}

/** The confirmation of a quote. */
export const confirmRefund = actionOf({
  path: paths.refunds.confirm,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: REFUNDS,
  page: paths.refunds.refund,
  act: async (trx, visit, { refundQuotes }) => {
    const { accountId, actor } = visit;
    const { id, paymentLinkCode: code, amount, asset } = await getRefund(trx, visit);
    const { conversion, waitsFor } = await refundQuotes.confirm(trx, actor, accountId, id);
    await recordAction(trx, accountId, actor, {
      action: 'refund.confirmed',
      subject: code ?? id,
      details: { refund: id, amount, asset, cost: `${conversion.amount} ${conversion.asset}` },
    });
    return { waitsFor };
  },
  flash: ({ waitsFor }) => waitsFor ?? 'sent',
});

/** The outcome of a refund if it were confirmed now, or why it would be refused; undefined after the quote's end. */
export type QuoteOutlook = MovePreview | { problem: keyof RefundTexts['problems'] } | undefined;

/** The cost of a refund, how long the quote is valid, and the form to confirm it or, afterwards, to get a new quote. */
export function Quote(props: {
  refund: RequestedRefund;
  purchase: Conversion;
  outlook: QuoteOutlook;
  now: Date;
}): JSX.Element {
  const visit = useMemberVisit();
  const { refund, purchase, outlook, now } = props;
  const texts = useTexts(REFUNDS);
  const { id, paymentLinkCode: code } = refund.transfer;
  const { asset, amount, quoteExpiresAt: end } = purchase;
  const isOpen = end !== null && end > now;
  const mayConfirm = MONEY.includes(visit.membership.role);
  const isForeseen = outlook !== undefined && 'wait' in outlook;
  return (
    <section aria-labelledby="quote">
      <h2 id="quote">{texts.quote.title}</h2>
      <Facts
        of={[
          [
            texts.quote.cost,
            <strong>
              <Amount of={amount} asset={asset} />
            </strong>,
          ],
          [texts.rate, rateOf(visit, purchase)],
          ...(isForeseen ? outlookFacts(visit, outlook.wait) : []),
        ]}
      />
      <p>{texts.quote.rateHint}</p>
      {!mayConfirm && <p>{texts.quote.whoMayConfirm}</p>}
      {outlook && 'problem' in outlook && <Refusal>{texts.problems[outlook.problem]}</Refusal>}
      {isOpen && (
        <div data-until-end>
          <Validity end={end} now={now} />
          {isForeseen && (
            <>
              <OutlookHint of={outlook} />
              <confirmRefund.Form of={{ refund: id }}>
                <button type="submit">
                  {texts.quote.confirm(formatMoney(visit.language, amount, asset))}
                </button>
              </confirmRefund.Form>
            </>
          )}
        </div>
      )}
      <div data-after-end hidden={isOpen} role="status">
        <p>
          <strong>{texts.quoteExpired}.</strong> {texts.quote.expiredHint}{' '}
          {mayConfirm && code !== null && <a href={pathToRefundForm(visit, code)}>{texts.quote.askAgain}</a>}
        </p>
      </div>
    </section>
  );
}

export function rateOf({ language }: MemberVisit, { asset, toAsset, exchangeRate }: Conversion): string {
  const { from, to } = formatRate(language, { asset, currency: toAsset, rate: exchangeRate });
  return REFUNDS[language].quote.rateIs(from, to);
}
