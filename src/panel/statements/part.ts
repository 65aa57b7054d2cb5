import { type DetailedMovement, listPeriod, type MonthlyStatement, withDetails } from '../../ledger/index.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';

/** The movements on one page and in one print of about 25 sheets. A longer month has several parts. */
const PART_SIZE = 1_000;

/** A part of a statement, with its movements and the start of the next part. */
export interface Part {
  number: number;
  of: number;
  most: number;
  rows: readonly DetailedMovement[];
  /** The query of the next part; null in the last one. */
  next: Record<string, string> | null;
}

/** The part that a visit asks for. Throws for a cursor that is not that of this part. */
export async function readPart(
  { db, cursors }: Pick<PanelServices, 'db' | 'cursors'>,
  visit: MemberVisit,
  { period, movements }: MonthlyStatement,
): Promise<Part> {
  const number = Number(/^[1-9]\d{0,8}$/.exec(visit.query('part') ?? '1')?.[0] ?? '1');
  // The number is signed with the position, so that no other part can be shown as this one.
  const scopeOf = (part: number) => ({
    accountId: visit.accountId,
    list: 'panel_statement',
    filters: { ...period, part },
  });
  const after = number === 1 ? undefined : cursors.decode(scopeOf(number), visit.query('cursor') ?? '');
  const position = { afterTime: after?.createdAt, afterId: after?.id };
  const rows = await listPeriod(db.listRead(visit.accountId, period), {
    ...period,
    ...position,
    limit: PART_SIZE + 1,
  });
  const shown = rows.slice(0, PART_SIZE);
  const last = rows.length > PART_SIZE ? shown.at(-1) : undefined;
  return {
    number,
    of: Math.max(1, Math.ceil(movements / PART_SIZE)),
    most: PART_SIZE,
    rows: await withDetails(db.read, visit.accountId, shown),
    next: last
      ? {
          part: String(number + 1),
          cursor: cursors.encode(scopeOf(number + 1), { createdAt: last.createdAt, id: last.id }),
        }
      : null,
  };
}
