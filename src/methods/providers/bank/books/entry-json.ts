import { money } from '../../../../lib/money.ts';
import type { FileEntry } from '../files/index.ts';

/** An entry as it is stored. */
export type EntryJson = Omit<FileEntry, 'amount' | 'instructed'> & {
  amount: string;
  instructed: { amount: string; currency: string } | null;
};

export function toJson({ amount, instructed, ...rest }: FileEntry): EntryJson {
  return {
    ...rest,
    amount: amount.toFixed(),
    instructed: instructed && { ...instructed, amount: instructed.amount.toFixed() },
  };
}

export function fromJson({ amount, instructed, ...rest }: EntryJson): FileEntry {
  return {
    ...rest,
    amount: money(amount),
    instructed: instructed && { ...instructed, amount: money(instructed.amount) },
  };
}

/** A stored row, with its entry as it was read from the file. */
export function withEntry<Row extends { entry: EntryJson }>(
  row: Row,
): Omit<Row, 'entry'> & { entry: FileEntry } {
  return { ...row, entry: fromJson(row.entry) };
}
