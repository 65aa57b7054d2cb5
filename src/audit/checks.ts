import { notAmong, type Queryable, sql, statement } from '../db/index.ts';

/** One thing that is wrong, in words. */
export interface Finding {
  accountId: string;
  detail: string;
}

/** `known` is how many findings may already be acknowledged; the limit is raised by as many. */
export type Check = (on: Queryable, known: number) => Promise<Finding[]>;

/** Nobody reads more findings than this; the first ones show what is wrong. */
const MAX_FINDINGS = 100;

/** A check is a query that selects what is wrong as `account_id` and `detail`; `name` becomes its statement's name. */
export function check(name: string, query: string): Check {
  const found = statement<{ limit: number }, Finding>(`audit.${name}`, (p) =>
    // What is arriving is only a part yet.
    sql.raw(
      `select account_id, detail from (${query}) findings
        where ${notAmong('account_id', `select account_id from account_moves where state = 'arriving'`)} limit ?`,
      [p.limit],
    ),
  );
  return (on, known) => found.all(on, { limit: MAX_FINDINGS + known });
}

/**
 * SQL: whether an account brought along from another cell what was recorded at this time (D74): providers there know it. What is
 * from before it had left this cell, if it is back, is this cell's own.
 */
export function isBroughtAlong(accountId: string, at: string): string {
  return `exists (select from account_moves brought where brought.account_id = ${accountId} and ${at} < brought.arrived_at
      and (brought.gone_at is null or ${at} >= brought.gone_at))`;
}
