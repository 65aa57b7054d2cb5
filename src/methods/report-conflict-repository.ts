import { columns, command, limited, narrow, query, sql, type Tables } from '../db/index.ts';

/** A provider's report that contradicts an earlier one of the same reference. */
export type ReportConflict = Tables['report_conflicts'];

type NewConflict = Pick<
  ReportConflict,
  'id' | 'provider' | 'kind' | 'reference' | 'known' | 'told' | 'createdAt'
>;

/** Once for each fact; a repeated report changes nothing, and reopens nothing. */
export const insertConflict = command.run<NewConflict>('report_conflicts.insert', (p) =>
  sql('report_conflicts')
    .insert(columns(p, ['id', 'provider', 'kind', 'reference', 'known', 'told', 'createdAt']))
    .onConflict(['provider', 'kind', 'reference', 'told'])
    .ignore(),
);

interface ListParams {
  provider: string | undefined;
  open: true | undefined;
  limit: number;
}

/** Newest first. */
export const listReportConflicts = query.filtered<ListParams, ReportConflict>(
  'report_conflicts.list',
  (p, given) => {
    const listed = sql('report_conflicts').select('*');
    narrow(listed, p, given, { provider: 'provider', open: sql.raw('settled_at is null') });
    // By id, because ids grow with time.
    return limited(listed.orderBy('id', 'desc'), p.limit);
  },
);

/** Contradicting reports about one deposit, oldest first. */
export const listToldOtherwise = query.all<{ provider: string; reference: string }, ReportConflict>(
  'report_conflicts.list_of_deposit',
  (p) =>
    sql('report_conflicts')
      .where({ provider: p.provider, kind: sql.raw("'deposit'"), reference: p.reference })
      .orderBy('id')
      .limit(100)
      .select('*'),
);

export const countOpenConflicts = query.first<Record<string, never>, { count: number }>(
  'report_conflicts.count_open',
  () => sql.raw('select count(*)::integer as count from report_conflicts where settled_at is null'),
);

/** Undefined if there is no such open one. */
export const settleReportConflict = command.first<{ id: string; reason: string }, ReportConflict>(
  'report_conflicts.settle',
  (p) =>
    sql('report_conflicts')
      .where({ id: p.id })
      .whereNull('settled_at')
      .update({ settled_at: sql.raw('service_now()'), settled_because: p.reason })
      .returning('*'),
);
