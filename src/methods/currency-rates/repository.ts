import { named, query, type Queryable, sql, statement, type Trx } from '../../db/index.ts';
import { money, type Money } from '../../lib/money.ts';

/** What one unit of each asset of a family is worth, as the operator set it: to compare amounts, never to exchange them. */
export interface CurrencyRate {
  family: string;
  /** US dollars for one unit. */
  usd: string;
  set_at: Date;
}

export const listCurrencyRates = query.all<Record<string, never>, CurrencyRate>('currency_rates.list', () =>
  sql('currency_rates').orderBy('family').select('family', 'usd', 'set_at'),
);

const setStatement = statement<{ family: string; usd: string; now: Date }, CurrencyRate>(
  'currency_rates.set',
  (p) =>
    sql('currency_rates')
      .where({ family: p.family })
      .update({ usd: p.usd, set_at: p.now })
      .returning(['family', 'usd', 'set_at']),
);

/** Undefined when there is no such family. `usd`: US dollars for one unit. */
export async function setCurrencyRate(
  trx: Trx,
  family: string,
  usd: Money,
): Promise<CurrencyRate | undefined> {
  return setStatement.first(trx, { family, usd: usd.toFixed(), now: await trx.now });
}

const valueStatement = statement<{ asset: string; amount: string; currency: string }, { value: string }>(
  'currency_rates.value',
  (p) =>
    named(
      `select round(:amount::numeric * f.usd / t.usd, 8)::text as value
         from assets a join currency_rates f on f.family = a.family, currency_rates t
        where a.asset = :asset and t.family = :currency`,
      p,
    ),
);

/** What an amount of an asset is worth in a family's currency, with 8 decimals. */
export async function valueOf(
  on: Queryable,
  { asset, amount }: { asset: string; amount: Money },
  currency: string,
): Promise<Money> {
  const row = await valueStatement.first(on, { asset, amount: amount.toFixed(), currency });
  if (!row) throw new Error(`there is no rate of ${asset} in ${currency}`);
  return money(row.value);
}
