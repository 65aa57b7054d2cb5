import type { JSX } from 'preact';
import { Field, formatMoney, Table, typedAmountOf } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { Form } from '../frame/fields.ts';
import { Amount, Moment, Once, WithProof } from '../frame/parts.tsx';
import { RefundFields, refundForm } from '../refunds/form.tsx';
import { RefundState, type RequestedRefund } from '../refunds/state.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { pathTo, paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { LINKS } from './texts.ts';
import type { LinkView, Refundable } from './view.ts';

/** The form for a refund; a link of which nothing can be refunded has no fields. */
export function linkRefundForm(visit: MemberVisit, { refundable }: LinkView): Form {
  return refundForm(visit, refundable?.ways, ['amount']);
}

/** What to refund, why and where to. */
export function RefundForm(props: { view: LinkView; refundable: Refundable; form: Form }): JSX.Element {
  const visit = useMemberVisit();
  const { view, refundable, form } = props;
  const { form: texts } = useTexts(REFUNDS);
  const { asset, isConverted, ways } = refundable;
  const left = formatMoney(visit.language, refundable.left, asset);
  return (
    <section aria-labelledby="refund">
      <h2 id="refund">{texts.title}</h2>
      <p>{isConverted ? texts.convertedHint(left) : texts.hint(left)}</p>
      <WithProof>
        <form
          method="post"
          action={pathTo(visit, paths.links.reviewRefund, { code: view.link.code })}
          class="narrow"
        >
          <Once />
          <Field
            {...form.field('amount', typedAmountOf(refundable.left))}
            label={`${texts.amount} (${asset})`}
            hint={texts.amountHint(left)}
            inputmode="decimal"
            autocomplete="off"
            maxlength={30}
          />
          <RefundFields form={form} ways={ways} />
          <button type="submit">{isConverted ? texts.askQuote : texts.review}</button>
        </form>
      </WithProof>
    </section>
  );
}

/** The refunds of a link, each with its state. */
export function RefundList({ view }: { view: LinkView }): JSX.Element {
  const { refund: texts, steps, detail } = useTexts(LINKS);
  return (
    <>
      <h2>{texts.list}</h2>
      <Table
        label={texts.list}
        headings={[
          texts.requested,
          { number: detail.facts.amount },
          { number: texts.toPayer },
          texts.state,
          '',
        ]}
      >
        {view.refunds.map((refund) => (
          <Row refund={refund} now={view.now} label={steps.refund} />
        ))}
      </Table>
    </>
  );
}

function Row(props: { refund: RequestedRefund; now: Date; label: string }): JSX.Element {
  const visit = useMemberVisit();
  const { refund, now, label } = props;
  const { id, createdAt, amount, asset, toAmount, toAsset, failureReason } = refund.transfer;
  return (
    <tr>
      <td>
        <Moment at={createdAt} />
      </td>
      <td class="number">
        <Amount of={amount} asset={asset} />
      </td>
      <td class="number">
        <Amount of={toAmount ?? amount} asset={toAsset ?? asset} />
      </td>
      <td>
        <RefundState of={refund} now={now} /> {failureReason !== null && <code>{failureReason}</code>}
      </td>
      <td>
        <a href={pathTo(visit, paths.refunds.refund, { refund: id })}>{label}</a>
      </td>
    </tr>
  );
}
