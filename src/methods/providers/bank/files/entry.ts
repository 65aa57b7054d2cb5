import type { Money } from '../../../../lib/money.ts';
import { FileRefused, type FileEntry } from './statement-file.ts';

export const MAX_ENTRIES = 100_000;

/** The references of an entry for which the bank gives none. */
export const NO_REFERENCES: FileEntry['references'] = {
  servicer: null,
  entry: null,
  endToEnd: null,
  instruction: null,
  transaction: null,
  uetr: null,
  clearing: null,
  message: null,
  paymentInformation: null,
};

/** An entry of which only the amount is known. */
export function bareEntry(amount: Money): FileEntry {
  return {
    amount,
    status: 'booked',
    bookingDate: null,
    valueDate: null,
    kind: 'payment',
    code: null,
    references: NO_REFERENCES,
    creditorReferences: [],
    texts: [],
    party: { name: null, account: null, bic: null, routing: null },
    instructed: null,
    reason: null,
    batchOf: null,
    collective: null,
    couldBeText: false,
  };
}

/** Counts the entries and statements of a file, so that it cannot fill the memory. */
export function createCounter(): () => void {
  let count = 0;
  return () => {
    if (++count > MAX_ENTRIES)
      throw new FileRefused(
        `The file has more than ${MAX_ENTRIES.toLocaleString('en')} entries and statements.`,
      );
  };
}
