import type pg from 'pg';

/** More than an account records between a backup and its restore, assuming 100 events a second for a day. */
const SKIPPED_EVENTS = 10_000_000;
/** More than are issued in that time, and a hundredth of those available. */
const SKIPPED_ADDRESSES = 64 * 100_000;

/**
 * Makes a restored database safe to continue with, in the caller's transaction. Numbers that were used after the backup
 * are not reused, and nothing is sent before the operator has checked what was sent since.
 */
export async function prepareToContinue(client: pg.ClientBase): Promise<void> {
  // A client may have read further than the backup goes, even of an account without events in it. It must not miss the
  // events that are recorded from now on.
  await client.query(
    `insert into event_sequences (account_id, last_sequence) select id, ${SKIPPED_EVENTS} from accounts
     on conflict (account_id) do update set last_sequence = event_sequences.last_sequence + ${SKIPPED_EVENTS}`,
  );
  // Payers may have addresses that the backup does not know, which must not be issued for other links.
  await client.query(
    `select setval('evm_address_blocks', nextval('evm_address_blocks') + ${SKIPPED_ADDRESSES})`,
  );
  await client.query(
    'update deployment set transfers_held_since = service_now() where transfers_held_since is null',
  );
  // Accounts may have moved to other cells since, or from them to this one (D74).
  await client.query('update deployment set unsettled_since = clock_timestamp()');
}
