import type { FailureReason } from '../../../../lib/reasons.ts';
import type { FileEntry } from '../files/index.ts';
import { reasonOfCode } from '../payments/index.ts';

/** Our reason for a return, from the bank's code (ISO 20022, or NACHA's). It is `RETURNED` for an uninformative one. */
export function reasonOf(code: string | null): FailureReason {
  return (code === null ? undefined : reasonOfCode(code)) ?? 'RETURNED';
}

/** The bank's own words. */
export function wordsOf(reason: FileEntry['reason']): string {
  return (
    [reason?.code, reason?.words]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join(': ') || 'No reason is told.'
  );
}
