import type { Queryable } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';

/** One thing that is wrong, in words. */
export interface Finding {
  account_id: string;
  detail: string;
}

export type Check = (on: Queryable) => Promise<Finding[]>;

/** Nobody reads more findings than this; the first ones show what is wrong. */
const MAX_FINDINGS = 100;

/** A check is a query that selects what is wrong as `account_id` and `detail`; `name` becomes its statement's name. */
export function check(name: string, query: string): Check {
  const found = statement<Record<string, never>, Finding>(`audit.${name}`, () =>
    sql.raw(`select account_id, detail from (${query}) findings limit ${MAX_FINDINGS}`),
  );
  return (on) => found.all(on, {});
}
