import type { Queryable } from '../../../../db/index.ts';
import { formatStored } from '../../../../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../../../../lib/timestamp.ts';
import { findToldOf, type ToldOf } from './told-repository.ts';

/** The bank's reports of a deposit: early, as pending or booked, and the statement that booked it. */
export async function describeTold(read: Queryable, identity: string): Promise<object | undefined> {
  const told = await findToldOf(read, { identity });
  return told && viewTold(told);
}

function viewTold({ statement, bankId, ...told }: ToldOf): object {
  const { isFinal, isDropped, bookingDate, valueDate } = told;
  const books = { statement, bank_id: bankId, file: told.file, source: told.source, format: told.format };
  return {
    ...{ account: told.account, amount: formatStored(told.amount), currency: told.currency },
    told_early: told.isToldBooked ? 'booked' : told.isToldPending ? 'pending' : null,
    ...{ is_final: isFinal, is_dropped: isDropped, booked_on: bookingDate, value_date: valueDate },
    last_told_at: formatTimestamp(told.learnedAt),
    booked_by: statement === null ? null : { ...books, taken_in_at: formatOptionalTimestamp(told.takenInAt) },
  };
}
