import type { JSX } from 'preact';
import type { LinkCurrency } from '../../methods/index.ts';
import { Field, formatMoney, formatQuantity, Status } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { QrCodeSummary } from '../../qr-codes/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type FieldOf, optionalText, requiredText } from '../frame/fields.ts';
import { AmountField } from '../frame/parts.tsx';
import type { MemberVisit } from '../request/route.ts';
import { QR_CODES } from './texts.ts';

/** Everybody who may work with payment links. */
export const CHANGERS: readonly Role[] = ['owner', 'finance', 'developer'];

export function mayChange({ membership }: MemberVisit): boolean {
  return CHANGERS.includes(membership.role);
}

const MAX_LENGTH = 100;

export const name = requiredText(MAX_LENGTH);
export const optional = optionalText(MAX_LENGTH);

export function limitsOf(
  { language }: MemberVisit,
  { currency, minAmount, maxAmount }: LinkCurrency,
): string {
  const format = (amount: string): string => formatQuantity(language, amount, currency);
  return QR_CODES[language].limits(format(minAmount.toFixed()), format(maxAmount.toFixed()), currency);
}

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

/** A text of a code; all but its name may stay empty. */
export function CodeField<Name extends 'name' | 'store_label' | 'external_reference'>(props: {
  field: FieldOf<Name>;
  name: Name;
  initial?: string | undefined;
  hint?: string;
}): JSX.Element {
  const { field, name, initial, ...rest } = props;
  const texts = useTexts(QR_CODES);
  const isName = name === 'name';
  const label = {
    name: texts.name,
    store_label: texts.storeLabel,
    external_reference: texts.reference,
  }[name];
  return (
    <Field
      {...field(name, initial)}
      {...rest}
      label={isName ? label : `${label} (${texts.optional})`}
      required={isName}
      maxlength={MAX_LENGTH}
      autocomplete="off"
    />
  );
}

/** The amount that all payments have; empty if the payer enters it. */
export function FixedAmountField(props: {
  field: FieldOf<'fixed_amount'>;
  initial?: string;
  hint: string;
}): JSX.Element {
  const { field, initial, hint } = props;
  const texts = useTexts(QR_CODES);
  const label = `${texts.fixedAmount} (${texts.optional})`;
  return <AmountField {...field('fixed_amount', initial)} label={label} hint={hint} required={false} />;
}
