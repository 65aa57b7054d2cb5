import { columns, command, query, sql, type Tables } from '../db/index.ts';

/** How much a payment may deviate from the amount due and still pay its link (D40). */
export type ToleranceRow = Tables['account_tolerances'];
type ToleranceKey = Pick<ToleranceRow, 'accountId' | 'method'>;

/** None for an account that is not active, because nothing is accepted for it automatically. */
export const findTolerance = query.first<ToleranceKey, Pick<ToleranceRow, 'share' | 'max'>>(
  'account_tolerances.find',
  (p) =>
    sql('account_tolerances as t')
      .join('accounts as a', 'a.id', 't.account_id')
      .where({ 't.account_id': p.accountId, 't.method': p.method, 'a.status': sql.raw("'active'") })
      .select('t.share', 't.max'),
);

export const listTolerances = query.all<Pick<ToleranceKey, 'accountId'>, ToleranceRow>(
  'account_tolerances.list',
  (p) => sql('account_tolerances').where({ account_id: p.accountId }).orderBy('method').select('*'),
);

export const putTolerance = command.run<ToleranceRow>('account_tolerances.put', (p) =>
  sql('account_tolerances')
    .insert(columns(p, ['accountId', 'method', 'share', 'max']))
    .onConflict(['account_id', 'method'])
    .merge(['share', 'max']),
);

export const deleteTolerance = command.run<ToleranceKey>('account_tolerances.delete', (p) =>
  sql('account_tolerances').where({ account_id: p.accountId, method: p.method }).delete(),
);
