import {
  noAccess,
  NOT_THERE,
  refused,
  TOO_MANY,
  unavailable,
  wordOf,
  type RailFault,
  type Reading,
} from '../../http-rail/index.ts';
import type { Fields } from './fields.ts';

/** By code, with the status that it comes with. */
const BY_CODE: Readonly<Record<string, Reading>> = {
  '400 invalid_parameters': refused('a field is not valid'),
  '400 bad_customer_request': refused('the request does not suit the customer'),
  '400 duplicate_external_account': { as: 'duplicate', meaning: 'the bank account is known already' },
  '401 required': noAccess('the API key is missing'),
  '401 invalid': noAccess('the API key is wrong'),
  '403 aml_violation': { ...refused('compliance does not allow it', 'DESTINATION_REJECTED'), alarm: true },
  '404 Invalid': NOT_THERE,
  '404 not_found': NOT_THERE,
};

const BY_STATUS: Readonly<Record<number, Reading>> = {
  400: refused('the request is not accepted'),
  401: noAccess('the credentials are not accepted'),
  403: noAccess('the feature is not enabled'),
  404: NOT_THERE,
  409: unavailable('a request with this key is still being carried out'),
  422: { as: 'look_up', meaning: 'the idempotency key was used before' },
  429: TOO_MANY,
};

/** The error is in the body itself, or in a list of them. */
export function faultOf(status: number, body: unknown): RailFault {
  const { errors, ...top } = Object(body) as Fields;
  const { code: given, source } = Array.isArray(errors) ? (Object(errors[0]) as Fields) : top;
  const code = wordOf(given) ?? `http_${status}`;
  const documented = BY_CODE[`${status} ${code}`];
  return {
    code,
    reading: documented ?? BY_STATUS[status] ?? unavailable('an error of its own'),
    isDocumented: documented !== undefined || [409, 422].includes(status),
    field: fieldIn(source),
  };
}

/** The refused field, which is a name or an object of names with the faults of each. */
function fieldIn(source: unknown): string | undefined {
  const { key } = Object(source) as { key?: unknown };
  return wordOf(typeof key === 'object' && key !== null ? Object.keys(key)[0] : key);
}
