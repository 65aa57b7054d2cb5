import type { RequestHandler } from 'express';
import type { AddressLimit } from '../http/address-limit.ts';
import { DomainError } from '../lib/errors/errors.ts';

/** A waiting page asks twenty times a minute, and a phone network has many payers behind one address. */
export const PAYERS: AddressLimit = { kind: 'checkout', requestsPerMinute: 1_200 };
export const MAX_FORM_BYTES = 1_024;

/**
 * Keeps other sites' pages from sending our forms. There are no sessions that they could ride on: the one cookie tells which
 * link a phone has open at a counter, grants nothing, and is not sent with another site's form. Whoever knows the code may
 * send the form anyway: so what the browser says of where it comes from is enough.
 */
export function requireOwnForm(baseUrl: () => string): RequestHandler {
  return (request, _response, next) => {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    // Our pages send no referrer, for which browsers withhold the origin as well: "null" may be ours.
    const isOwn =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : origin === undefined || origin === 'null' || origin === new URL(baseUrl()).origin;
    if (!isOwn) throw new DomainError('forbidden');
    next();
  };
}

export function refuseMethod(allowed: string): RequestHandler {
  return () => {
    throw new DomainError('method_not_allowed', { headers: { Allow: allowed } });
  };
}

/** Query parameters may come several times; none of ours may. */
export function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}
