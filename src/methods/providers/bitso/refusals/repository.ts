import { command, query, sql } from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';

interface Refusal {
  reason: FailureReason;
  message: string;
}

export const findRefusal = query.first<{ key: string }, Refusal>('bitso_refusals.find', (p) =>
  sql('bitso_refusals').where({ idempotency_key: p.key }).select('reason', 'message'),
);

export const recordRefusal = command.run<Refusal & { key: string }>('bitso_refusals.insert', (p) =>
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
