import { totalOf } from './amounts.ts';
import type { FileGroup, Payment, PaymentBatch } from './batch.ts';
import { isForCompany } from './creditor.ts';
import type { PaymentFileProfile } from './profile.ts';

/** The kind of an ACH payment, which is CCD for companies and PPD for persons. */
export type AchKind = 'CCD' | 'PPD';

export interface Group {
  id: string;
  /** Undefined for anything but ACH. */
  achKind: AchKind | undefined;
  payments: Payment[];
}

/**
 * A file's groups of payments. For ACH they are grouped by kind, because banks read it per group; otherwise there is a
 * single group.
 */
export function groupsOf(profile: PaymentFileProfile, { messageId, payments }: PaymentBatch): Group[] {
  const groups: Omit<Group, 'id'>[] =
    profile.kind === 'ach'
      ? [
          { achKind: 'CCD', payments: payments.filter(isForCompany) },
          { achKind: 'PPD', payments: payments.filter((payment) => !isForCompany(payment)) },
        ]
      : [{ achKind: undefined, payments: [...payments] }];
  return groups
    .filter((group) => group.payments.length > 0)
    .map((group, index) => ({
      ...group,
      id: profile.format === 'nacha' ? String(index + 1).padStart(7, '0') : `${messageId}-${index + 1}`,
    }));
}

export function summaryOf({ id, payments }: Group): FileGroup {
  return { id, instructionIds: payments.map(({ instructionId }) => instructionId), sum: totalOf(payments) };
}
