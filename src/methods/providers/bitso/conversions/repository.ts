import { columns, command, named, query, sql, type Tables } from '../../../../db/index.ts';

export type QuoteRow = Pick<
  Tables['bitso_quotes'],
  'reference' | 'fromAsset' | 'fromAmount' | 'toAsset' | 'toAmount' | 'expiresAt'
>;

/** The quote issued for a key, even if it has expired. */
export const findQuote = query.first<{ key: string }, QuoteRow>('bitso_quotes.find', (p) =>
  sql('bitso_quotes').where({ idempotency_key: p.key }).select('*'),
);

type NewQuote = Omit<QuoteRow, 'expiresAt'> & {
  key: string;
  /** The remaining life. */
  lifeMs: number;
};

/** Keeps the first quote of a key, regardless of the requester. */
export const insertQuote = command.run<NewQuote>('bitso_quotes.insert', (p) =>
  sql('bitso_quotes')
    .insert({
      ...columns(p, ['reference', 'fromAsset', 'fromAmount', 'toAsset', 'toAmount']),
      idempotency_key: p.key,
      expires_at: named("service_now() + :lifeMs * interval '1 millisecond'", p),
    })
    .onConflict('idempotency_key')
    .ignore(),
);

export interface TakenQuote {
  quoteId: string;
  /** In real time, by which Bitso's conversions are listed. */
  takenAt: Date;
}

/** The quote at which a conversion is being made. */
export const findTakenQuote = query.first<{ key: string }, TakenQuote>('bitso_conversions.find', (p) =>
  sql('bitso_conversions').where({ idempotency_key: p.key }).select('quote_id', 'taken_at'),
);

/** Unless the key has a quote already. */
export const takeQuote = command.run<{ key: string; quoteId: string }>('bitso_conversions.insert', (p) =>
  sql('bitso_conversions')
    .insert({ idempotency_key: p.key, quote_id: p.quoteId, taken_at: sql.raw('clock_timestamp()') })
    .onConflict('idempotency_key')
    .ignore(),
);

/** Replaces an expired quote with a new one, unless another call did. */
export const replaceQuote = command.run<{ key: string; ended: string; quoteId: string }>(
  'bitso_conversions.replace',
  (p) =>
    sql('bitso_conversions')
      .where({ idempotency_key: p.key, quote_id: p.ended })
      .update({ quote_id: p.quoteId, taken_at: sql.raw('clock_timestamp()') }),
);

/** The quotes at which conversions are being made, oldest first. */
export const listTakenQuotes = query.all<
  { keys: readonly string[] },
  { key: string; quoteId: string; takenAt: Date }
>('bitso_conversions.list', (p) =>
  named(
    `select idempotency_key as key, quote_id, taken_at from bitso_conversions
      where idempotency_key = any(:keys::text[]) order by taken_at`,
    p,
  ),
);
