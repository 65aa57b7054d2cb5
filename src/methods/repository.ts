import { command, columns, named, query, type Queryable, sql, type Trx, type Tables } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';

export type Direction = 'in' | 'out';

/** The paused scope, of which exactly one field is given. */
export type PauseScope = Pick<Tables['rail_pauses'], 'provider' | 'method' | 'network'>;

interface PauseRow
  extends PauseScope, Pick<Tables['rail_pauses'], 'direction' | 'reason' | 'pausedBy' | 'pausedAt'> {}

/**
 * The SQL condition that a rail is paused, by its provider, its method or its network. It is the only place that
 * decides this, and is part of the queries that need it, so that a pause takes effect in all processes as soon as it is
 * committed.
 */
export function isPausedSql(
  direction: Direction,
  { provider, method, network }: { provider: string; method: string; network: string },
): string {
  // The first condition is the same for all rows, so while nothing is paused, none looks for its own rail.
  return `(exists (select from rail_pauses) and exists (select from rail_pauses r where r.direction = '${direction}'
    and (r.provider = ${provider} or r.method = ${method} or r.network = ${network})))`;
}

const isPaused = query.first<{ provider: string; network: string }, { paused: boolean }>(
  'rail_pauses.is_paused_out',
  (p) =>
    named(
      `select ${isPausedSql('out', { provider: ':provider', method: 'null', network: ':network' })} as paused`,
      p,
    ),
);

/** Whether nothing may be sent by a provider on a network, by any method. */
export async function isPausedOut(
  on: Queryable,
  at: { provider: string; network: string },
): Promise<boolean> {
  return (await isPaused(on, at))?.paused === true;
}

/** With the names of the operators, oldest first. */
export const listPauses = query.all<Record<string, never>, PauseRow>('rail_pauses.list', () =>
  sql('rail_pauses as r')
    .leftJoin('operators as o', 'o.id', 'r.paused_by')
    .orderBy(['r.paused_at', 'r.provider', 'r.method', 'r.network', 'r.direction'])
    .select(
      ...['r.direction', 'r.provider', 'r.method', 'r.network', 'r.reason'],
      'o.name as paused_by',
      'r.paused_at',
    ),
);

const SCOPED = ['direction', 'provider', 'method', 'network'] as const;

const insert = command.run<PauseRow>('rail_pauses.insert', (p) =>
  sql('rail_pauses')
    .insert(columns(p, [...SCOPED, 'reason', 'pausedBy', 'pausedAt']))
    .onConflict()
    .ignore(),
);

/** False if it is already paused. */
export async function insertPause(trx: Trx, pause: PauseRow): Promise<boolean> {
  return (await insert(trx, pause)) === 1;
}

const deleteCommand = command.run<PauseScope & { direction: Direction }>('rail_pauses.delete', (p) =>
  named(
    `delete from rail_pauses
      where direction = :direction
        and (provider, method, network) is not distinct from (:provider::text, :method::text, :network::text)`,
    p,
  ),
);

/** False if it is not paused. */
export async function deletePause(trx: Trx, pause: PauseScope & { direction: Direction }): Promise<boolean> {
  return (await deleteCommand(trx, pause)) === 1;
}

/**
 * The value of one unit of each asset of a family, as the operator set it. Used to compare amounts, never to exchange
 * them.
 */
export interface CurrencyRate extends Pick<Tables['currency_rates'], 'family' | 'setAt'> {
  /** US dollars for one unit. */
  usd: string;
}

export const listCurrencyRates = query.all<Record<string, never>, CurrencyRate>('currency_rates.list', () =>
  sql('currency_rates').orderBy('family').select('family', 'usd', 'set_at'),
);

const set = command.first<{ family: string; usd: string; now: Date }, CurrencyRate>(
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
  return set(trx, { family, usd: usd.toFixed(), now: await trx.now });
}

const valueQuery = query.first<{ asset: string; amount: string; currency: string }, { value: string }>(
  'currency_rates.value',
  (p) =>
    named(
      `select round(:amount::numeric * f.usd / t.usd, 8)::text as value
         from assets a join currency_rates f on f.family = a.family, currency_rates t
        where a.asset = :asset and t.family = :currency`,
      p,
    ),
);

/** The value of an amount of an asset in a family's currency, with 8 decimals. */
export async function valueOf(
  on: Queryable,
  { asset, amount }: { asset: string; amount: Money },
  currency: string,
): Promise<Money> {
  const row = await valueQuery(on, { asset, amount: amount.toFixed(), currency });
  if (!row) throw new Error(`there is no rate of ${asset} in ${currency}`);
  return money(row.value);
}
