import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import type { MethodKind, RefundDestination } from '../../methods/index.ts';
import { Field, Select } from '../../pages/index.ts';
import { MAX_REFUND_NOTE_LENGTH, REFUND_REASONS, type RefundReason } from '../../transfers/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { describeDestination } from '../frame/destination.ts';
import {
  DESTINATION_FIELD_NAMES,
  DESTINATION_PLACES,
  DestinationFields,
  destinationFieldsOf,
  namesDestination,
} from '../frame/destination-fields.tsx';
import { type Form, fieldsOf } from '../frame/fields.ts';
import type { MemberVisit } from '../request/route.ts';
import { REFUNDS } from './texts.ts';

/** Where a refund can go. */
export interface RefundDestinations {
  /** Where it goes unless a destination is named; undefined where one must be. */
  refundDestination: RefundDestination | undefined;
  /** How the method names a destination; undefined when it cannot. */
  kind: MethodKind | undefined;
  asset: string;
  /** The network that holds the money, which cannot be changed. */
  network: string | null;
}

const FIELDS = ['deposit', 'reason', 'note', ...DESTINATION_FIELD_NAMES] as const;

/** The form of a refund, whose fields depend on the destinations. A refund of part of a payment has an amount too. */
export function refundForm(
  visit: MemberVisit,
  destinations: RefundDestinations | undefined,
  own: readonly 'amount'[] = [],
): Form {
  const destination = destinations?.kind === undefined ? [] : destinationFieldsOf(destinations.kind);
  return fieldsOf(
    visit,
    REFUNDS[visit.language].problems,
    destinations ? [...own, 'reason', 'note', ...destination] : [],
    {
      ...DESTINATION_PLACES,
      ...(destination[0] && { refund_destination_required: destination[0] }),
      insufficient_funds: 'amount',
    },
  );
}

/** The fields that every refund has, for its reason and its destination. */
export function RefundFields(props: { form: Form; destinations: RefundDestinations }): JSX.Element {
  const visit = useMemberVisit();
  const { form, destinations } = props;
  const texts = useTexts(REFUNDS);
  const { refundDestination, kind, ...place } = destinations;
  const fields = kind !== undefined && (
    <DestinationFields
      form={form}
      of={{ kind, ...place }}
      beneficiaryHint={texts.form.beneficiaryHint}
      required={refundDestination === undefined}
    />
  );
  return (
    <>
      <Select
        {...form.field('reason')}
        label={texts.reason}
        options={[
          ['', texts.form.chooseReason],
          ...REFUND_REASONS.map((reason) => [reason, texts.reasons[reason]] as const),
        ]}
      />
      <Field
        {...form.field('note')}
        label={texts.form.note}
        hint={texts.form.noteHint}
        autocomplete="off"
        required={false}
        maxlength={MAX_REFUND_NOTE_LENGTH}
      />
      <p>{describeRefundDestination(visit, refundDestination)}</p>
      {refundDestination === undefined
        ? fields
        : fields && (
            <details open={namesDestination(visit)}>
              <summary>{texts.form.elsewhere}</summary>
              <p class="muted">{texts.form.elsewhereHint}</p>
              {fields}
            </details>
          )}
    </>
  );
}

function describeRefundDestination({ language }: MemberVisit, to: RefundDestination | undefined): string {
  const { form } = REFUNDS[language];
  if (to === undefined) return form.askPayer;
  return to === 'sender' ? form.backToSender : form.backTo(describeDestination(to));
}

/** The same fields as they were sent, for the form that confirms them. */
export function SentFields(): JSX.Element {
  const visit = useMemberVisit();
  return (
    <>
      {FIELDS.filter((name) => visit.field(name) !== '').map((name) => (
        <input type="hidden" name={name} value={visit.field(name)} />
      ))}
    </>
  );
}

/** Throws `invalid_request` unless one was chosen. */
export function reasonFor(visit: MemberVisit): RefundReason {
  const reason = REFUND_REASONS.find((known) => known === visit.field('reason'));
  if (!reason) throw invalidParam('reason', `reason must be one of ${REFUND_REASONS.join(', ')}.`);
  return reason;
}

/** Throws `invalid_request` for one that is too long, or has line breaks or other controls. */
export function noteFor(visit: MemberVisit): string | null {
  const note = visit.field('note').trim();
  if ([...note].length > MAX_REFUND_NOTE_LENGTH || /\p{Cc}/u.test(note))
    throw invalidParam('note', `note may have up to ${MAX_REFUND_NOTE_LENGTH} characters.`);
  return note === '' ? null : note;
}
