import type { Queryable } from '../../../../db/index.ts';
import { formatStored } from '../../../../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../../../lib/timestamp.ts';
import { findReportedEntry, type ReportedEntryRow } from './reported-repository.ts';

/** The bank's reports of a deposit, which are early ones, as pending or booked, and the statement that booked it. */
export async function describeTold(read: Queryable, identity: string): Promise<object | undefined> {
  const reported = await findReportedEntry(read, { identity });
  return reported && viewReported(reported);
}

function viewReported({ statement, bankId, ...reported }: ReportedEntryRow): object {
  const { isFinal, isDropped, bookingDate, valueDate } = reported;
  const books = {
    statement,
    bank_id: bankId,
    file: reported.file,
    source: reported.source,
    format: reported.format,
  };
  return {
    account: reported.account,
    amount: formatStored(reported.amount),
    currency: reported.currency,
    told_early: reported.isToldBooked ? 'booked' : reported.isToldPending ? 'pending' : null,
    is_final: isFinal,
    is_dropped: isDropped,
    booked_on: bookingDate,
    value_date: valueDate,
    last_told_at: formatTimestamp(reported.learnedAt),
    booked_by:
      statement === null ? null : { ...books, taken_in_at: formatOptionalTimestamp(reported.takenInAt) },
  };
}
