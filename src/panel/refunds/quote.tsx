import type { JSX } from 'preact';
import { Facts, formatMoney, formatRate, Refusal } from '../../pages/index.ts';
import type { Conversion } from '../../transfers/index.ts';
import { outlookFacts, OutlookHint } from '../approvals/parts.tsx';
import type { Outlook } from '../approvals/requested.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount, Once, WithProof } from '../frame/parts.tsx';
import { Validity } from '../frame/validity.tsx';
import { pathTo, paths } from '../request/paths.ts';
import { MONEY, type MemberVisit } from '../request/route.ts';
import type { RequestedRefund } from './state.tsx';
import { REFUNDS, type RefundTexts } from './texts.ts';

/** What would become of a refund if it was confirmed now, or why it would be refused; undefined after the quote's end. */
export type QuoteOutlook = Outlook | { problem: keyof RefundTexts['problems'] } | undefined;

/** What a refund costs, until when, and the way to confirm it or, afterwards, to a new quote. */
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
          [texts.quote.rate, rateOf(visit, purchase)],
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
              <WithProof>
                <form method="post" action={pathTo(visit, paths.refunds.confirm, { refund: id })}>
                  <Once />
                  <button type="submit">
                    {texts.quote.confirm(formatMoney(visit.language, amount, asset))}
                  </button>
                </form>
              </WithProof>
            </>
          )}
        </div>
      )}
      <div data-after-end hidden={isOpen} role="status">
        <p>
          <strong>{texts.quote.expired}.</strong> {texts.quote.expiredHint}{' '}
          {mayConfirm && code !== null && (
            <a href={pathTo(visit, paths.links.link, { code })}>{texts.quote.askAgain}</a>
          )}
        </p>
      </div>
    </section>
  );
}

export function rateOf({ language }: MemberVisit, { asset, toAsset, exchangeRate }: Conversion): string {
  const { from, to } = formatRate(language, { asset, currency: toAsset, rate: exchangeRate });
  return REFUNDS[language].quote.rateIs(from, to);
}
