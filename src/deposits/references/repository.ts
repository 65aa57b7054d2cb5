import { columns, query, sql, statement, type Trx } from '../../db/index.ts';
import type { DepositRow } from '../repository.ts';

/** A provider's own reference for a deposit, unique across the whole deployment (D25). */
export type ReferenceKey = Pick<DepositRow, 'provider' | 'provider_reference'>;

/** By the reference alone, which decides whether a deposit is known, whatever its account. */
export const findDepositByReference = query.first<ReferenceKey, DepositRow>(
  'deposit_references.find_deposit',
  (p) =>
    sql('deposit_references as r')
      .join('deposits as d', { 'd.account_id': 'r.account_id', 'd.id': 'r.deposit_id' })
      .where({ 'r.provider': p.provider, 'r.provider_reference': p.provider_reference })
      .select('d.*'),
);

/** A notification whose reference belongs to another deposit. */
export interface ConflictRow extends ReferenceKey {
  /** The account whose destination it names. */
  account_id: string;
  id: string;
  payment_link_code: string | null;
  method: string;
  destination: string;
  reference: string | null;
  asset: string;
  network: string | null;
  /** As notified, with all its decimals. */
  amount: string;
  final: boolean;
  created_at: Date;
}

const recordStatement = statement<ConflictRow, { id: string }>('deposit_conflicts.record', (p) =>
  sql('deposit_conflicts')
    .insert(
      columns(p, [
        'account_id',
        'id',
        'provider',
        'provider_reference',
        'payment_link_code',
        'method',
        'destination',
        'reference',
        'asset',
        'network',
        'amount',
        'final',
        'created_at',
      ]),
    )
    .onConflict(['account_id', 'provider', 'provider_reference', 'destination'])
    .merge(['asset', 'network', 'amount', 'final'])
    // What is final counts, whatever was seen.
    .where('deposit_conflicts.final', false)
    .returning('id'),
);

/** Records a conflict once per reference and destination. False if it is already recorded. */
export async function recordConflict(trx: Trx, conflict: ConflictRow): Promise<boolean> {
  return (await recordStatement.first(trx, conflict))?.id === conflict.id;
}

/** With the deposit that has the reference. */
export type ConflictRecord = ConflictRow & { deposit_id: string; deposit_account_id: string };

const CONFLICTS_LISTED = 1_000;

/** For the operator: newest first, at most 1,000. */
export const listConflicts = query.all<Record<string, never>, ConflictRecord>('deposit_conflicts.list', () =>
  sql('deposit_conflicts as c')
    .join('deposit_references as r', {
      'r.provider': 'c.provider',
      'r.provider_reference': 'c.provider_reference',
    })
    .join('deposits as d', { 'd.account_id': 'r.account_id', 'd.id': 'r.deposit_id' })
    .orderBy([
      { column: 'c.created_at', order: 'desc' },
      { column: 'c.id', order: 'desc' },
    ])
    .limit(CONFLICTS_LISTED)
    .select('c.*', { deposit_id: 'd.id', deposit_account_id: 'd.account_id' }),
);
