import { command, named, query, sql, statement, type Trx } from '../../../../../db/index.ts';
import type { FailureReason } from '../../../../../lib/reasons.ts';

export interface Refusal {
  reason: FailureReason;
  message: string;
}

const decideStatement = statement<{ key: string; reason: string | null; message: string | null }>(
  'evm_decisions.insert',
  (p) =>
    sql('evm_decisions')
      .insert({
        idempotency_key: p.key,
        refusal_reason: p.reason,
        refusal_message: p.message,
        decided_at: sql.raw('service_now()'),
      })
      .onConflict('idempotency_key')
      .ignore(),
);

/** Decides whether a payment is made (null) or refused. False if that was already decided. */
export async function decide(trx: Trx, key: string, refusal: Refusal | null): Promise<boolean> {
  const { reason, message } = refusal ?? { reason: null, message: null };
  return (await decideStatement.run(trx, { key, reason, message })) === 1;
}

export const findRefusal = query.first<{ key: string }, Refusal>('evm_decisions.find_refusal', (p) =>
  sql('evm_decisions')
    .where({ idempotency_key: p.key })
    .whereNotNull('refusal_reason')
    .select('refusal_reason as reason', 'refusal_message as message'),
);

/** Makes payments undecided again whose orders were abandoned. */
export const undecide = command.run<{ keys: readonly string[] }>('evm_decisions.undecide', (p) =>
  named('delete from evm_decisions where idempotency_key = any(:keys::text[]) and refusal_reason is null', p),
);
