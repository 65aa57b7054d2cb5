import { query, sql } from '../../db/index.ts';

/** Unfinished work at a provider. */
export interface OpenWork {
  provider: string;
  /** To be sent, or sent without a response yet. */
  transfers_waiting: number;
  transfers_pending: number;
  /** For how long the oldest has been pending, in seconds. */
  oldest_pending_s: number | null;
  transfers_stuck: number;
  deposits_not_final: number;
  notices_waiting: number;
  notices_failed: number;
  statement_read_to: Date | null;
  /** Why its statement could not be read the last time. */
  statement_error: string | null;
}

/** For every provider with unfinished work, whether or not this deployment has it. */
export const listOpenWork = query.all<Record<string, never>, OpenWork>('provider_notices.open_work', () =>
  sql.raw(
    `select provider,
            count(*) filter (where what = 'transfer' and since is null)::integer as transfers_waiting,
            count(*) filter (where what = 'transfer' and since is not null)::integer as transfers_pending,
            extract(epoch from service_now() - min(since))::integer as oldest_pending_s,
            count(*) filter (where what = 'stuck')::integer as transfers_stuck,
            count(*) filter (where what = 'deposit')::integer as deposits_not_final,
            count(*) filter (where what = 'notice')::integer as notices_waiting,
            count(*) filter (where what = 'failed')::integer as notices_failed,
            max(read_to) as statement_read_to,
            max(error) as statement_error
       from (
         select provider, 'transfer' as what, pending_since as since, null::timestamptz as read_to, null as error
           from transfers where due_at is not null
         union all
         select provider, 'stuck', null, null, null from transfers where stuck_at is not null
         union all
         select provider, 'deposit', null, null, null from deposits where confirmation_due_at is not null
         union all
         select provider, 'notice', null, null, null from provider_notices where due_at is not null
         union all
         select provider, 'failed', null, null, null from provider_notices where status = 'failed'
         union all
         select provider, 'statement', null, read_to, last_error from provider_statements
       ) as open
      group by provider order by provider`,
  ),
);
