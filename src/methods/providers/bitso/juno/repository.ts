import { command, named, query, sql } from '../../../../db/index.ts';

interface MintRow {
  amount: string;
  /** In real time. */
  startedAt: Date;
  /** Juno's transaction, once known. */
  issuanceId: string | null;
}

/** Records that pesos are about to be sent to Juno; once for each key. */
export const openMint = command.run<{ key: string; amount: string }>('bitso_mints.open', (p) =>
  sql('bitso_mints')
    .insert({ idempotency_key: p.key, amount: p.amount, started_at: sql.raw('clock_timestamp()') })
    .onConflict('idempotency_key')
    .ignore(),
);

export const findMint = query.first<{ key: string }, MintRow>('bitso_mints.find', (p) =>
  sql('bitso_mints').where({ idempotency_key: p.key }).select('*'),
);

/** Does nothing when the mint has an issuance already, or another mint has this one. */
export const claimIssuance = command.run<{ key: string; issuanceId: string }>('bitso_mints.claim', (p) =>
  named(
    `update bitso_mints m set issuance_id = :issuanceId
      where idempotency_key = :key and issuance_id is null
        and not exists (select from bitso_mints other where other.issuance_id = :issuanceId)`,
    p,
  ),
);
