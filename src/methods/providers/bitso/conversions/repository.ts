import { columns, named, type Queryable, sql, statement, type Trx } from '../../../../db/index.ts';

export interface QuoteRow {
  reference: string;
  from_asset: string;
  from_amount: string;
  to_asset: string;
  to_amount: string;
  expires_at: Date;
}

const findQuoteStatement = statement<{ key: string }, QuoteRow>('bitso_quotes.find', (p) =>
  sql('bitso_quotes').where({ idempotency_key: p.key }).select('*'),
);

/** The quote issued for a key, even if it has expired. */
export function findQuote(on: Queryable, key: string): Promise<QuoteRow | undefined> {
  return findQuoteStatement.first(on, { key });
}

type NewQuote = Omit<QuoteRow, 'expires_at'> & {
  key: string;
  /** How long it still lasts. */
  lifeMs: number;
};

const insertQuoteStatement = statement<NewQuote>('bitso_quotes.insert', (p) =>
  sql('bitso_quotes')
    .insert({
      ...columns(p, ['reference', 'from_asset', 'from_amount', 'to_asset', 'to_amount']),
      idempotency_key: p.key,
      expires_at: named("service_now() + :lifeMs * interval '1 millisecond'", p),
    })
    .onConflict('idempotency_key')
    .ignore(),
);

/** Keeps the first quote of a key, whoever asked for it. */
export async function insertQuote(trx: Trx, quote: NewQuote): Promise<void> {
  await insertQuoteStatement.run(trx, quote);
}

export interface TakenQuote {
  quote_id: string;
  /** By the real time, by which Bitso's conversions are listed. */
  taken_at: Date;
}

const findTakenStatement = statement<{ key: string }, TakenQuote>('bitso_conversions.find', (p) =>
  sql('bitso_conversions').where({ idempotency_key: p.key }).select('quote_id', 'taken_at'),
);

/** The quote that a conversion is being made at. */
export function findTakenQuote(on: Queryable, key: string): Promise<TakenQuote | undefined> {
  return findTakenStatement.first(on, { key });
}

const takeStatement = statement<{ key: string; quoteId: string }>('bitso_conversions.insert', (p) =>
  sql('bitso_conversions')
    .insert({ idempotency_key: p.key, quote_id: p.quoteId, taken_at: sql.raw('clock_timestamp()') })
    .onConflict('idempotency_key')
    .ignore(),
);

/** False when the key has a quote already. */
export async function takeQuote(trx: Trx, key: string, quoteId: string): Promise<boolean> {
  return (await takeStatement.run(trx, { key, quoteId })) === 1;
}

const replaceStatement = statement<{ key: string; ended: string; quoteId: string }>(
  'bitso_conversions.replace',
  (p) =>
    sql('bitso_conversions')
      .where({ idempotency_key: p.key, quote_id: p.ended })
      .update({ quote_id: p.quoteId, taken_at: sql.raw('clock_timestamp()') }),
);

/** Replaces an expired quote with a new one; false when another call did. */
export async function replaceQuote(trx: Trx, key: string, ended: string, quoteId: string): Promise<boolean> {
  return (await replaceStatement.run(trx, { key, ended, quoteId })) === 1;
}

const listTakenStatement = statement<
  { keys: readonly string[] },
  { key: string; quote_id: string; taken_at: Date }
>('bitso_conversions.list', (p) =>
  named(
    `select idempotency_key as key, quote_id, taken_at from bitso_conversions
      where idempotency_key = any(:keys::text[]) order by taken_at`,
    p,
  ),
);

/** The quotes that conversions are being made at, oldest first. */
export function listTakenQuotes(
  on: Queryable,
  keys: readonly string[],
): Promise<{ key: string; quote_id: string; taken_at: Date }[]> {
  return listTakenStatement.all(on, { keys });
}
