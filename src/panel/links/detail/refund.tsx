import type { JSX } from 'preact';
import { plainNumber } from '../../../pages/format.ts';
import type { Refund } from '../../../transfers/transfer.ts';
import type { TransferStatus } from '../../../transfers/transitions.ts';
import { Field, Moment, Once, Refusal, WithProof } from '../../frame/parts.tsx';
import { Amount, Status, Table } from '../../frame/tables.tsx';
import { pathTo, type MemberVisit } from '../../route.ts';
import { inMoney } from '../parts.tsx';
import { LINKS } from '../texts/by-language.ts';
import type { LinkView, Refundable } from './view.ts';

/** A refund that was asked for and refused: shown again as it was typed. */
export interface RefusedRefund {
  problem: string;
  /** By the name of the field. */
  values: Readonly<Record<string, string>>;
}

export function RefundForm(props: {
  visit: MemberVisit;
  view: LinkView;
  refundable: Refundable;
  refused: RefusedRefund | undefined;
}): JSX.Element {
  const { visit, view, refundable, refused } = props;
  const texts = LINKS[visit.language].refund;
  const { code, currency } = view.link;
  const left = inMoney(visit, refundable.left, currency);
  return (
    <section aria-labelledby="refund">
      <h2 id="refund">{texts.title}</h2>
      <p>{texts.hint(left)}</p>
      <WithProof visit={visit}>
        {refused && <Refusal>{refused.problem}</Refusal>}
        <form method="post" action={pathTo(visit, `links/${code}/refund`)} class="narrow">
          <Once />
          <Field
            name="amount"
            label={`${texts.amount} (${currency})`}
            hint={texts.amountHint(left)}
            value={refused?.values['amount'] ?? plainNumber(refundable.left)}
            inputmode="decimal"
            autocomplete="off"
            maxlength={21}
          />
          {refundable.destination && (
            <Destination visit={visit} to={refundable.destination} values={refused?.values ?? {}} />
          )}
          <button type="submit">{texts.submit}</button>
        </form>
      </WithProof>
    </section>
  );
}

function Destination(props: {
  visit: MemberVisit;
  to: NonNullable<Refundable['destination']>;
  values: Readonly<Record<string, string>>;
}): JSX.Element {
  const { visit, to, values } = props;
  const texts = LINKS[visit.language].refund;
  const field = (name: string, label: string, maxlength: number): JSX.Element => (
    <Field name={name} label={label} value={values[name] ?? ''} autocomplete="off" maxlength={maxlength} />
  );
  return (
    <fieldset>
      <legend>{texts.destination}</legend>
      <p>{texts.destinationHint}</p>
      {to.network !== null && (
        <>
          <input type="hidden" name="network" value={to.network} />
          {field('address', texts.address(to.network), 42)}
        </>
      )}
      {to.kind === 'clabe' && (
        <>
          {field('clabe', texts.clabe, 18)}
          {field('beneficiary', texts.beneficiary, 140)}
        </>
      )}
      {to.kind === 'bank' && (
        <>
          {field('bank_account_number', texts.accountNumber, 17)}
          {field('bank_routing_number', texts.routingNumber, 9)}
          {field('bank_account_name', texts.accountName, 140)}
        </>
      )}
    </fieldset>
  );
}

const TONES = {
  requested: 'waiting',
  held: 'waiting',
  sent: 'waiting',
  settled: 'good',
  failed: 'bad',
  returned: 'bad',
} as const satisfies Record<TransferStatus, string>;

/** The refunds of a link, each with its state. */
export function RefundList({
  visit,
  refunds,
}: {
  visit: MemberVisit;
  refunds: readonly Refund[];
}): JSX.Element {
  const texts = LINKS[visit.language].refund;
  const { steps, detail } = LINKS[visit.language];
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
        {refunds.map(({ id, created_at, amount, asset, to_amount, to_asset, status, failure_reason }) => (
          <tr>
            <td>
              <Moment visit={visit} at={created_at} />
            </td>
            <td class="number">
              <Amount visit={visit} of={amount} asset={asset} />
            </td>
            <td class="number">
              <Amount visit={visit} of={to_amount ?? amount} asset={to_asset ?? asset} />
            </td>
            <td>
              <Status tone={TONES[status]}>{texts.statuses[status]}</Status>{' '}
              {failure_reason !== null && <code>{failure_reason}</code>}
            </td>
            <td>
              <a href={pathTo(visit, `refunds/${id}`)}>{steps.refund}</a>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
