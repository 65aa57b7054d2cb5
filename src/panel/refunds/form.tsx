import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import type { MethodKind, RefundDestination } from '../../methods/index.ts';
import type { DestinationParts } from '../../treasury/index.ts';
import { REFUND_REASONS, type RefundReason } from '../../transfers/index.ts';
import { describeDestination } from '../frame/destination.ts';
import { Field } from '../frame/parts.tsx';
import type { MemberVisit } from '../request/route.ts';
import { REFUNDS } from './texts.ts';

/** Where a refund can go. */
export interface Ways {
  /** Where it goes unless a destination is named; undefined where one must be. */
  wayBack: RefundDestination | undefined;
  /** How the method names a destination; undefined when it cannot. */
  kind: Exclude<MethodKind, 'key'> | undefined;
  /** Where the money is: nobody chooses another network. */
  network: string | null;
}

const FIELDS = [
  'reason',
  'clabe',
  'beneficiary',
  'address',
  'bank_account_number',
  'bank_routing_number',
  'bank_account_name',
] as const;

/** Why, and where to: the fields that every refund has, with what was typed in before. */
export function RefundFields({ visit, ways }: { visit: MemberVisit; ways: Ways }): JSX.Element {
  const texts = REFUNDS[visit.language];
  const { wayBack, kind } = ways;
  const isElsewhere = FIELDS.some((name) => name !== 'reason' && visit.field(name) !== '');
  return (
    <>
      <label for="reason">{texts.reason}</label>
      <select id="reason" name="reason" required>
        <option value="">{texts.form.chooseReason}</option>
        {REFUND_REASONS.map((reason) => (
          <option value={reason} selected={reason === visit.field('reason')}>
            {texts.reasons[reason]}
          </option>
        ))}
      </select>
      <p>{describeWay(visit, wayBack)}</p>
      {wayBack === undefined ? (
        <DestinationFields visit={visit} ways={ways} />
      ) : (
        kind !== undefined && (
          <details open={isElsewhere}>
            <summary>{texts.form.elsewhere}</summary>
            <p class="muted">{texts.form.elsewhereHint}</p>
            <DestinationFields visit={visit} ways={ways} />
          </details>
        )
      )}
    </>
  );
}

function describeWay({ language }: MemberVisit, to: RefundDestination | undefined): string {
  const { form } = REFUNDS[language];
  if (to === undefined) return form.askPayer;
  return to === 'sender' ? form.backToSender : form.backTo(describeDestination(to));
}

/** In the parts that the method needs. */
function DestinationFields({ visit, ways }: { visit: MemberVisit; ways: Ways }): JSX.Element | null {
  const texts = REFUNDS[visit.language].form;
  const required = ways.wayBack === undefined;
  const field = (name: (typeof FIELDS)[number], label: string, more: object = {}): JSX.Element => (
    <Field
      name={name}
      label={label}
      value={visit.field(name)}
      autocomplete="off"
      required={required}
      {...more}
    />
  );
  switch (ways.kind) {
    case 'clabe':
      return (
        <>
          {field('clabe', texts.clabe, { inputmode: 'numeric', maxlength: 18 })}
          {field('beneficiary', texts.beneficiary, {
            hint: texts.beneficiaryHint,
            maxlength: 140,
            required: false,
          })}
        </>
      );
    case 'on_chain':
      return field('address', texts.address(ways.network ?? ''), { maxlength: 42 });
    case 'bank':
      return (
        <>
          {field('bank_account_number', texts.bankAccountNumber, { inputmode: 'numeric', maxlength: 17 })}
          {field('bank_routing_number', texts.bankRoutingNumber, { inputmode: 'numeric', maxlength: 9 })}
          {field('bank_account_name', texts.bankAccountName, { maxlength: 140 })}
        </>
      );
    case undefined:
      return null;
  }
}

/** The same fields as they were sent, for the form that confirms them. */
export function SentFields({ visit }: { visit: MemberVisit }): JSX.Element {
  return (
    <>
      {FIELDS.filter((name) => visit.field(name) !== '').map((name) => (
        <input type="hidden" name={name} value={visit.field(name)} />
      ))}
    </>
  );
}

/** What was typed in; nothing at all means the way back that the rail knows. */
export function destinationOf(visit: MemberVisit, network: string | null): DestinationParts {
  const typed = (name: (typeof FIELDS)[number]): string | undefined => visit.field(name).trim() || undefined;
  const address = typed('address');
  return {
    clabe: typed('clabe'),
    beneficiary: typed('beneficiary'),
    address,
    network: address === undefined ? undefined : (network ?? undefined),
    bankAccountNumber: typed('bank_account_number'),
    bankRoutingNumber: typed('bank_routing_number'),
    bankAccountName: typed('bank_account_name'),
  };
}

/** Throws `invalid_request` unless one was chosen. */
export function reasonFor(visit: MemberVisit): RefundReason {
  const reason = REFUND_REASONS.find((known) => known === visit.field('reason'));
  if (!reason) throw invalidParam('reason', `reason must be one of ${REFUND_REASONS.join(', ')}.`);
  return reason;
}
