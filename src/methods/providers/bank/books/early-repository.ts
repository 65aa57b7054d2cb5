import { command, named, query, type Tables } from '../../../../db/index.ts';
import { ENTRY_COLUMNS, type EntryRow } from './repository.ts';

/** An entry that was reported before, with the fingerprints of its early reports. */
export type ToldEntry = EntryRow & Pick<Tables['bank_entries'], 'toldPending' | 'toldBooked'>;

/**
 * All entries that an early file may be repeating. They have its amounts, and are near its days or have one of its
 * UETRs. They are in the order of their age, oldest first, and include booked entries and those missing from the books.
 */
export const listAlike = query.all<
  { account: string; amounts: readonly string[]; from: string; to: string; uetrs: readonly string[] },
  ToldEntry
>('bank_entries.list_alike', (p) =>
  named(
    `select ${ENTRY_COLUMNS.join()}, told_pending, told_booked from bank_entries
      where account = :account and amount = any(:amounts::numeric[])
        and (coalesce(value_date, booking_date) between :from and :to
             or coalesce(value_date, booking_date) is null
             or entry #>> '{references,uetr}' = any(:uetrs::text[]))
      order by id`,
    p,
  ),
);

/**
 * Early entries of these amounts that are not booked yet; the oldest first. Includes deposits that counted although the
 * books of their day lacked them, which may still be booked until an operator decides.
 */
export const listUnbooked = query.all<{ account: string; amounts: readonly string[] }, EntryRow>(
  'bank_entries.list_unbooked',
  (p) =>
    named(
      `select ${ENTRY_COLUMNS.join()} from bank_entries
        where account = :account and amount = any(:amounts::numeric[])
          and role = 'early' and not is_paired and (not is_dropped or is_final) and decided_by is null
        order by id`,
      p,
    ),
);

const toldAs = (column: 'told_pending' | 'told_booked') => ({
  /** The number reported with a fingerprint. */
  count: query.first<{ account: string; fingerprint: string }, { count: number }>(
    `bank_entries.count_${column}`,
    (p) =>
      named(
        `select count(*)::integer as count from bank_entries
          where account = :account and ${column} = :fingerprint`,
        p,
      ),
  ),
  /** Records the first report with this fingerprint; a booked entry was reported by both kinds of file. */
  note: command.run<{ id: string; fingerprint: string }>(`bank_entries.note_${column}`, (p) =>
    named(
      `update bank_entries set ${column} = :fingerprint, is_paired = statement is not null
        where id = :id and ${column} is null`,
      p,
    ),
  ),
});

export const told = { pending: toldAs('told_pending'), booked: toldAs('told_booked') };

/** The format of the first early file of an account. */
export const findFirstEarly = query.first<{ account: string }, { format: string | null }>(
  'bank_statements.find_first_early',
  (p) =>
    named(
      `select f.format from bank_statements s join bank_files f on f.id = s.file_id
        where s.account = :account and s.role = 'early' order by s.received_at limit 1`,
      p,
    ),
);
