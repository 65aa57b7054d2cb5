import { parse } from 'node:querystring';
import type { RequestHandler } from 'express';
import { DomainError } from '../../lib/errors/errors.ts';
import { readBytes } from './body.ts';

/**
 * Reads the form of a page into the body, as its fields; leaves bodies of other types alone. Throws `payload_too_large`
 * for too many bytes or fields.
 */
export function readForm(limits: { bytes: number; fields: number }): RequestHandler {
  return async (request, _response, next) => {
    if (request.is('application/x-www-form-urlencoded')) {
      const text = (await readBytes(request, limits.bytes))?.toString() ?? '';
      if (text.split('&', limits.fields + 1).length > limits.fields) {
        throw new DomainError('payload_too_large', { message: 'The form has too many fields.' });
      }
      request.body = { ...parse(text) };
    }
    next();
  };
}
