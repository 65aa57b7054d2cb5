import type { JSX } from 'preact';
import type { Customer, CustomerLanguage } from '../../customers/index.ts';
import { Field, Select } from '../../pages/index.ts';
import type { Owed } from '../../payment-links/index.ts';
import { useTexts } from '../frame/context.tsx';
import { type FieldOf, optionalText, type Reader, trimmed } from '../frame/fields.ts';
import { Amount } from '../frame/parts.tsx';
import { CUSTOMERS } from './texts.ts';

/** The contract's bounds, in characters. */
const MAX_LENGTH = { name: 140, email: 320, tax_id: 24, reference: 255 } as const;

const LANGUAGES = ['en', 'es'] as const satisfies readonly CustomerLanguage[];

const language: Reader<CustomerLanguage | null> = (visit, name) =>
  LANGUAGES.find((known) => known === visit.field(name)) ?? null;

/** The fields of the forms for a customer. */
export const FIELDS = {
  name: trimmed,
  email: optionalText(MAX_LENGTH.email),
  tax_id: optionalText(MAX_LENGTH.tax_id),
  reference: optionalText(MAX_LENGTH.reference),
  language,
};

/** The field of a problem that does not name it. */
export const PROBLEM_PLACES = { customer_reference_taken: 'reference' } as const;

/** The fields, as they are for this customer; empty for a new one. */
export function CustomerFields(props: { field: FieldOf<keyof typeof FIELDS>; of?: Customer }): JSX.Element {
  const { field, of: customer } = props;
  const texts = useTexts(CUSTOMERS);
  const may = (label: string): string => `${label} (${texts.optional})`;
  return (
    <>
      <Field
        {...field('name', customer?.name)}
        label={texts.name}
        hint={texts.nameHint}
        maxlength={MAX_LENGTH.name}
        autocomplete="off"
      />
      <Field
        {...field('email', customer?.email ?? '')}
        label={may(texts.email)}
        hint={texts.emailHint}
        type="email"
        required={false}
        maxlength={MAX_LENGTH.email}
        autocomplete="off"
      />
      <Field
        {...field('tax_id', customer?.taxId ?? '')}
        label={may(texts.taxId)}
        hint={texts.taxIdHint}
        required={false}
        maxlength={MAX_LENGTH.tax_id}
        autocomplete="off"
      />
      <Field
        {...field('reference', customer?.reference ?? '')}
        label={may(texts.reference)}
        hint={texts.referenceHint}
        required={false}
        maxlength={MAX_LENGTH.reference}
        autocomplete="off"
      />
      <Select
        {...field('language', customer?.language ?? '')}
        label={texts.language}
        hint={texts.languageHint}
        required={false}
        options={[['', texts.notSet], ...LANGUAGES.map((one) => [one, texts.languages[one]] as const)]}
      />
    </>
  );
}

/** The amounts that a customer owes, one for each currency. */
export function OwedAmounts({ of }: { of: readonly Owed[] }): JSX.Element {
  return (
    <>
      {of.map(({ amount, currency }) => (
        <div>
          <Amount of={amount} asset={currency} />
        </div>
      ))}
    </>
  );
}
