import { BANKING_DAYS_FIELDS, parseBankingDays } from './banking-days.ts';
import type { NachaProfile } from './profile.ts';
import { fieldsAt, isNumber, oneOf, routingAt, shortAt, textAt } from './profile-fields.ts';

/** Reads the part of a profile that is specific to NACHA files. */
export function parseNacha(value: Record<string, unknown>, place: string): NachaProfile {
  const fields = fieldsAt(value, place, [
    ...['format', 'kind', 'company_name', 'company_id', 'odfi_routing_number', 'destination', 'origin'],
    ...['description', 'offset', ...BANKING_DAYS_FIELDS],
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
    bankingDays: parseBankingDays(fields, place),
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
