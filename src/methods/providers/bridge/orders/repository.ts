import { command, query, type Queryable, sql, type Tables } from '../../../../db/index.ts';
import * as orders from '../../orders/index.ts';
import { BRIDGE, type Purpose } from './rail.ts';

/** An order at Bridge; the amount is the one to be sent. */
export interface OrderRow extends orders.OrderRow {
  purpose: Purpose;
  amount: string | null;
}

/** The orders of those transfers that the service requested. */
export async function listOrders(on: Queryable, references: readonly string[]): Promise<OrderRow[]> {
  if (references.length === 0) return [];
  const rows = await orders.listOrders(on, { provider: BRIDGE.provider, references });
  return rows.map((row) => ({ ...row, purpose: row.purpose as Purpose, amount: amountIn(row) }));
}

/** The amount of an order's request; null for an order that was never requested. */
export function amountIn({ body }: Pick<orders.OrderRow, 'body'>): string | null {
  return body === null ? null : (JSON.parse(body) as { amount: string }).amount;
}

/** Bridge's id of a bank account; null while it is unknown. */
export const findPayee = query.first<
  { fingerprint: string },
  Pick<Tables['bridge_payees'], 'reference' | 'requestedAt'>
>('bridge_payees.find', (p) =>
  sql('bridge_payees').where({ fingerprint: p.fingerprint }).select('reference', 'requested_at'),
);

export const openPayee = command.run<{ fingerprint: string }>('bridge_payees.insert', (p) =>
  sql('bridge_payees')
    .insert({ fingerprint: p.fingerprint, requested_at: sql.raw('clock_timestamp()') })
    .onConflict('fingerprint')
    .ignore(),
);

export const keepPayee = command.run<{ fingerprint: string; reference: string }>('bridge_payees.keep', (p) =>
  sql('bridge_payees')
    .where({ fingerprint: p.fingerprint, reference: null })
    .update({ reference: p.reference }),
);
