import { columns, command, named, query, type Queryable, sql, type Tables } from '../db/index.ts';
import { valueOfTransfers } from './repository.ts';

// The limit of refunds by API keys, and their total (D41).

/** The limit of refunds by API keys within 24 hours, in the currency of a family. */
export type ApiRefundLimit = Pick<Tables['api_refund_limits'], 'currency' | 'amount'>;

/** Undefined while refunds by API are off. */
export const findApiRefundLimit = query.first<{ accountId: string }, ApiRefundLimit>(
  'api_refund_limits.find',
  (p) => sql('api_refund_limits').where({ account_id: p.accountId }).select('currency', 'amount'),
);

export const putApiRefundLimit = command.run<ApiRefundLimit & { accountId: string }>(
  'api_refund_limits.put',
  (p) =>
    sql('api_refund_limits')
      .insert(columns(p, ['accountId', 'currency', 'amount']))
      .onConflict(['account_id'])
      .merge(['currency', 'amount']),
);

export const deleteApiRefundLimit = command.run<{ accountId: string }>('api_refund_limits.delete', (p) =>
  sql('api_refund_limits').where({ account_id: p.accountId }).delete(),
);

export const insertApiRefund = command.run<Tables['api_refunds']>('api_refunds.insert', (p) =>
  sql('api_refunds').insert(columns(p, ['accountId', 'refundId', 'credentialId', 'createdAt'])),
);

export interface RefundingKey {
  id: string;
  name: string;
  lastFour: string;
}

/** The API key that requested a refund; undefined if none did. */
export const findRefundingKey = query.first<{ accountId: string; refundId: string }, RefundingKey>(
  'api_refunds.find_key',
  (p) =>
    sql('api_refunds as r')
      .join('credentials as c', (on) =>
        on.on('c.account_id', 'r.account_id').andOn('c.id', 'r.credential_id'),
      )
      .where({ 'r.account_id': p.accountId, 'r.refund_id': p.refundId })
      .select('c.id', 'c.name', 'c.last_four'),
);

const sum = query.first<{ accountId: string; currency: string }, { value: string }>('api_refunds.sum', (p) =>
  named(
    valueOfTransfers('api_refunds', 'refund_id', `r.created_at > service_now() - interval '24 hours'`),
    p,
  ),
);

/** The refunds of all API keys together within 24 hours, valued in one currency. */
export async function sumApiRefunds(on: Queryable, accountId: string, currency: string): Promise<string> {
  return (await sum(on, { accountId, currency }))?.value ?? '0';
}
