import type { Money } from '../../../../lib/money.ts';
import type { PaymentFile } from './batch.ts';
import type { PaymentStatus } from './payment-status.ts';

/**
 * The differences between the file that the bank received and the one that was written, in words; none if they are
 * equal. A difference means that the file was changed in transit, so nothing more may be exported until that is
 * understood.
 */
export function differencesFrom(
  file: Pick<PaymentFile, 'count' | 'sum' | 'groups'>,
  report: PaymentStatus,
): string[] {
  const groups = report.groups.flatMap((reported) => {
    const group = file.groups.find(({ id }) => id === reported.id);
    if (group === undefined)
      return [`the bank tells of a group ${reported.id ?? 'without an id'} that was not in the file`];
    return compare(`group ${group.id}`, { count: group.instructionIds.length, sum: group.sum }, reported);
  });
  const ids = new Set(file.groups.flatMap(({ instructionIds }) => instructionIds));
  const strangers = report.groups
    .flatMap(({ transactions }) => transactions)
    .filter(({ instructionId, endToEndId }) => !ids.has(instructionId ?? '') && !ids.has(endToEndId ?? ''))
    .map(
      ({ instructionId, endToEndId }) =>
        `the bank tells of a payment ${instructionId ?? endToEndId ?? 'without an id'} that was not in the file`,
    );
  return [...compare('the file', file, report), ...groups, ...strangers];
}

function compare(
  what: string,
  ours: { count: number; sum: Money },
  reported: Pick<PaymentStatus, 'originalCount' | 'originalSum'>,
): string[] {
  const { originalCount, originalSum } = reported;
  const differences: string[] = [];
  if (originalCount !== null && originalCount !== ours.count) {
    differences.push(`${what} has ${ours.count} payments, and the bank read ${originalCount}`);
  }
  if (originalSum !== null && !originalSum.eq(ours.sum)) {
    differences.push(
      `${what} has a sum of ${ours.sum.toFixed()}, and the bank read ${originalSum.toFixed()}`,
    );
  }
  return differences;
}
