import { command, named, query, sql, type Trx } from '../db/index.ts';
import type { Solvency } from './solvency.ts';

/** The last comparison of holdings with liabilities. */
interface Check {
  result: Solvency;
  ageS: number;
}

/** If a check is due, claims it for this caller and returns the previous result. */
export const claimCheck = command.all<{ leaseMs: number }, { result: Solvency | null }>(
  'solvency_checks.claim',
  (p) =>
    named(
      `insert into solvency_checks as c (id, due_at)
       values (1, service_now() + :leaseMs * interval '1 millisecond')
       on conflict (id) do update set due_at = excluded.due_at where c.due_at <= service_now()
       returning result`,
      p,
    ),
);

const recordCheckCommand = command.run<{ result: string; everyMs: number }>('solvency_checks.record', (p) =>
  named(
    `update solvency_checks set result = :result::jsonb, checked_at = service_now(),
            due_at = service_now() + :everyMs * interval '1 millisecond'
      where id = 1`,
    p,
  ),
);

export async function recordCheck(trx: Trx, result: Solvency, everyMs: number): Promise<void> {
  await recordCheckCommand(trx, { result: JSON.stringify(result), everyMs });
}

/** Undefined before the first one. */
export const findCheck = query.first<Record<string, never>, Check>('solvency_checks.find', () =>
  sql.raw(
    `select result, extract(epoch from service_now() - checked_at)::float8 as age_s
       from solvency_checks where checked_at is not null`,
  ),
);
