import type { Database, Queryable } from '../../db/index.ts';
import { listLimits, setLimit } from '../../fx/index.ts';
import {
  changeCurrency,
  changeMethod,
  listCurrencies,
  listCurrencyRates,
  listMethods,
  setCurrencyRate,
} from '../../methods/index.ts';
import { toSnakeCase } from '../../lib/case.ts';
import { money } from '../../lib/money.ts';

/**
 * The operator's settings for all accounts, which are therefore the same in all cells. It excludes settings about one
 * cell's own money, people or moment: liquidity bands and routes, pauses of rails, operators, the simulator and the
 * clock.
 */
export interface Catalogue {
  methods: Awaited<ReturnType<typeof listMethods>>;
  currencies: Awaited<ReturnType<typeof listCurrencies>>;
  rates: Awaited<ReturnType<typeof listCurrencyRates>>;
  fxLimits: Awaited<ReturnType<typeof listLimits>>;
}

export async function readCatalogue(on: Queryable): Promise<Catalogue> {
  const [methods, currencies, rates, fxLimits] = await Promise.all([
    listMethods(on),
    listCurrencies(on),
    listCurrencyRates(on),
    listLimits(on),
  ]);
  return { methods, currencies, rates, fxLimits };
}

/**
 * Copies the catalogue of one cell to a new one, in one transaction that can be repeated. Both have the same schema,
 * and with it the same methods, currencies and rates, of which it sets what an operator can set.
 */
export async function copyCatalogue(
  db: Pick<Database, 'transaction'>,
  { methods, currencies, rates, fxLimits }: Catalogue,
): Promise<void> {
  await db.transaction(async (trx) => {
    for (const { name, kind, network, ...method } of methods)
      await changeMethod(trx, name, kind === 'on_chain' ? { ...method, network } : method);
    for (const { currency, ...limits } of currencies) await changeCurrency(trx, currency, limits);
    for (const { family, usd } of rates) await setCurrencyRate(trx, family, money(usd));
    for (const limit of fxLimits) await setLimit(trx, limit);
  });
}

/** One setting that differs from that of the cell it is compared with. */
export interface CatalogueDifference {
  /** `method SPEI`, `limit USDC MXNB`. */
  of: string;
  setting: string;
  /** Null where there is none. */
  expected: string | null;
  found: string | null;
}

/** The settings of a catalogue that differ from the expected one. */
export function compareCatalogue(expected: Catalogue, found: Catalogue): CatalogueDifference[] {
  const [wanted, has] = [settingsOf(expected), settingsOf(found)];
  return [...new Set([...wanted.keys(), ...has.keys()])].flatMap((key) => {
    const [one = null, other = null] = [wanted.get(key), has.get(key)];
    const [of = '', setting = ''] = key.split('\n');
    return one === other ? [] : { of, setting, expected: one, found: other };
  });
}

/** These fields are times and states, not settings. */
const NO_SETTINGS = new Set(['asOf', 'setAt', 'isPaused']);

/** Each setting by its place, as text that is equal when the setting is. */
function settingsOf({ methods, currencies, rates, fxLimits }: Catalogue): Map<string, string> {
  const settings = new Map<string, string>();
  const add = (of: string, values: object): void => {
    for (const [name, value] of Object.entries(values))
      if (!NO_SETTINGS.has(name)) settings.set(`${of}\n${toSnakeCase(name)}`, String(value));
  };
  for (const { name, ...method } of methods) add(`method ${name}`, method);
  for (const { currency, ...limits } of currencies) add(`currency ${currency}`, limits);
  for (const { family, usd } of rates) add(`rate ${family}`, { usd: money(usd).toFixed() });
  for (const { fromAsset, toAsset, maxExposure, maxDeviation } of fxLimits) {
    add(`limit ${fromAsset} ${toAsset}`, {
      maxExposure: maxExposure === null ? 'none' : money(maxExposure).toFixed(),
      maxDeviation: money(maxDeviation).toFixed(),
    });
  }
  return settings;
}
