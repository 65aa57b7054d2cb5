import type { RequestHandler } from 'express';
import type { AddressLimit } from '../http/index.ts';
import { DomainError } from '../lib/errors/errors.ts';

/** A waiting page polls twenty times a minute, and a phone network has many payers behind one address. */
export const PAYERS: AddressLimit = { kind: 'checkout', requestsPerMinute: 1_200 };
/** Drawing one takes longer than a page. */
export const RECEIPTS: AddressLimit = { kind: 'receipts', requestsPerMinute: 60 };
export const RECEIPT_MAILS: AddressLimit = { kind: 'receipt_mails', requestsPerMinute: 20 };
export const MAX_FORM = { bytes: 1_024, fields: 4 };

/**
 * Keeps other sites' pages from sending our forms. There is no session to abuse. The only cookie shows which link a
 * phone has open at a counter, grants nothing, and is not sent with another site's form. Anyone who knows the code may
 * send the form anyway, so the origin that the browser reports is enough.
 */
export function requireOwnForm(baseUrl: () => string): RequestHandler {
  return (request, _response, next) => {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    // Our pages send no referrer, and browsers then withhold the origin as well, so "null" may be ours.
    const isOwn =
      site !== undefined
        ? site === 'same-origin' || site === 'none'
        : origin === undefined || origin === 'null' || origin === new URL(baseUrl()).origin;
    if (!isOwn) throw new DomainError('forbidden');
    next();
  };
}
