import { isBic, isClabe, isIban, isRoutingNumber, type PostalAddress } from '../../../index.ts';
import type { Debtor, NachaProfile, PainProfile, PaymentFileProfile } from './profile.ts';
import { addressFor, MOST } from './room.ts';
import { lengthOf, wordsFor } from './words.ts';

/** A profile that cannot be used. Its message names the field and what is expected, in one line. */
export class ProfileInvalid extends Error {
  override readonly name = 'ProfileInvalid';
}

const FORMATS = ['pain.001.001.03', 'pain.001.001.09', 'nacha'] as const;
const KINDS = ['sepa', 'us_wire', 'international_wire', 'ach', 'spei'] as const;
/** Of the kinds that have only one. */
const CURRENCIES = { sepa: 'EUR', us_wire: 'USD', ach: 'USD', spei: 'MXN' } as const;

/** Reads a profile as an operator writes it. `place` is where it stands, for the message. Throws ProfileInvalid. */
export function parsePaymentFileProfile(value: unknown, place: string): PaymentFileProfile {
  const fields = objectAt(value, place);
  const format = oneOf(fields['format'], `${place}.format`, FORMATS);
  const kind = oneOf(fields['kind'], `${place}.kind`, KINDS);
  if (format !== 'nacha') return parsePain(fields, place, { format, kind });
  if (kind !== 'ach') refuse(`${place}.kind`, 'must be "ach" in a NACHA file');
  return parseNacha(fields, place);
}

function parsePain(
  value: Record<string, unknown>,
  place: string,
  { format, kind }: Pick<PainProfile, 'format' | 'kind'>,
): PainProfile {
  const fields = fieldsAt(value, place, [
    ...['format', 'kind', 'debtor', 'charset', 'addresses', 'batch_booking'],
    ...(kind === 'international_wire' ? ['currency', 'charges', 'service_level'] : []),
    ...(kind === 'ach' ? ['local_instrument'] : []),
  ]);
  const charset = oneOf(fields['charset'] ?? 'basic', `${place}.charset`, ['basic', 'unicode']);
  const addresses = oneOf(fields['addresses'] ?? 'structured', `${place}.addresses`, [
    'structured',
    'hybrid',
  ]);
  const { batch_booking: batchBooking = false } = fields;
  if (typeof batchBooking !== 'boolean') refuse(`${place}.batch_booking`, 'must be true or false');
  const isWire = kind === 'international_wire';
  return {
    ...{ format, kind, charset, addresses, batchBooking },
    currency: isWire ? currencyAt(fields['currency'], `${place}.currency`) : CURRENCIES[kind],
    debtor: parseDebtor(fields['debtor'], `${place}.debtor`, { kind, charset, addresses }),
    charges: isWire ? oneOf(fields['charges'], `${place}.charges`, ['debtor', 'shared']) : 'shared',
    serviceLevel: oneOf(fields['service_level'] ?? 'URGP', `${place}.service_level`, ['URGP', 'NURG']),
    localInstrument: oneOf(fields['local_instrument'] ?? 'code', `${place}.local_instrument`, [
      'code',
      'proprietary',
    ]),
  };
}

type Written = Pick<PainProfile, 'kind' | 'charset' | 'addresses'>;

function parseDebtor(value: unknown, place: string, profile: Written): Debtor {
  const fields = fieldsAt(value, place, [
    ...['name', 'iban', 'clabe', 'account_number', 'bic', 'routing_number', 'address'],
  ]);
  const { address } = fields;
  if (address === undefined && (profile.kind === 'us_wire' || profile.kind === 'international_wire')) {
    refuse(`${place}.address`, 'is needed for wires');
  }
  return {
    name: nameAt(fields['name'], `${place}.name`, profile),
    ...parseAccount(fields, place, profile.kind),
    address: address === undefined ? undefined : parseAddress(address, `${place}.address`, profile),
  };
}

function parseAccount(
  fields: Record<string, unknown>,
  place: string,
  kind: PainProfile['kind'],
): Pick<Debtor, 'account' | 'agent'> {
  const iban = (): Debtor['account'] => ({
    iban: textAt(
      fields['iban'],
      `${place}.iban`,
      isIban,
      'an IBAN with correct check digits, without spaces',
    ),
  });
  const number = (): Debtor['account'] => ({
    number: textAt(fields['account_number'], `${place}.account_number`, isNumber, 'an account number'),
  });
  const bic = (): Debtor['agent'] => ({
    bic: textAt(fields['bic'], `${place}.bic`, isBic, 'a BIC of 8 or 11 characters'),
  });
  const routingNumber = (): Debtor['agent'] => ({
    routingNumber: routingAt(fields['routing_number'], `${place}.routing_number`),
  });
  const only = (...allowed: string[]): void => void fieldsAt(fields, place, ['name', 'address', ...allowed]);
  switch (kind) {
    case 'sepa':
      only('iban', 'bic');
      return { account: iban(), agent: bic() };
    case 'international_wire':
      only(fields['iban'] === undefined ? 'account_number' : 'iban', 'bic');
      return { account: fields['iban'] === undefined ? number() : iban(), agent: bic() };
    case 'us_wire':
    case 'ach':
      only('account_number', 'routing_number');
      return { account: number(), agent: routingNumber() };
    case 'spei':
      only('clabe', 'bic');
      return {
        account: { number: textAt(fields['clabe'], `${place}.clabe`, isClabe, 'a CLABE') },
        agent: bic(),
      };
  }
}

function parseAddress(value: unknown, place: string, profile: Written): PostalAddress {
  const fields = fieldsAt(value, place, ['street', 'city', 'state', 'postal_code', 'country']);
  const given = (field: string, isNeeded: boolean): string | undefined => {
    if (!isNeeded && fields[field] === undefined) return undefined;
    return textAt(
      fields[field],
      `${place}.${field}`,
      (text) => wordsFor(profile.charset, text) !== '',
      'a text',
    );
  };
  const [state, postalCode] = [given('state', false), given('postal_code', false)];
  const address: PostalAddress = {
    street: given('street', true) ?? '',
    city: given('city', true) ?? '',
    ...(state !== undefined && { state }),
    ...(postalCode !== undefined && { postal_code: postalCode }),
    country: textAt(fields['country'], `${place}.country`, isCountry, 'two capital letters, like US'),
  };
  const file = addressFor(profile, address);
  const isLong = [
    ['street', lengthOf(file.street) > MOST.street || file.lines.length > MOST.lines],
    ['city', lengthOf(file.town) > MOST.town],
    ['state', lengthOf(file.subdivision) > MOST.subdivision],
    ['postal_code', lengthOf(file.postalCode) > MOST.postalCode],
  ] as const;
  for (const [field, tooLong] of isLong) if (tooLong) refuse(`${place}.${field}`, 'is too long for the file');
  return address;
}

function parseNacha(value: Record<string, unknown>, place: string): NachaProfile {
  const fields = fieldsAt(value, place, [
    ...['format', 'kind', 'company_name', 'company_id', 'odfi_routing_number', 'destination', 'origin'],
    ...['description', 'offset'],
  ]);
  return {
    format: 'nacha',
    kind: 'ach',
    currency: 'USD',
    company: {
      name: shortAt(fields['company_name'], `${place}.company_name`, 16),
      id: textAt(
        fields['company_id'],
        `${place}.company_id`,
        (text) => /^[A-Z0-9]{9,10}$/.test(text),
        '9 or 10 capital letters and digits',
      ),
    },
    odfi: routingAt(fields['odfi_routing_number'], `${place}.odfi_routing_number`),
    destination: parseEnd(fields['destination'], `${place}.destination`),
    origin: parseEnd(fields['origin'], `${place}.origin`),
    description: shortAt(fields['description'], `${place}.description`, 10),
    offset: fields['offset'] === undefined ? undefined : parseOffset(fields['offset'], `${place}.offset`),
  };
}

function parseEnd(value: unknown, place: string): NachaProfile['origin'] {
  const fields = fieldsAt(value, place, ['id', 'name']);
  return {
    id: textAt(fields['id'], `${place}.id`, (text) => /^[A-Z0-9]{9,10}$/.test(text), '9 or 10 digits'),
    name: shortAt(fields['name'], `${place}.name`, 23),
  };
}

function parseOffset(value: unknown, place: string): NachaProfile['offset'] {
  const fields = fieldsAt(value, place, ['routing_number', 'account_number', 'account_type']);
  return {
    routingNumber: routingAt(fields['routing_number'], `${place}.routing_number`),
    accountNumber: textAt(
      fields['account_number'],
      `${place}.account_number`,
      (text) => isNumber(text) && text.length <= 17,
      'an account number of at most 17 characters',
    ),
    accountType: oneOf(fields['account_type'], `${place}.account_type`, ['checking', 'savings']),
  };
}

function nameAt(value: unknown, place: string, { charset }: Written): string {
  return textAt(value, place, (text) => /[\p{L}\p{N}]/u.test(wordsFor(charset, text)), 'a name');
}

/** A text that must not be cut, because the payee or the clearing reads it. */
function shortAt(value: unknown, place: string, most: number): string {
  const fits = (text: string): boolean => {
    const words = wordsFor('basic', text);
    return words !== '' && words.length <= most;
  };
  return textAt(value, place, fits, `a text of at most ${most} characters`);
}

function routingAt(value: unknown, place: string): string {
  return textAt(value, place, isRoutingNumber, 'a US routing number with a correct check digit');
}

function currencyAt(value: unknown, place: string): string {
  return textAt(value, place, (text) => /^[A-Z]{3}$/.test(text), 'a currency like USD');
}

function isNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{1,34}$/.test(text);
}

function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text);
}

function textAt(value: unknown, place: string, isOne: (text: string) => boolean, what: string): string {
  if (typeof value !== 'string' || !isOne(value)) refuse(place, `must be ${what}`);
  return value;
}

function oneOf<Choice extends string>(value: unknown, place: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((each) => each === value);
  return choice ?? refuse(place, `must be one of ${choices.join(', ')}`);
}

function objectAt(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'must be an object');
  return value as Record<string, unknown>;
}

/** An object without unknown fields: a misspelt one would silently be ignored. */
function fieldsAt(value: unknown, place: string, fields: readonly string[]): Record<string, unknown> {
  const object = objectAt(value, place);
  const unknown = Object.keys(object).find((field) => !fields.includes(field));
  if (unknown !== undefined)
    refuse(`${place}.${unknown}`, `is not used here; there are ${fields.join(', ')}`);
  return object;
}

function refuse(place: string, what: string): never {
  throw new ProfileInvalid(`${place} ${what}`);
}
