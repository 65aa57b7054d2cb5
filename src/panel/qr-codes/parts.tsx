import type { JSX } from 'preact';
import { Field, formatMoney, Status } from '../../pages/index.ts';
import type { QrCodeSummary } from '../../qr-codes/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import type { FieldOf } from '../frame/fields.ts';
import { QR_CODES } from './texts.ts';

export function State({ code }: { code: QrCodeSummary }): JSX.Element {
  return (
    <Status tone={code.status === 'active' ? 'good' : 'quiet'}>
      {useTexts(QR_CODES).statuses[code.status]}
    </Status>
  );
}

export function AmountOf({ code }: { code: QrCodeSummary }): JSX.Element {
  const visit = useMemberVisit();
  const { fixedAmount: amount, currency } = code;
  if (amount === null) return <span class="muted">{useTexts(QR_CODES).payerTypes}</span>;
  return <span class="amount">{formatMoney(visit.language, amount, currency)}</span>;
}

/** Which field a problem is about that does not name it. */
export const PROBLEM_PLACES = { qr_code_reference_taken: 'external_reference' } as const;

/** A field of a code; all but its name may stay empty. */
export function CodeField<
  Name extends 'name' | 'store_label' | 'external_reference' | 'fixed_amount',
>(props: { field: FieldOf<Name>; name: Name; initial?: string | undefined; hint?: string }): JSX.Element {
  const { field, name, initial, ...rest } = props;
  const texts = useTexts(QR_CODES);
  const isName = name === 'name';
  const label = {
    name: texts.name,
    store_label: texts.storeLabel,
    external_reference: texts.reference,
    fixed_amount: texts.fixedAmount,
  }[name];
  return (
    <Field
      {...field(name, initial)}
      {...rest}
      label={isName ? label : `${label} (${texts.optional})`}
      required={isName}
      {...(name === 'fixed_amount' && { inputmode: 'decimal' })}
      maxlength={name === 'fixed_amount' ? 21 : 100}
      autocomplete="off"
    />
  );
}
