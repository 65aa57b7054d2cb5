import type { JSX } from 'preact';
import { formatMoney, typedAmountOf } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Form } from '../frame/fields.ts';
import { AmountField, Once, WithProof } from '../frame/parts.tsx';
import { RefundFields, refundForm } from '../refunds/form.tsx';
import { RefundState } from '../refunds/state.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { Rows } from '../frame/rows.tsx';
import { pathTo, paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { LINKS } from './texts.ts';
import type { LinkView, Refundable } from './view.ts';

/** The form for a refund; a link of which nothing can be refunded has no fields. */
export function linkRefundForm(visit: MemberVisit, { refundable }: LinkView): Form {
  return refundForm(visit, refundable?.refundDestinations, ['amount']);
}

/**
 * The form of a refund, with its amount, reason and destination. It is folded until it is opened, linked to, or was
 * refused.
 */
export function RefundForm(props: { view: LinkView; refundable: Refundable; form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const { view, refundable, form } = props;
  const { form: texts, askQuote } = useTexts(REFUNDS);
  const { asset, isConverted, refundDestinations } = refundable;
  const left = formatMoney(visit.language, refundable.left, asset);
  return (
    <details id="refund" open={visit.refused !== undefined || visit.query('form') === 'refund'}>
      <summary>{texts.title}</summary>
      <p>{isConverted ? texts.convertedHint(left) : texts.hint(left)}</p>
      {refundable.isPart && <p>{texts.partHint}</p>}
      <WithProof>
        <form
          method="post"
          action={pathTo(visit, paths.links.reviewRefund, { code: view.link.code })}
          class="narrow"
        >
          <Once />
          <input type="hidden" name="deposit" value={refundable.depositId} />
          <AmountField
            {...form.field('amount', typedAmountOf(refundable.left, asset))}
            label={`${texts.amount} (${asset})`}
            hint={texts.amountHint(left)}
          />
          <RefundFields form={form} destinations={refundDestinations} />
          <button type="submit">{isConverted ? askQuote : texts.review}</button>
        </form>
      </WithProof>
    </details>
  );
}

/** The refunds of a link, each with its state. */
export function RefundList({ view: { refunds, now } }: { view: LinkView }): JSX.Element {
  const visit = useMemberVisit();
  const { refund: texts, steps, detail } = useTexts(LINKS);
  return (
    <>
      <h2>{texts.list}</h2>
      <Rows
        label={texts.list}
        of={refunds}
        columns={[
          { heading: texts.requested, moment: ({ transfer }) => transfer.createdAt },
          { heading: detail.facts.amount, amount: ({ transfer: { amount, asset } }) => [amount, asset] },
          {
            heading: texts.toPayer,
            amount: ({ transfer: { amount, asset, toAmount, toAsset } }) => [
              toAmount ?? amount,
              toAsset ?? asset,
            ],
          },
          {
            heading: texts.status,
            cell: (refund) => (
              <>
                <RefundState of={refund} now={now} />{' '}
                {refund.transfer.failureReason !== null && <code>{refund.transfer.failureReason}</code>}
              </>
            ),
          },
          {
            heading: '',
            cell: ({ transfer: { id } }) => (
              <a href={pathTo(visit, paths.refunds.refund, { refund: id })}>{steps.refund}</a>
            ),
          },
        ]}
      />
    </>
  );
}
