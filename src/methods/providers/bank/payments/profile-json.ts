import { isClabe, isIban, type PostalAddress } from '../../../index.ts';
import { BANKING_DAYS_FIELDS, parseBankingDays } from './banking-days.ts';
import type { Debtor, PainProfile, PaymentFileProfile } from './profile.ts';
import { parseNacha } from './nacha-profile.ts';
import {
  currencyAt,
  fieldsAt,
  isCountry,
  isNumber,
  objectAt,
  oneOf,
  refuse,
  routingAt,
  textAt,
} from './profile-fields.ts';
import { addressFor, isFileBic, MOST } from './room.ts';
import { lengthOf, wordsFor } from './words.ts';

const FORMATS = ['pain.001.001.03', 'pain.001.001.09', 'nacha'] as const;
const KINDS = ['sepa', 'us_wire', 'international_wire', 'ach', 'spei'] as const;
/** The currencies of the kinds that have only one. */
const CURRENCIES = { sepa: 'EUR', us_wire: 'USD', ach: 'USD', spei: 'MXN' } as const;

/** Reads a profile as an operator writes it. `path` is its position, for the message. Throws ProfileInvalid. */
export function parsePaymentFileProfile(value: unknown, path: string): PaymentFileProfile {
  const fields = objectAt(value, path);
  const format = oneOf(fields['format'], `${path}.format`, FORMATS);
  const kind = oneOf(fields['kind'], `${path}.kind`, KINDS);
  if (format !== 'nacha') return parsePain(fields, path, { format, kind });
  if (kind !== 'ach') refuse(`${path}.kind`, 'must be "ach" in a NACHA file');
  return parseNacha(fields, path);
}

function parsePain(
  value: Record<string, unknown>,
  path: string,
  { format, kind }: Pick<PainProfile, 'format' | 'kind'>,
): PainProfile {
  const fields = fieldsAt(value, path, [
    ...['format', 'kind', 'debtor', 'charset', 'addresses', 'batch_booking', ...BANKING_DAYS_FIELDS],
    ...(kind === 'international_wire' ? ['currency', 'charges', 'service_level'] : []),
    ...(kind === 'ach' ? ['local_instrument'] : []),
  ]);
  const charset = oneOf(fields['charset'] ?? 'basic', `${path}.charset`, ['basic', 'unicode']);
  const addresses = oneOf(fields['addresses'] ?? 'structured', `${path}.addresses`, ['structured', 'hybrid']);
  const { batch_booking: batchBooking = false } = fields;
  if (typeof batchBooking !== 'boolean') refuse(`${path}.batch_booking`, 'must be true or false');
  const isWire = kind === 'international_wire';
  return {
    format,
    kind,
    charset,
    addresses,
    batchBooking,
    currency: isWire ? currencyAt(fields['currency'], `${path}.currency`) : CURRENCIES[kind],
    debtor: parseDebtor(fields['debtor'], `${path}.debtor`, { kind, charset, addresses }),
    bankingDays: parseBankingDays(fields, path),
    charges: isWire ? oneOf(fields['charges'], `${path}.charges`, ['debtor', 'shared']) : 'shared',
    serviceLevel: oneOf(fields['service_level'] ?? 'URGP', `${path}.service_level`, ['URGP', 'NURG']),
    localInstrument: oneOf(fields['local_instrument'] ?? 'code', `${path}.local_instrument`, [
      'code',
      'proprietary',
    ]),
  };
}

type Written = Pick<PainProfile, 'kind' | 'charset' | 'addresses'>;

function parseDebtor(value: unknown, path: string, profile: Written): Debtor {
  const fields = fieldsAt(value, path, [
    ...['name', 'iban', 'clabe', 'account_number', 'bic', 'routing_number', 'address'],
  ]);
  const { address } = fields;
  if (address === undefined && (profile.kind === 'us_wire' || profile.kind === 'international_wire')) {
    refuse(`${path}.address`, 'is needed for wires');
  }
  return {
    name: nameAt(fields['name'], `${path}.name`, profile),
    ...parseAccount(fields, path, profile.kind),
    address: address === undefined ? undefined : parseAddress(address, `${path}.address`, profile),
  };
}

function parseAccount(
  fields: Record<string, unknown>,
  path: string,
  kind: PainProfile['kind'],
): Pick<Debtor, 'account' | 'agent'> {
  const iban = (): Debtor['account'] => ({
    iban: textAt(fields['iban'], `${path}.iban`, isIban, 'an IBAN with correct check digits, without spaces'),
  });
  const number = (): Debtor['account'] => ({
    number: textAt(fields['account_number'], `${path}.account_number`, isNumber, 'an account number'),
  });
  const bic = (): Debtor['agent'] => ({
    bic: textAt(fields['bic'], `${path}.bic`, isFileBic, 'a BIC of 8 or 11 characters'),
  });
  const routingNumber = (): Debtor['agent'] => ({
    routingNumber: routingAt(fields['routing_number'], `${path}.routing_number`),
  });
  const only = (...allowed: string[]): void => void fieldsAt(fields, path, ['name', 'address', ...allowed]);
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
        account: { number: textAt(fields['clabe'], `${path}.clabe`, isClabe, 'a CLABE') },
        agent: bic(),
      };
  }
}

function parseAddress(value: unknown, path: string, profile: Written): PostalAddress {
  const fields = fieldsAt(value, path, ['street', 'city', 'state', 'postal_code', 'country']);
  const given = (field: string, isNeeded: boolean): string | undefined => {
    if (!isNeeded && fields[field] === undefined) return undefined;
    return textAt(
      fields[field],
      `${path}.${field}`,
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
    country: textAt(fields['country'], `${path}.country`, isCountry, 'two capital letters, like US'),
  };
  const file = addressFor(profile, address);
  const isLong = [
    ['street', lengthOf(file.street) > MOST.street || file.lines.length > MOST.lines],
    ['city', lengthOf(file.town) > MOST.town],
    ['state', lengthOf(file.subdivision) > MOST.subdivision],
    ['postal_code', lengthOf(file.postalCode) > MOST.postalCode],
  ] as const;
  for (const [field, tooLong] of isLong) if (tooLong) refuse(`${path}.${field}`, 'is too long for the file');
  return address;
}

function nameAt(value: unknown, path: string, { charset }: Written): string {
  return textAt(value, path, (text) => /[\p{L}\p{N}]/u.test(wordsFor(charset, text)), 'a name');
}
