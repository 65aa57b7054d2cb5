import { BANKING_DAYS_FIELDS, parseBankingDays } from './banking-days.ts';
import type { NachaProfile } from './profile.ts';
import { fieldsAt, isNumber, oneOf, routingAt, shortAt, textAt } from './profile-fields.ts';

/** Reads the part of a profile that is specific to NACHA files. */
export function parseNacha(value: Record<string, unknown>, path: string): NachaProfile {
  const fields = fieldsAt(value, path, [
    ...['format', 'kind', 'company_name', 'company_id', 'odfi_routing_number', 'destination', 'origin'],
    ...['description', 'offset', ...BANKING_DAYS_FIELDS],
  ]);
  return {
    format: 'nacha',
    kind: 'ach',
    currency: 'USD',
    company: {
      name: shortAt(fields['company_name'], `${path}.company_name`, 16),
      id: textAt(
        fields['company_id'],
        `${path}.company_id`,
        (text) => /^[A-Z0-9]{9,10}$/.test(text),
        '9 or 10 capital letters and digits',
      ),
    },
    odfi: routingAt(fields['odfi_routing_number'], `${path}.odfi_routing_number`),
    destination: parseEnd(fields['destination'], `${path}.destination`),
    origin: parseEnd(fields['origin'], `${path}.origin`),
    description: shortAt(fields['description'], `${path}.description`, 10),
    bankingDays: parseBankingDays(fields, path),
    offset: fields['offset'] === undefined ? undefined : parseOffset(fields['offset'], `${path}.offset`),
  };
}

function parseEnd(value: unknown, path: string): NachaProfile['origin'] {
  const fields = fieldsAt(value, path, ['id', 'name']);
  return {
    id: textAt(fields['id'], `${path}.id`, (text) => /^[A-Z0-9]{9,10}$/.test(text), '9 or 10 digits'),
    name: shortAt(fields['name'], `${path}.name`, 23),
  };
}

function parseOffset(value: unknown, path: string): NachaProfile['offset'] {
  const fields = fieldsAt(value, path, ['routing_number', 'account_number', 'account_type']);
  return {
    routingNumber: routingAt(fields['routing_number'], `${path}.routing_number`),
    accountNumber: textAt(
      fields['account_number'],
      `${path}.account_number`,
      (text) => isNumber(text) && text.length <= 17,
      'an account number of at most 17 characters',
    ),
    accountType: oneOf(fields['account_type'], `${path}.account_type`, ['checking', 'savings']),
  };
}
