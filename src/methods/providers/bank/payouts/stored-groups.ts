import { money } from '../../../../lib/money.ts';
import type { FileGroup } from '../payments/index.ts';

interface StoredGroup {
  id: string;
  instructionIds: string[];
  sum: string;
}

/** The groups of a file, as they are stored with it. */
export function groupsOf(groups: unknown): FileGroup[] {
  return (groups as StoredGroup[]).map((group) => ({ ...group, sum: money(group.sum) }));
}
