import type { JSX } from 'preact';
import type { MethodKind } from '../../methods/index.ts';
import { Field, Select } from '../../pages/index.ts';
import type { DestinationParts } from '../../treasury/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { useTexts } from './context.tsx';
import { DESTINATION_FIELDS, type DestinationForm } from './destination-texts.ts';
import type { Form } from './fields.ts';

/** The form's fields; each is named like the part of a destination that an `invalid_request` names. */
export const DESTINATION_FIELD_NAMES = [
  'clabe',
  'beneficiary',
  'address',
  'bank_account_number',
  'bank_routing_number',
  'bank_account_type',
  'bank_account_name',
  'bank_name',
  'holder_type',
  'holder_street',
  'holder_city',
  'holder_state',
  'holder_postal_code',
  'holder_country',
  'breb_key',
  'holder_document_type',
  'holder_document_number',
] as const;

type FieldName = (typeof DESTINATION_FIELD_NAMES)[number];

/** Which field a problem is about that does not name it. */
export const DESTINATION_PLACES = {
  'invalid_request.network': 'address',
  'invalid_request.iban': 'bank_account_number',
  'invalid_request.bic': 'bank_routing_number',
} as const;

/** The fields that a destination of this kind has; the first says where the money goes. */
export function destinationFieldsOf(kind: MethodKind): readonly [FieldName, ...FieldName[]] {
  switch (kind) {
    case 'clabe':
      return ['clabe', 'beneficiary'];
    case 'on_chain':
      return ['address'];
    case 'bank':
      return ['bank_account_number', 'bank_routing_number', 'bank_account_name', ...WIRE_DETAILS];
    case 'key':
      return ['breb_key', 'holder_document_type', 'holder_document_number'];
  }
}

/** The fields of a destination, as its method needs them. */
export function DestinationFields(props: {
  form: Form;
  of: DestinationForm;
  /** The holder of a CLABE's account if none is named. */
  beneficiaryHint: string;
  /** False where leaving all of it out means something. */
  required?: boolean;
}): JSX.Element {
  const { form, of, beneficiaryHint, required = true } = props;
  const texts = useTexts(DESTINATION_FIELDS);
  const field = useField(form, of, required);
  switch (of.kind) {
    case 'clabe':
      return (
        <>
          {field('clabe', { hint: texts.clabeHint, inputmode: 'numeric', maxlength: 40 })}
          {field('beneficiary', { ...OPTIONAL, hint: beneficiaryHint, maxlength: 140 })}
        </>
      );
    case 'on_chain':
      return field('address', { hint: texts.addressHint(of), maxlength: 60 });
    case 'bank':
      return (
        <>
          {field('bank_account_number', { maxlength: 60 })}
          {field('bank_routing_number', { ...OPTIONAL, hint: texts.bankHint, maxlength: 40 })}
          {field('bank_account_name', { maxlength: 140 })}
          <WireDetails form={form} of={of} />
        </>
      );
    case 'key':
      return (
        <>
          {field('breb_key', { hint: texts.keyHint, maxlength: 92 })}
          {field('holder_document_type', { ...OPTIONAL, hint: texts.documentHint, maxlength: 4 })}
          {field('holder_document_number', { ...OPTIONAL, maxlength: 20 })}
        </>
      );
  }
}

const WIRE_DETAILS = DESTINATION_FIELD_NAMES.filter(
  (name) => name.startsWith('holder_') || name === 'bank_name' || name === 'bank_account_type',
);

const OPTIONAL = { required: false } as const;

type DrawField = (name: FieldName, more?: Partial<Parameters<typeof Field>[0]>) => JSX.Element;

/** Draws the fields of a destination's form, with the labels of its kind. */
function useField(form: Form, of: DestinationForm, required: boolean): DrawField {
  const texts = useTexts(DESTINATION_FIELDS);
  return (name, more = {}) => (
    <Field
      {...form.field(name)}
      label={texts.labels[name](of)}
      autocomplete="off"
      required={required}
      {...more}
    />
  );
}

/** The fields that only some banks ask for. They are open once any of them is filled in or wrong. */
function WireDetails({ form, of }: { form: Form; of: DestinationForm }): JSX.Element {
  const texts = useTexts(DESTINATION_FIELDS);
  const field = useField(form, of, false);
  const choice = (
    name: 'bank_account_type' | 'holder_type',
    options: Readonly<Record<string, string>>,
  ): JSX.Element => (
    <Select
      {...form.field(name)}
      {...OPTIONAL}
      label={texts.choices[name]}
      options={[['', texts.notKnown], ...Object.entries(options)]}
    />
  );
  return (
    <details open={WIRE_DETAILS.some((name) => form.field(name).error ?? form.field(name).value)}>
      <summary>{texts.more}</summary>
      <p class="muted">{texts.moreHint}</p>
      {choice('bank_account_type', texts.accountTypes)}
      {field('bank_name', { maxlength: 140 })}
      {choice('holder_type', texts.holderTypes)}
      {field('holder_street', { maxlength: 70 })}
      {field('holder_city', { maxlength: 35 })}
      {field('holder_state', { maxlength: 35 })}
      {field('holder_postal_code', { maxlength: 16 })}
      {field('holder_country', { hint: texts.countryHint, maxlength: 2 })}
    </details>
  );
}

/** Whether any of the fields was filled in. */
export function namesDestination(visit: MemberVisit): boolean {
  return DESTINATION_FIELD_NAMES.some((name) => visit.field(name).trim() !== '');
}

/**
 * The fields as people fill them in, with numbers in groups, or an IBAN or a BIC in lower case. One field takes an account
 * number or an IBAN, another a routing number or a BIC; their form tells which.
 */
export function destinationTyped(visit: MemberVisit, network: string | null): DestinationParts {
  const typed = (name: FieldName): string | undefined => visit.field(name).trim() || undefined;
  const code = (name: FieldName): string | undefined =>
    typed(name)?.replaceAll(/[\s-]/g, '').toUpperCase() || undefined;
  const account = code('bank_account_number');
  const bank = code('bank_routing_number');
  const isIban = account !== undefined && /^[A-Z]{2}[0-9]{2}/.test(account);
  const isRouting = bank !== undefined && /^[0-9]+$/.test(bank);
  const address = typed('address');
  return {
    clabe: code('clabe'),
    beneficiary: typed('beneficiary'),
    address,
    network: address === undefined ? undefined : (network ?? undefined),
    iban: isIban ? account : undefined,
    bankAccountNumber: isIban ? undefined : account,
    bankRoutingNumber: isRouting ? bank : undefined,
    bic: isRouting ? undefined : bank,
    bankAccountType: typed('bank_account_type'),
    bankAccountName: typed('bank_account_name'),
    bankName: typed('bank_name'),
    holderType: typed('holder_type'),
    holderStreet: typed('holder_street'),
    holderCity: typed('holder_city'),
    holderState: typed('holder_state'),
    holderPostalCode: typed('holder_postal_code'),
    holderCountry: typed('holder_country')?.toUpperCase(),
    brebKey: typed('breb_key'),
    holderDocumentType: typed('holder_document_type')?.toUpperCase(),
    holderDocumentNumber: code('holder_document_number'),
  };
}
