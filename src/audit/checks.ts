import { query, notAmong, type Queryable, sql } from '../db/index.ts';

/** A fault, in words. */
export interface Finding {
  accountId: string;
  detail: string;
}

/** `known` is the number of findings that may already be acknowledged; the limit is raised by as many. */
export type Check = (on: Queryable, known: number) => Promise<Finding[]>;

/** The first findings show the fault; no one reads more than this. */
const MAX_FINDINGS = 100;

/** A check is SQL that selects faults as `account_id` and `detail`; `name` becomes its statement's name. */
export function check(name: string, faults: string): Check {
  const found = query.all<{ limit: number }, Finding>(`audit.${name}`, (p) =>
    // An arriving account is still incomplete.
    sql.raw(
      `select account_id, detail from (${faults}) findings
        where ${notAmong('account_id', `select account_id from account_moves where state = 'arriving'`)} limit ?`,
      [p.limit],
    ),
  );
  return (on, known) => found(on, { limit: MAX_FINDINGS + known });
}

/**
 * The SQL condition that an account brought a record of this time along from another cell (D74), whose providers know
 * it. A record from a time when it was in this cell is this cell's own, however often the account has moved.
 */
export function isBroughtAlong(accountId: string, at: string): string {
  return `exists (select from account_stays brought where brought.account_id = ${accountId})
      and not exists (select from account_stays stay where stay.account_id = ${accountId}
        and stay.began_at <= ${at} and (stay.ended_at is null or ${at} < stay.ended_at))`;
}
