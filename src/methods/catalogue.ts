import { command, columns, query, type Queryable, sql, type Trx, type Tables } from '../db/index.ts';
import { type DomainError, invalidParam } from '../lib/errors/errors.ts';
import { money, type Money } from '../lib/money.ts';
import { isPausedSql } from './repository.ts';
import { spreadAfter } from './spread.ts';

export type MethodKind = 'clabe' | 'bank' | 'key' | 'on_chain';

/** A payment method as the catalogue lists it (D1), which is data, not code. */
export interface Method {
  name: string;
  /** The asset that the payer sends. */
  asset: string;
  family: string;
  /** The decimals that the rail supports. */
  decimals: number;
  kind: MethodKind;
  network: string | null;
  /** The name of its provider (D25). */
  provider: string;
  /** The provider that exchanges received money, for links that need it (D38). If null, the method's own. */
  exchangeProvider: string | null;
  /** In the sent asset. */
  minAmount: Money;
  /** The most that the rail carries in one payment, in the sent asset. Null if it has no limit of its own. */
  maxAmount: Money | null;
  /** A share of the link's amount: 0.012 is 1.2%. */
  feeRate: Money;
  /** In the link's currency. */
  feeFixed: Money;
  /** How long a converted amount is guaranteed (D4). */
  quoteLifeMs: number;
  /** The markup on a rate that the service locks itself (D28), as a share: 0.005 is 0.5%. */
  spread: Money;
  /** The share by which a payment's conversion may fall short of its quote; beyond it, an operator decides (D28). */
  maxSlippage: Money;
  enabled: boolean;
  /** Whether the operator has paused incoming payments by it (D47). */
  isPaused: boolean;
  position: number;
}

export interface LinkCurrency {
  currency: string;
  family: string;
  minAmount: Money;
  maxAmount: Money;
  /** The smallest link amount that another family's assets can pay. */
  conversionMinAmount: Money;
  /** The time at which these rules were read, on the deployment's clock. */
  asOf: Date;
}

export interface Catalogue {
  methods: readonly Method[];
  currency: LinkCurrency | undefined;
}

/** The settings that the operator may change; undefined leaves a field unchanged. */
export type MethodChange = Partial<
  Pick<
    Method,
    | 'enabled'
    | 'provider'
    | 'exchangeProvider'
    | 'network'
    | 'minAmount'
    | 'maxAmount'
    | 'feeRate'
    | 'feeFixed'
    | 'decimals'
    | 'quoteLifeMs'
    | 'spread'
    | 'maxSlippage'
  >
>;
export type CurrencyChange = Partial<Pick<LinkCurrency, 'minAmount' | 'maxAmount' | 'conversionMinAmount'>>;

/** The maximum slippage of a method; more is accepted for single conversions, by two operators (D46). */
export const MAX_SLIPPAGE = money('0.1');
/** The most decimals of an on-chain amount (D1). */
const MAX_ON_CHAIN_DECIMALS = 6;

interface MethodRow extends Pick<
  Tables['payment_methods'],
  | 'method'
  | 'asset'
  | 'decimals'
  | 'kind'
  | 'network'
  | 'provider'
  | 'exchangeProvider'
  | 'minAmount'
  | 'maxAmount'
  | 'feeRate'
  | 'feeFixed'
  | 'quoteLifeMs'
  | 'spread'
  | 'maxSlippage'
  | 'enabled'
  | 'position'
> {
  family: string;
  isPaused: boolean;
}

interface CurrencyRow extends Pick<
  Tables['link_currencies'],
  'currency' | 'minAmount' | 'maxAmount' | 'conversionMinAmount'
> {
  family: string;
  asOf: Date;
}

const RAIL_OF_METHOD = { provider: 'm.provider', method: 'm.method', network: 'm.network' };

const selectMethods = () =>
  sql('payment_methods as m')
    .join('assets as a', 'a.asset', 'm.asset')
    .select('m.*', 'a.family', sql.raw(`${isPausedSql('in', RAIL_OF_METHOD)} as is_paused`));

const selectCurrencies = () =>
  sql('link_currencies as c')
    .join('assets as a', 'a.asset', 'c.currency')
    .select('c.*', 'a.family', sql.raw('service_now() as as_of'));

const methodsQuery = query.all<Record<string, never>, MethodRow>('methods.list', () =>
  selectMethods().orderBy('m.position'),
);

const currencyQuery = query.first<{ currency: string }, CurrencyRow>('methods.find_currency', (p) =>
  selectCurrencies().where('c.currency', p.currency),
);

/** All methods, in the order to offer them, with the rules of one link currency. */
export async function readCatalogue(on: Queryable, currency: string): Promise<Catalogue> {
  const [methods, row] = await Promise.all([methodsQuery(on), currencyQuery(on, { currency })]);
  return { methods: methods.map(toMethod), currency: row && toCurrency(row) };
}

/** All methods, in the order to offer them. */
export async function listMethods(on: Queryable): Promise<Method[]> {
  return (await methodsQuery(on)).map(toMethod);
}

const findMethodQuery = query.first<{ method: string }, MethodRow>('methods.find', (p) =>
  selectMethods().where('m.method', p.method),
);

export async function findMethod(on: Queryable, name: string): Promise<Method | undefined> {
  const row = await findMethodQuery(on, { method: name });
  return row && toMethod(row);
}

export const findAsset = query.first<{ asset: string }, Pick<Tables['assets'], 'asset' | 'family'>>(
  'methods.find_asset',
  (p) => sql('assets').where({ asset: p.asset }).select('asset', 'family'),
);

const listAssetsQuery = query.all<Record<string, never>, { asset: string }>('methods.list_assets', () =>
  sql('assets').orderBy('asset').select('asset'),
);

/** The names of all assets that an account can hold. */
export async function listAssets(on: Queryable): Promise<string[]> {
  return (await listAssetsQuery(on)).map(({ asset }) => asset);
}

const currencies = query.all<Record<string, never>, CurrencyRow>('methods.list_currencies', () =>
  selectCurrencies().orderBy('c.currency'),
);

/** The currencies of links, with their rules. */
export async function listCurrencies(on: Queryable): Promise<LinkCurrency[]> {
  return (await currencies(on)).map(toCurrency);
}

const lockMethod = command.first<{ method: string }, MethodRow>('methods.lock', (p) =>
  selectMethods().where('m.method', p.method).forNoKeyUpdate('m'),
);

const updateMethod = command.run<Omit<MethodRow, 'asset' | 'family' | 'kind' | 'isPaused' | 'position'>>(
  'methods.update',
  (p) =>
    sql('payment_methods')
      .where({ method: p.method })
      .update(
        columns(p, [
          'provider',
          'exchangeProvider',
          'network',
          'decimals',
          'minAmount',
          'maxAmount',
          'feeRate',
          'feeFixed',
          'quoteLifeMs',
          'spread',
          'maxSlippage',
          'enabled',
        ]),
      ),
);

/**
 * Changes a method for all links created from now on; quote life and spread also for new quotes of existing links, and
 * slippage for all later conversions. A spread that was not chosen follows the quote life. Undefined when there is no
 * such method. Throws `invalid_request` for more decimals than an on-chain rail supports (D1), for a network of a
 * method that has none, for a minimum above the maximum, for a slippage above `MAX_SLIPPAGE`, and for no spread on a
 * quote that outlives an hour.
 */
export async function changeMethod(
  trx: Trx,
  name: string,
  change: MethodChange,
): Promise<Method | undefined> {
  const row = await lockMethod(trx, { method: name });
  if (!row) return undefined;
  const before = toMethod(row);
  const changed = { ...before, ...withoutUndefined(change) };
  const method = { ...changed, spread: spreadAfter(changed, before, change.spread) };
  if (method.kind === 'on_chain' && method.decimals > MAX_ON_CHAIN_DECIMALS) {
    throw invalidParam('decimals', `An on-chain method has at most ${MAX_ON_CHAIN_DECIMALS} decimals.`);
  }
  if (method.kind !== 'on_chain' && change.network !== undefined) {
    throw invalidParam('network', `${name} is not an on-chain method and has no network.`);
  }
  if (method.maxAmount?.lt(method.minAmount)) {
    throw minimumAboveMaximum(method.minAmount, method.maxAmount);
  }
  if (change.maxSlippage?.gt(MAX_SLIPPAGE)) {
    throw invalidParam(
      'max_slippage_percent',
      `A method lets conversions fall short by ${MAX_SLIPPAGE.shiftedBy(2).toFixed()} % at most. Two operators can accept more for a single one: \`payments transfers resolve\`.`,
    );
  }
  await updateMethod(trx, {
    method: name,
    provider: method.provider,
    exchangeProvider: method.exchangeProvider,
    network: method.network,
    decimals: method.decimals,
    minAmount: method.minAmount.toFixed(),
    maxAmount: method.maxAmount?.toFixed() ?? null,
    feeRate: method.feeRate.toFixed(),
    feeFixed: method.feeFixed.toFixed(),
    quoteLifeMs: method.quoteLifeMs,
    spread: method.spread.toFixed(),
    maxSlippage: method.maxSlippage.toFixed(),
    enabled: method.enabled,
  });
  return method;
}

const lockCurrency = command.first<{ currency: string }, CurrencyRow>('methods.lock_currency', (p) =>
  selectCurrencies().where('c.currency', p.currency).forNoKeyUpdate('c'),
);

const updateCurrency = command.run<
  Pick<CurrencyRow, 'currency' | 'minAmount' | 'maxAmount' | 'conversionMinAmount'>
>('methods.update_currency', (p) =>
  sql('link_currencies')
    .where({ currency: p.currency })
    .update(columns(p, ['minAmount', 'maxAmount', 'conversionMinAmount'])),
);

/**
 * Changes the limits of links in a currency (D2). Undefined when no link can be created in it. Throws `invalid_request`
 * when the minimum would be above the maximum.
 */
export async function changeCurrency(
  trx: Trx,
  currency: string,
  change: CurrencyChange,
): Promise<LinkCurrency | undefined> {
  const row = await lockCurrency(trx, { currency });
  if (!row) return undefined;
  const changed = { ...toCurrency(row), ...withoutUndefined(change) };
  if (changed.minAmount.gt(changed.maxAmount)) {
    throw minimumAboveMaximum(changed.minAmount, changed.maxAmount);
  }
  await updateCurrency(trx, {
    currency,
    minAmount: changed.minAmount.toFixed(),
    maxAmount: changed.maxAmount.toFixed(),
    conversionMinAmount: changed.conversionMinAmount.toFixed(),
  });
  return changed;
}

function minimumAboveMaximum(min: Money, max: Money): DomainError {
  return invalidParam(
    'min_amount',
    `The smallest amount, ${min.toFixed()}, is above the largest, ${max.toFixed()}.`,
  );
}

function withoutUndefined<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;
}

function toCurrency(row: CurrencyRow): LinkCurrency {
  return {
    currency: row.currency,
    family: row.family,
    minAmount: money(row.minAmount),
    maxAmount: money(row.maxAmount),
    conversionMinAmount: money(row.conversionMinAmount),
    asOf: row.asOf,
  };
}

function toMethod(row: MethodRow): Method {
  return {
    name: row.method,
    asset: row.asset,
    family: row.family,
    decimals: row.decimals,
    kind: row.kind,
    network: row.network,
    provider: row.provider,
    exchangeProvider: row.exchangeProvider,
    minAmount: money(row.minAmount),
    maxAmount: row.maxAmount === null ? null : money(row.maxAmount),
    feeRate: money(row.feeRate),
    feeFixed: money(row.feeFixed),
    quoteLifeMs: row.quoteLifeMs,
    spread: money(row.spread),
    maxSlippage: money(row.maxSlippage),
    enabled: row.enabled,
    isPaused: row.isPaused,
    position: row.position,
  };
}
