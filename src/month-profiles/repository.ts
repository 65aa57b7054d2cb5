import { columns, command, query, sql, type Tables } from '../db/index.ts';

type Row = Pick<Tables['month_profiles'], 'columns' | 'isMailed'> & { codes: Record<string, string> };

export const findRow = query.first<{ accountId: string }, Row>('month_profiles.find', (p) =>
  sql('month_profiles').where({ account_id: p.accountId }).select('columns', 'codes', 'is_mailed'),
);

/** In place of the account's former one. `codes` is JSON. */
export const writeRow = command.run<{ accountId: string; columns: string[] | null; codes: string }>(
  'month_profiles.write',
  (p) =>
    sql('month_profiles')
      .insert(columns(p, ['accountId', 'columns', 'codes']))
      .onConflict('account_id')
      .merge(),
);

export const writeMailed = command.run<{ accountId: string; isMailed: boolean }>(
  'month_profiles.write_mailed',
  (p) =>
    sql('month_profiles')
      .insert(columns(p, ['accountId', 'isMailed']))
      .onConflict('account_id')
      .merge(),
);
