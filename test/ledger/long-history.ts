import { get, type IncomingMessage } from 'node:http';
import { loadWithoutIndexes } from '../support/data/bulk-load.ts';
import type { TestAccount, TestService } from '../support/service.ts';

/** More than 100 MB on the wire. */
export const MOVEMENTS = 150_000;

/** An account with this many movements. */
export async function accountWithHistory(service: TestService): Promise<TestAccount> {
  const account = await service.createAccount();
  await loadWithoutIndexes(service.database.url, ['ledger_entries', 'ledger_postings'], () =>
    recordPayments(service, account.id, MOVEMENTS),
  );
  return account;
}

/** A history of payments, one per millisecond, without the postings on the other side. */
export async function recordPayments(
  { database }: TestService,
  accountId: string,
  count: number,
): Promise<void> {
  await database.query(
    `-- Without checks of foreign keys and balanced entries, which take longer than the writes.
     set local session_replication_role = replica;
     with movement as materialized (
       select n, ('01930000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
              '2026-01-01Z'::timestamptz + n * interval '1 millisecond' as at
         from generate_series(1, ${count}) as n
     ), entry as (
       insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
       select '${accountId}', id, 'payment', 'deposit', n, at from movement
     )
     insert into ledger_postings
       (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
     select '${accountId}', id, id, 'MXNB', 'available', 1, n, 'payment', at from movement`,
  );
}

/** Resolves with the response before any of its body is read. */
export function openExport(url: string, apiKey: string, accept: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${apiKey}`, accept } }, resolve).on('error', reject);
  });
}

/** Whether there have been no queries for a while. */
export async function isQuiet({ database }: TestService): Promise<boolean> {
  const [row] = await database.query(
    `select bool_and(state = 'idle' and state_change < clock_timestamp() - interval '300 milliseconds') as quiet
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return row?.['quiet'] === true;
}
