import type { RequestHandler } from 'express';
import { DomainError } from '../lib/errors/errors.ts';

export function refuseMethod(allowed: string): RequestHandler {
  return () => {
    throw new DomainError('method_not_allowed', { headers: { Allow: allowed } });
  };
}

/** A parameter that is given several times counts as missing. */
export function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}
