import { randomUUID } from 'node:crypto';
import { money, roundDownTo, roundUpTo, type Money } from '../../../src/lib/money.ts';
import { optional, readBody, text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, Endpoint } from '../http/router.ts';
import { zuluTime } from '../state/times.ts';
import { createPast } from '../../stand-in/past.ts';
import type { World } from '../state/world.ts';

export interface Quote {
  id: string;
  source: string;
  target: string;
  sourceAmount: Money;
  targetAmount: Money;
  rate: Money;
  at: number;
  expiresAt: number;
}

export interface Conversion {
  id: string;
  quote: Quote;
  status: 'INITIATED' | 'TERMINATED' | 'COMPLETED' | 'FAILED';
  /** Whether the money moved: TERMINATED does not tell. */
  isExecuted: boolean;
  at: number;
  updatedAt: number;
}

/** What becomes of a conversion. */
export type ConversionEnd = 'complete' | 'fail' | 'terminate' | 'terminate_executed';

/** Ends that a share of all conversions meets, by chance. */
export interface ConversionWeather {
  share: number;
  ends: ConversionEnd[];
}

/** Decimals of each currency in quotes: the example has 8 of what is sold and 2 of what is bought. */
const DECIMALS: Record<string, number> = { MXN: 8, USD: 2, USDC: 6, USDT: 2, COP: 2 };
const DECIMAL = text({ max: 32, pattern: /^[0-9]+(\.[0-9]+)?$/ });

/** Quotes and their conversions. */
export function createRfq(world: World) {
  const { settings, clock, books, chance } = world;
  const quotes = new Map<string, Quote>();
  const conversions = new Map<string, Conversion>();
  const past = createPast<Conversion>(clock);
  const ends: ConversionEnd[] = [];
  let weather: ConversionWeather = { share: 0, ends: [] };

  function rateOf(currency: string): Money {
    const rate = settings.rates[currency];
    if (rate === undefined) {
      throw new Refusal('pair_not_found', `There is no pair with ${currency}`, 'quote_refused');
    }
    return money(rate);
  }

  function readQuote(body: unknown): QuoteRequest {
    const fields = { source: text({ max: 5 }), target: text({ max: 5 }) };
    const amounts = { source_amount: optional(DECIMAL), target_amount: optional(DECIMAL) };
    return asRfq(() => readBody(body, { ...fields, ...amounts }));
  }

  function quote(request: QuoteRequest, lifeMs: number): Quote {
    const { source = '', target = '', source_amount, target_amount } = request;
    const given = source_amount ?? target_amount ?? '0';
    if (
      (source_amount === undefined) === (target_amount === undefined) ||
      !money(given).gt(0) ||
      source === target
    ) {
      throw new Refusal('invalid_request', 'Exactly one amount above 0 of two currencies', 'quote_refused');
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
      throw new Refusal('invalid_amount', 'More decimals than the pair has', 'quote_refused');
    const stored = {
      ...{ id: randomUUID(), source, target, sourceAmount, targetAmount, rate },
      ...{ at: clock.now(), expiresAt: clock.now() + lifeMs },
    };
    quotes.set(stored.id, stored);
    return stored;
  }

  function convert(quoteId: string, note: Call['note']): Conversion {
    const found = quotes.get(quoteId);
    const earlier = found && [...conversions.values()].find(({ quote: of }) => of === found);
    if (earlier && settings.repeatedQuote === 'same') {
      note('quote_used');
      return earlier;
    }
    if (!found || earlier || clock.now() >= found.expiresAt) {
      throw new Refusal('quote_not_found', 'Quote not found', earlier ? 'quote_used' : 'quote_expired');
    }
    const { source, sourceAmount } = found;
    const from = source.toLowerCase();
    if (books.available(from).lt(sourceAmount)) {
      throw new Refusal('insufficient_funds', 'The balance is too low', 'quote_refused');
    }
    books.hold(from, sourceAmount);
    const conversion: Conversion = {
      ...{ id: randomUUID(), quote: found, status: 'INITIATED', isExecuted: false },
      ...{ at: clock.now(), updatedAt: clock.now() },
    };
    conversions.set(conversion.id, conversion);
    past.keep(conversion.id, conversion);
    const chosen = ends.shift() ?? (chance.happens(weather.share) ? chance.pick(weather.ends) : 'complete');
    clock.after(settings.conversionMs, () => end(conversion, chosen));
    return conversion;
  }

  function end(conversion: Conversion, how: ConversionEnd): void {
    if (conversion.status !== 'INITIATED') return;
    const { id, quote: found } = conversion;
    const { source, target, sourceAmount, targetAmount } = found;
    const [from, to] = [source.toLowerCase(), target.toLowerCase()];
    books.release(from, sourceAmount);
    const isExecuted = how === 'complete' || how === 'terminate_executed';
    if (isExecuted) {
      const updates = [
        { currency: from, amount: sourceAmount.negated() },
        { currency: to, amount: targetAmount },
      ];
      books.post('conversion', updates, { oid: id, quote_id: found.id });
    }
    const status = how === 'complete' ? 'COMPLETED' : how === 'fail' ? 'FAILED' : 'TERMINATED';
    Object.assign(conversion, { status, isExecuted, updatedAt: clock.now() });
    past.keep(id, conversion);
  }

  function list({ query, note }: Call) {
    const { status, page_size: size = '100', page_token: token = '0' } = query;
    const lagMs = settings.lagMs.conversions;
    note(lagMs > 0 ? 'lag' : 'conversion_list');
    const matching = past
      .list(lagMs)
      .filter((one) => status === undefined || one.status === status)
      .reverse();
    const [start, count] = [Number(token), Number(size)];
    if (!(start >= 0 && count > 0 && count <= 100))
      throw new Refusal('invalid_request', 'page_size, page_token', 'quote_refused');
    return {
      conversions: matching.slice(start, start + count).map(conversionView),
      next_page_token: start + count < matching.length ? String(start + count) : null,
    };
  }

  function find(id: string | undefined): Conversion {
    const found = conversions.get(id ?? '');
    if (!found) throw new Refusal('conversion_not_found', 'Conversion not found', 'quote_refused');
    return found;
  }

  function show(conversion: Conversion, note: Call['note']) {
    if (conversion.status === 'TERMINATED') note('terminated');
    if (conversion.status === 'INITIATED' && settings.conversionWord === 'PENDING') note('pending_word');
    return conversionView(conversion);
  }

  const quoteView = (one: Quote) => {
    const available = books.available(one.source.toLowerCase());
    const isCovered = available.gte(one.sourceAmount);
    const isUsed = [...conversions.values()].some(({ quote: of }) => of === one);
    const status = isUsed ? 'ACCEPTED' : clock.now() >= one.expiresAt ? 'EXPIRED' : 'ACTIVE';
    return {
      ...{ id: one.id, source: one.source, target: one.target, status, rate: one.rate.toFixed() },
      ...{ source_amount: one.sourceAmount.toFixed(), target_amount: one.targetAmount.toFixed() },
      ...{ created_at: zuluTime(one.at), expires_at: zuluTime(one.expiresAt), can_confirm: isCovered },
      ...(isCovered ? {} : { max_tradable_amount: { value: available.toFixed(), currency: one.source } }),
    };
  };

  const conversionView = ({ id, quote: of, status, at, updatedAt }: Conversion) => ({
    ...{ id, source: of.source, target: of.target, quote_id: of.id, rate: of.rate.toFixed() },
    status: status === 'INITIATED' ? settings.conversionWord : status,
    ...{ source_amount: of.sourceAmount.toFixed(), target_amount: of.targetAmount.toFixed() },
    ...{ quoted_at: zuluTime(of.at), created_at: zuluTime(at), updated_at: zuluTime(updatedAt) },
  });

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'GET', path: '/rfq/v1/pairs', style: 'rfq', access: 'bitso', source: 'pairs' },
      query: ['source', 'target'],
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
      ...{ method: 'POST', path: '/rfq/v1/quotes', style: 'rfq', access: 'bitso', source: 'quote' },
      handle: ({ body }) => quoteView(quote(readQuote(body), settings.quoteLifeMs)),
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/quotes/:id', style: 'rfq', access: 'bitso', source: 'quote' },
      handle({ params }) {
        const found = quotes.get(params['id'] ?? '');
        if (!found) throw new Refusal('quote_not_found', 'Quote not found', 'quote_expired');
        return quoteView(found);
      },
    },
    {
      ...{ method: 'POST', path: '/rfq/v1/conversions', style: 'rfq', access: 'bitso' },
      source: 'conversion',
      handle({ body, note }) {
        const { quote_id: id = '' } = asRfq(() => readBody(body, { quote_id: text({ max: 64 }) }));
        return show(convert(id, note), note);
      },
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/conversions', style: 'rfq', access: 'bitso' },
      source: 'conversion',
      query: ['status', 'page_size', 'page_token'],
      handle: (call) => list(call),
    },
    {
      ...{ method: 'GET', path: '/rfq/v1/conversions/:id', style: 'rfq', access: 'bitso' },
      source: 'conversion',
      handle: ({ params, note }) => show(find(params['id']), note),
    },
  ];

  return {
    endpoints,
    all: () => [...conversions.values()].map(conversionView),
    /** For the other API of conversions. */
    ...{ quote, convert, find },
    /** Ends those that are under way. */
    settle: (status: keyof typeof ENDS) => conversions.forEach((one) => end(one, ENDS[status])),
    /** What becomes of the next ones, in order. */
    planEnds: (wanted: ConversionEnd[]) => void ends.push(...wanted),
    setWeather: (wanted: ConversionWeather) => void (weather = wanted),
    expireQuotes: () => quotes.forEach((one) => void (one.expiresAt = Math.min(one.expiresAt, clock.now()))),
    faults: (): string[] =>
      [...conversions.values()].flatMap(({ id, status, isExecuted }) => {
        const count = books.entries.filter(({ details }) => details['oid'] === id).length;
        return count === (isExecuted ? 1 : 0) ? [] : [`conversion ${id} is ${status}, with ${count} entries`];
      }),
  };
}

const ENDS = { complete: 'complete', failed: 'fail', terminated: 'terminate' } as const;

type QuoteRequest = Partial<Record<'source' | 'target' | 'source_amount' | 'target_amount', string>>;

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 8;

/** Codes of RFQ are words. */
function asRfq<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) {
      throw new Refusal('invalid_request', error.message, 'quote_refused');
    }
    throw error;
  }
}

export type Rfq = ReturnType<typeof createRfq>;
