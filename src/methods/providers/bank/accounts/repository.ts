import { command, named, query, sql } from '../../../../db/index.ts';

/** Records a reference that is issued to a payer. */
export const insertInstructions = command.run<{
  reference: string;
  key: string;
  account: string;
  numericReference: string | null;
}>('bank_places.insert', (p) =>
  named(
    `insert into bank_places (reference, idempotency_key, account, numeric_reference)
     values (:reference, :key, :account, :numericReference)
     on conflict (idempotency_key) do nothing`,
    p,
  ),
);

/** The given references that were issued to payers. */
export const listIssued = query.all<{ references: readonly string[] }, { reference: string }>(
  'bank_places.list',
  (p) => sql('bank_places').whereRaw('reference = any(?::text[])', [p.references]).select('reference'),
);

/**
 * The instructions of an account that were issued with one of these numeric references, and are not older than `days`.
 */
export const listByNumericReference = query.all<
  { account: string; numericReferences: readonly string[]; days: number },
  { reference: string }
>('bank_places.list_by_numeric_reference', (p) =>
  sql('bank_places')
    .where({ account: p.account })
    .whereNotNull('numeric_reference')
    .whereRaw('numeric_reference = any(?::text[])', [p.numericReferences])
    .whereRaw('created_at > service_now() - make_interval(days => ?)', [p.days])
    .limit(2)
    .select('reference'),
);
