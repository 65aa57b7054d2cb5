import type { Money } from '../../../../lib/money.ts';
import { ProviderFailure } from '../../../index.ts';
import { pagesBack, RailError } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import {
  amountOf,
  fieldsOf,
  listOf,
  optionalText,
  reader,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from '../client/fields.ts';

const PAIRS_LIFE_MS = 10 * 60_000;
const PAGE_SIZE = 100;

/** The decimals that a pair supports. */
interface Pair {
  fromDecimals: number;
  toDecimals: number;
}

export interface RfqQuote {
  id: string;
  fromAmount: Money;
  toAmount: Money;
  /** From its creation to its end, by Bitso's clock. */
  lifeMs: number;
}

export interface RfqConversion {
  id: string;
  quoteId: string;
  /** `terminated`: its effect on the money is not documented. */
  status: 'done' | 'failed' | 'terminated' | 'pending';
  fromAsset: string;
  fromAmount: Money;
  toAsset: string;
  toAmount: Money;
  createdAt: Date;
}

/** Bitso's RFQ calls. */
export interface Rfq {
  /** Throws a ProviderFailure of kind `refused` for a pair that Bitso does not exchange. */
  pair(fromAsset: string, toAsset: string, signal: AbortSignal): Promise<Pair>;
  quote(
    fromAsset: string,
    toAsset: string,
    amount: { source_amount: string } | { target_amount: string },
    signal: AbortSignal,
  ): Promise<RfqQuote>;
  /** ACTIVE, EXPIRED, ACCEPTED or REJECTED; undefined for a quote that Bitso does not know, or no longer. */
  quoteStatus(quoteId: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Throws a ProviderFailure of kind `refused` and reason QUOTE_EXPIRED when the quote has ended, was used or is
   * unknown; Bitso does not distinguish these.
   */
  convert(body: { quote_id: string }, signal: AbortSignal): Promise<RfqConversion>;
  /** By Bitso's own id. */
  conversion(id: string, signal: AbortSignal): Promise<RfqConversion | undefined>;
  /** The conversion made at a quote, among those since a time. */
  find(quoteId: string, since: Date, signal: AbortSignal): Promise<RfqConversion | undefined>;
  /** All since a time, and perhaps some from before it. */
  listSince(since: Date, signal: AbortSignal): Promise<RfqConversion[]>;
}

export function createRfq({ client }: { client: BitsoClient }): Rfq {
  const listPairs = createPairs(client);
  return {
    async pair(fromAsset, toAsset, signal) {
      const pair = (await listPairs(signal)).get(`${fromAsset} ${toAsset}`);
      if (pair) return pair;
      throw new ProviderFailure('refused', `Bitso does not exchange ${fromAsset} for ${toAsset}.`);
    },
    quote: (source, target, amount, signal) => requestQuote(client, source, target, amount, signal),
    quoteStatus: (quoteId, signal) => findQuoteStatus(client, quoteId, signal),
    convert: (body, signal) => convert(client, body, signal),
    conversion: (id, signal) => findConversion(client, id, signal),
    find: (quoteId, since, signal) => findConversionAt(client, quoteId, since, signal),
    listSince: (since, signal) => listConversionsSince(client, since, signal),
  };
}

/** The pairs that Bitso exchanges, by both assets. They are read again once they are ten minutes old. */
function createPairs(client: BitsoClient): (signal: AbortSignal) => Promise<Map<string, Pair>> {
  let known: { pairs: Map<string, Pair>; until: number } | undefined;
  return async (signal) => {
    if (!known || known.until < performance.now()) {
      known = { pairs: await readPairs(client, signal), until: performance.now() + PAIRS_LIFE_MS };
    }
    return known.pairs;
  };
}

async function readPairs(client: BitsoClient, signal: AbortSignal): Promise<Map<string, Pair>> {
  const body = await client.get('/rfq/v1/pairs', 'pairs', signal);
  return new Map(
    listOf(body['pairs'], 'pairs').map((pair) => [
      `${textOf(pair, 'source')} ${textOf(pair, 'target')}`.toUpperCase(),
      {
        fromDecimals: decimalsOf(pair, 'source_precision'),
        toDecimals: decimalsOf(pair, 'target_precision'),
      },
    ]),
  );
}

async function requestQuote(
  client: BitsoClient,
  source: string,
  target: string,
  amount: { source_amount: string } | { target_amount: string },
  signal: AbortSignal,
): Promise<RfqQuote> {
  const body = { source, target, ...amount };
  const quote = fieldsOf(
    await client.call({ method: 'POST', path: '/rfq/v1/quotes', body }, signal),
    'quote',
  );
  if (quote['can_confirm'] === false) {
    throw new ProviderFailure(
      'unavailable',
      `Bitso has too little ${source}, or trades less of it at once.`,
      { reason: 'INSUFFICIENT_PROVIDER_FUNDS' },
    );
  }
  return {
    id: textOf(quote, 'id'),
    fromAmount: amountOf(quote, 'source_amount'),
    toAmount: amountOf(quote, 'target_amount'),
    lifeMs: timeOf(quote, 'expires_at').getTime() - timeOf(quote, 'created_at').getTime(),
  };
}

async function findQuoteStatus(
  client: BitsoClient,
  quoteId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `/rfq/v1/quotes/${encodeURIComponent(quoteId)}`;
  try {
    const quote = await client.get(path, 'quote', signal);
    return textOf(quote, 'status').toUpperCase();
  } catch (error) {
    if (error instanceof RailError && ['quote_not_found', '1401'].includes(error.code)) return undefined;
    throw error;
  }
}

async function convert(
  client: BitsoClient,
  body: { quote_id: string },
  signal: AbortSignal,
): Promise<RfqConversion> {
  const call = { method: 'POST', path: '/rfq/v1/conversions', body } as const;
  try {
    return conversionOf(fieldsOf(await client.call(call, signal), 'conversion'));
  } catch (error) {
    // The code that another of Bitso's calls uses for an unknown id.
    if (!(error instanceof RailError) || error.code !== '1401') throw error;
    throw new ProviderFailure('refused', 'Bitso knows no such quote.', { reason: 'QUOTE_EXPIRED' });
  }
}

async function findConversion(
  client: BitsoClient,
  id: string,
  signal: AbortSignal,
): Promise<RfqConversion | undefined> {
  const path = `/rfq/v1/conversions/${encodeURIComponent(id)}`;
  const found = await client.find(path, 'conversion', signal);
  return found && conversionOf(found);
}

async function findConversionAt(
  client: BitsoClient,
  quoteId: string,
  since: Date,
  signal: AbortSignal,
): Promise<RfqConversion | undefined> {
  for await (const page of pagesSince(client, since, signal)) {
    const found = page.find((conversion) => conversion.quoteId === quoteId);
    if (found) return found;
  }
  return undefined;
}

async function listConversionsSince(
  client: BitsoClient,
  since: Date,
  signal: AbortSignal,
): Promise<RfqConversion[]> {
  const listed: RfqConversion[] = [];
  for await (const page of pagesSince(client, since, signal)) listed.push(...page);
  return listed;
}

/** Page by page, at least all that were made since a time. */
function pagesSince(client: BitsoClient, since: Date, signal: AbortSignal): AsyncGenerator<RfqConversion[]> {
  return pagesBack(
    reader,
    async (token) => {
      const query = { page_size: PAGE_SIZE, page_token: token };
      const body = await client.get('/rfq/v1/conversions', 'conversions', signal, { query });
      const items = listOf(body['conversions'], 'conversions').map(conversionOf);
      return { items, next: optionalText(body, 'next_page_token') };
    },
    { since, timeOf: ({ createdAt }) => createdAt },
  );
}

function decimalsOf(pair: Fields, name: string): number {
  const decimals = Number(textOf(pair, name));
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18) throw new Unreadable(name);
  // Our amounts have no more decimals.
  return Math.min(decimals, 8);
}

function conversionOf(fields: Fields): RfqConversion {
  return {
    id: textOf(fields, 'id'),
    quoteId: textOf(fields, 'quote_id'),
    status: statusOf(textOf(fields, 'status').toUpperCase()),
    fromAsset: textOf(fields, 'source').toUpperCase(),
    fromAmount: amountOf(fields, 'source_amount'),
    toAsset: textOf(fields, 'target').toUpperCase(),
    toAmount: amountOf(fields, 'target_amount'),
    createdAt: timeOf(fields, 'created_at'),
  };
}

/** An undocumented status counts as pending. */
function statusOf(status: string): RfqConversion['status'] {
  if (status === 'COMPLETED') return 'done';
  if (status === 'FAILED') return 'failed';
  return status === 'TERMINATED' ? 'terminated' : 'pending';
}
