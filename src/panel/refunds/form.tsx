import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import type { MethodKind, RefundDestination } from '../../methods/index.ts';
import { REFUND_REASONS, type RefundReason } from '../../transfers/index.ts';
import { describeDestination } from '../frame/destination.ts';
import {
  DESTINATION_FIELD_NAMES,
  DestinationFields,
  namesDestination,
} from '../frame/destination-fields.tsx';
import type { MemberVisit } from '../request/route.ts';
import { REFUNDS } from './texts.ts';

/** Where a refund can go. */
export interface Ways {
  /** Where it goes unless a destination is named; undefined where one must be. */
  wayBack: RefundDestination | undefined;
  /** How the method names a destination; undefined when it cannot. */
  kind: MethodKind | undefined;
  asset: string;
  /** Where the money is: nobody chooses another network. */
  network: string | null;
}

const FIELDS = ['reason', ...DESTINATION_FIELD_NAMES] as const;

/** Why, and where to: the fields that every refund has, with what was typed in before. */
export function RefundFields({ visit, ways }: { visit: MemberVisit; ways: Ways }): JSX.Element {
  const texts = REFUNDS[visit.language];
  const { wayBack, kind, ...place } = ways;
  const fields = kind !== undefined && (
    <DestinationFields
      visit={visit}
      form={{ kind, ...place }}
      beneficiaryHint={texts.form.beneficiaryHint}
      required={wayBack === undefined}
    />
  );
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
      {wayBack === undefined
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

function describeWay({ language }: MemberVisit, to: RefundDestination | undefined): string {
  const { form } = REFUNDS[language];
  if (to === undefined) return form.askPayer;
  return to === 'sender' ? form.backToSender : form.backTo(describeDestination(to));
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

/** Throws `invalid_request` unless one was chosen. */
export function reasonFor(visit: MemberVisit): RefundReason {
  const reason = REFUND_REASONS.find((known) => known === visit.field('reason'));
  if (!reason) throw invalidParam('reason', `reason must be one of ${REFUND_REASONS.join(', ')}.`);
  return reason;
}
