import type { Foundation } from '../../composition/index.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import {
  changeCurrency,
  type CurrencyRate,
  type LinkCurrency,
  listCurrencies,
  listCurrencyRates,
  setCurrencyRate,
} from '../../methods/index.ts';
import { CommandFailure, requireChange } from '../frame/index.ts';

export async function list({ db }: Foundation): Promise<object> {
  return { data: (await listCurrencies(db.read)).map(view) };
}

export interface SetOptions {
  minAmount?: Money;
  maxAmount?: Money;
  conversionMinAmount?: Money;
}

export async function change({ db }: Foundation, currency: string, options: SetOptions): Promise<object> {
  const { minAmount, maxAmount, conversionMinAmount } = options;
  const change = requireChange({ minAmount, maxAmount, conversionMinAmount });
  const changed = await db.transaction((trx) => changeCurrency(trx, currency, change));
  if (!changed) throw new CommandFailure(`Links cannot be created in ${currency}.`);
  return view(changed);
}

export async function listRates({ db }: Foundation): Promise<object> {
  return { data: (await listCurrencyRates(db.read)).map(viewRate) };
}

export async function setRate({ db }: Foundation, family: string, usd: Money): Promise<object> {
  const rate = await db.transaction((trx) => setCurrencyRate(trx, family, usd));
  if (!rate)
    throw new CommandFailure(`There is no currency ${family}; \`payments currencies rates\` lists them.`);
  return viewRate(rate);
}

function viewRate({ family, usd, setAt }: CurrencyRate): object {
  return { currency: family, usd: money(usd).toFixed(), set_at: setAt.toISOString() };
}

function view(currency: LinkCurrency): object {
  return {
    currency: currency.currency,
    min_amount: formatAmount(currency.minAmount),
    max_amount: formatAmount(currency.maxAmount),
    conversion_min_amount: formatAmount(currency.conversionMinAmount),
  };
}
