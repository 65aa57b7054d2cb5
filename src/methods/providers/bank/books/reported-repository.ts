import { named, query, type Tables } from '../../../../db/index.ts';

/**
 * The reports of an account's statements about one entry, and the file that booked it; nulls before the books have it.
 */
export interface ReportedEntryRow
  extends
    Pick<
      Tables['bank_entries'],
      'account' | 'isFinal' | 'isDropped' | 'amount' | 'currency' | 'bookingDate' | 'valueDate' | 'learnedAt'
    >,
    Pick<Tables['bank_statements'], 'bankId'> {
  /** Whether an early file reported it as booked, or as pending. */
  isToldBooked: boolean;
  isToldPending: boolean;
  statement: string | null;
  file: string | null;
  source: Tables['bank_files']['source'] | null;
  format: string | null;
  takenInAt: Date | null;
}

/** By the provider's reference of a deposit. */
export const findReportedEntry = query.first<{ identity: string }, ReportedEntryRow>(
  'bank_entries.find_told',
  (p) =>
    named(
      `select e.account, e.is_final, e.is_dropped, e.amount, e.currency, e.booking_date, e.value_date, e.learned_at,
            e.told_booked is not null as is_told_booked, e.told_pending is not null as is_told_pending,
            e.statement, s.bank_id, f.name as file, f.source, f.format, f.received_at as taken_in_at
       from bank_entries e
       left join bank_statements s on s.account = e.account and s.number = e.statement
       left join bank_files f on f.id = s.file_id
      where e.identity = :identity`,
      p,
    ),
);
