import { command, named, query, sql } from '../../../../db/index.ts';

/** A reference that a payer is told. */
export const insertPlace = command.run<{ reference: string; key: string }>('bank_places.insert', (p) =>
  named(
    `insert into bank_places (reference, idempotency_key) values (:reference, :key)
     on conflict (idempotency_key) do nothing`,
    p,
  ),
);

/** Which of these were told to payers. */
export const listIssued = query.all<{ references: readonly string[] }, { reference: string }>(
  'bank_places.list',
  (p) => sql('bank_places').whereRaw('reference = any(?::text[])', [p.references]).select('reference'),
);
