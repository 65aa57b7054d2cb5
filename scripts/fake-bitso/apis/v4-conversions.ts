import { optional, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import type { World } from '../state/world.ts';
import type { Conversion, Quote, Rfq } from './rfq.ts';

const QUOTE_LIFE_MS = 30_000;
const DECIMAL = text({ max: 32, pattern: /^[0-9]+(\.[0-9]+)?$/ });
const CURRENCY = text({ max: 5, pattern: /^[a-z]+$/ });
const PATH = '/v4/currency_conversions';
/** TERMINATED is a word of RFQ's: here, such a conversion stays queued. */
const STATUSES: Record<Conversion['status'], string> = {
  INITIATED: 'open',
  TERMINATED: 'queued',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

/** The other API of conversions: the same quotes, with eight decimals, which live 30 seconds. */
export function v4ConversionEndpoints({ settings }: World, rfq: Rfq): Endpoint[] {
  const access = { style: 'payload', access: 'bitso', source: 'v4_conversion' } as const;

  const amountsOf = ({ source, target, sourceAmount, targetAmount, rate, at, expiresAt }: Quote) => ({
    ...{ from_currency: source.toLowerCase(), from_amount: sourceAmount.toFixed(8) },
    ...{ to_currency: target.toLowerCase(), to_amount: targetAmount.toFixed(8) },
    ...{ created: at, expires: expiresAt, rate: rate.toFixed(2), plain_rate: rate.toFixed(2) },
    ...{ rate_currency: source.toLowerCase(), padding: '0', book: `${target}_${source}`.toLowerCase() },
  });

  function quote({ body }: Call) {
    const fields = { from_currency: CURRENCY, to_currency: CURRENCY };
    const amounts = { spend_amount: optional(DECIMAL), receive_amount: optional(DECIMAL) };
    const request = readBody(body, { ...fields, ...amounts });
    const { spend_amount: spent, receive_amount: received } = request;
    const made = rfq.quote(
      {
        source: request.from_currency!.toUpperCase(),
        target: request.to_currency!.toUpperCase(),
        ...(spent === undefined ? {} : { source_amount: spent }),
        ...(received === undefined ? {} : { target_amount: received }),
      },
      QUOTE_LIFE_MS,
    );
    return { id: made.id, ...amountsOf(made) };
  }

  function execute({ params, note }: Call) {
    try {
      return { oid: rfq.convert(params['id'] ?? '', note).id };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const code = error.code === 'insufficient_funds' ? settings.lowBalance : '0345';
      throw new Refusal(code, error.message, error.source === 'quote_expired' ? 'refusal' : error.source);
    }
  }

  return [
    { method: 'POST', path: PATH, ...access, handle: quote },
    { method: 'PUT', path: `${PATH}/:id`, ...access, handle: execute },
    {
      ...{ method: 'GET', path: `${PATH}/:id`, ...access },
      handle({ params, note }) {
        const conversion = rfq.find(params['id']);
        if (conversion.status === 'TERMINATED') note('terminated');
        return { id: conversion.id, ...amountsOf(conversion.quote), status: STATUSES[conversion.status] };
      },
    },
  ];
}
