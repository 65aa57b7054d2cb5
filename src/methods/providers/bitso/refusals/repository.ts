import { query, sql, statement, type Trx } from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';

export interface Refusal {
  reason: FailureReason;
  message: string;
}

export const findRefusal = query.first<{ key: string }, Refusal>('bitso_refusals.find', (p) =>
  sql('bitso_refusals').where({ idempotency_key: p.key }).select('reason', 'message'),
);

const insertStatement = statement<Refusal & { key: string }>('bitso_refusals.insert', (p) =>
  sql('bitso_refusals')
    .insert({
      idempotency_key: p.key,
      reason: p.reason,
      message: p.message,
      refused_at: sql.raw('service_now()'),
    })
    .onConflict('idempotency_key')
    .ignore(),
);

export async function recordRefusal(trx: Trx, key: string, refusal: Refusal): Promise<void> {
  await insertStatement.run(trx, { ...refusal, key });
}
