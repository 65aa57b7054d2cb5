import { randomUUID } from 'node:crypto';
import { money, roundDownTo, roundUpTo, type Money } from '../../../src/lib/money.ts';
import { optional, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import { zuluTime } from '../state/clock.ts';
import type { World } from '../state/world.ts';

interface Quote {
  id: string;
  source: string;
  target: string;
  sourceAmount: Money;
  targetAmount: Money;
  rate: Money;
  at: number;
  expiresAt: number;
  isUsed: boolean;
}

interface Conversion {
  id: string;
  quote: Quote;
  status: 'INITIATED' | 'COMPLETED' | 'FAILED';
  at: number;
  updatedAt: number;
}

/** Decimals of each currency in quotes: the example has 8 of what is sold and 2 of what is bought. */
const DECIMALS: Record<string, number> = { MXN: 8, USD: 2, USDC: 6, USDT: 2, COP: 2 };
const DECIMAL = text({ max: 32, pattern: /^[0-9]+(\.[0-9]+)?$/ });

/** Quotes and their conversions. */
export function createRfq(world: World) {
  const { settings, clock, books } = world;
  const quotes = new Map<string, Quote>();
  const conversions = new Map<string, Conversion>();
  let failing = 0;

  function rateOf(currency: string): Money {
    const rate = settings.rates[currency];
    if (rate === undefined) throw new Refusal('pair_not_found', `There is no pair with ${currency}`, 400);
    return money(rate);
  }

  function quote(body: unknown): Quote {
    const fields = { source: text({ max: 5 }), target: text({ max: 5 }) };
    const amounts = { source_amount: optional(DECIMAL), target_amount: optional(DECIMAL) };
    const {
      source = '',
      target = '',
      source_amount,
      target_amount,
    } = asRfq(() => readBody(body, { ...fields, ...amounts }));
    const given = source_amount ?? target_amount ?? '0';
    if (
      (source_amount === undefined) === (target_amount === undefined) ||
      !money(given).gt(0) ||
      source === target
    ) {
      throw new Refusal('invalid_request', 'Exactly one amount above 0 of two currencies', 400);
    }
    const cost = money('1').minus(money(settings.spreadPercent).div(100));
    const rate = roundDownTo(rateOf(source).div(rateOf(target)).times(cost), 12);
    const sourceAmount =
      source_amount === undefined ? roundUpTo(money(given).div(rate), decimalsOf(source)) : money(given);
    const targetAmount =
      target_amount === undefined ? roundDownTo(money(given).times(rate), decimalsOf(target)) : money(given);
    const isTooFine = [[sourceAmount, source] as const, [targetAmount, target] as const].some(
      ([value, currency]) => (value.decimalPlaces() ?? 0) > decimalsOf(currency),
    );
    if (isTooFine || targetAmount.lte(0))
      throw new Refusal('invalid_amount', 'More decimals than the pair has', 400);
    const stored = {
      ...{ id: randomUUID(), source, target, sourceAmount, targetAmount, rate, isUsed: false },
      ...{ at: clock.now(), expiresAt: clock.now() + settings.quoteLifeMs },
    };
    quotes.set(stored.id, stored);
    return stored;
  }

  function convert(quoteId: string): Conversion {
    const found = quotes.get(quoteId);
    // What a repeat of a used quote gets is unknown; as a client must look it up anyway, it gets the harshest answer.
    if (!found || found.isUsed || clock.now() >= found.expiresAt) {
      throw new Refusal('quote_not_found', 'Quote not found', 400);
    }
    const { source, sourceAmount } = found;
    const from = source.toLowerCase();
    books.hold(from, sourceAmount, new Refusal('insufficient_funds', 'The balance is too low', 400));
    found.isUsed = true;
    const conversion: Conversion = {
      ...{ id: randomUUID(), quote: found, status: 'INITIATED', at: clock.now(), updatedAt: clock.now() },
    };
    conversions.set(conversion.id, conversion);
    const fails = failing > 0 && failing-- > 0;
    clock.after(settings.conversionMs, () => end(conversion, fails));
    return conversion;
  }

  function end(conversion: Conversion, fails: boolean): void {
    if (conversion.status !== 'INITIATED') return;
    const { id, quote: found } = conversion;
    const { source, target, sourceAmount, targetAmount } = found;
    const [from, to] = [source.toLowerCase(), target.toLowerCase()];
    books.release(from, sourceAmount);
    if (!fails) {
      const updates = [
        { currency: from, amount: sourceAmount.negated() },
        { currency: to, amount: targetAmount },
      ];
      books.post('conversion', updates, { oid: id, quote_id: found.id });
    }
    Object.assign(conversion, { status: fails ? 'FAILED' : 'COMPLETED', updatedAt: clock.now() });
  }

  function list({ status, page_size: size = '100', page_token: token = '0' }: Record<string, string>) {
    const matching = [...conversions.values()]
      .filter((one) => status === undefined || one.status === status)
      .reverse();
    const [start, count] = [Number(token), Number(size)];
    if (!(start >= 0 && count > 0 && count <= 100))
      throw new Refusal('invalid_request', 'page_size, page_token', 400);
    return {
      conversions: matching.slice(start, start + count).map(conversionView),
      next_page_token: start + count < matching.length ? String(start + count) : null,
    };
  }

  const quoteView = (one: Quote) => {
    const available = books.available(one.source.toLowerCase());
    const isCovered = available.gte(one.sourceAmount);
    const status = one.isUsed ? 'ACCEPTED' : clock.now() >= one.expiresAt ? 'EXPIRED' : 'ACTIVE';
    return {
      ...{ id: one.id, source: one.source, target: one.target, status, rate: one.rate.toFixed() },
      ...{ source_amount: one.sourceAmount.toFixed(), target_amount: one.targetAmount.toFixed() },
      ...{ created_at: zuluTime(one.at), expires_at: zuluTime(one.expiresAt), can_confirm: isCovered },
      ...(isCovered ? {} : { max_tradable_amount: { value: available.toFixed(), currency: one.source } }),
    };
  };

  const conversionView = ({ id, quote: of, status, at, updatedAt }: Conversion) => ({
    ...{ id, source: of.source, target: of.target, quote_id: of.id, rate: of.rate.toFixed(), status },
    ...{ source_amount: of.sourceAmount.toFixed(), target_amount: of.targetAmount.toFixed() },
    ...{ quoted_at: zuluTime(of.at), created_at: zuluTime(at), updated_at: zuluTime(updatedAt) },
  });

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'GET', path: '/rfq/v1/pairs', style: 'rfq', access: 'bitso', query: ['source', 'target'] },
      known: '✓ the shape; ? which pairs there are',
      handle: ({ query }) => ({
        pairs: Object.keys(settings.rates)
          .flatMap((source) => Object.keys(settings.rates).map((target) => ({ source, target })))
          .filter(({ source, target }) => source !== target && (source === 'MXN' || target === 'MXN'))
          .filter(
            ({ source, target }) =>
              [source, undefined].includes(query['source']) && [target, undefined].includes(query['target']),
          )
          .map(({ source, target }) => ({
            ...{ source, target },
            source_precision: String(decimalsOf(source)),
            target_precision: String(decimalsOf(target)),
          })),
      }),
    },
    {
      ...{ method: 'POST', path: '/rfq/v1/quotes', style: 'rfq', access: 'bitso' },
      known: '✓ request and answer; ◐ can_confirm, max_tradable_amount; ? codes',
      handle: ({ body }) => quoteView(quote(body)),
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/quotes/:id', style: 'rfq', access: 'bitso' },
      known: '✓; ◐ quote_not_found with 400',
      handle({ params }) {
        const found = quotes.get(params['id'] ?? '');
        if (!found) throw new Refusal('quote_not_found', 'Quote not found', 400);
        return quoteView(found);
      },
    },
    {
      ...{ method: 'POST', path: '/rfq/v1/conversions', style: 'rfq', access: 'bitso' },
      known: '✓; quote_not_found for an expired quote; ? for a used one, and when the balance is too low',
      handle: ({ body }) =>
        conversionView(convert(asRfq(() => readBody(body, { quote_id: text({ max: 64 }) })).quote_id ?? '')),
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/conversions', style: 'rfq', access: 'bitso' },
      query: ['status', 'page_size', 'page_token'],
      known: '✓ status, page_size, a token for the next page; ? names of the list and the token, the order',
      handle: ({ query }) => list(query),
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/conversions/:id', style: 'rfq', access: 'bitso' },
      known: '✓; ? when there is none',
      handle({ params }) {
        const found = conversions.get(params['id'] ?? '');
        if (!found) throw new Refusal('conversion_not_found', 'Conversion not found', 400);
        return conversionView(found);
      },
    },
  ];

  return {
    endpoints,
    all: () => [...conversions.values()].map(conversionView),
    /** Ends those that are under way. */
    settle: (status: 'complete' | 'failed') => conversions.forEach((one) => end(one, status === 'failed')),
    failNext: (count: number) => void (failing += count),
    expireQuotes: () => quotes.forEach((one) => void (one.expiresAt = Math.min(one.expiresAt, clock.now()))),
    faults: (): string[] =>
      [...conversions.values()].flatMap(({ id, status }) => {
        const count = books.entries.filter(({ details }) => details['oid'] === id).length;
        return count === (status === 'COMPLETED' ? 1 : 0)
          ? []
          : [`conversion ${id} is ${status}, with ${count} entries`];
      }),
  };
}

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 8;

/** Codes of RFQ are words. */
function asRfq<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('invalid_request', error.message, 400);
    throw error;
  }
}

export type Rfq = ReturnType<typeof createRfq>;
