import {
  findHeld,
  listPeriod,
  type MonthlyStatement,
  type Period,
  periodOf,
  readPeriod,
  readStatement,
} from '../../ledger/index.ts';
import { statementToCsv } from './csv.ts';
import type { PanelServices } from '../request/services.ts';
import { MEMBERS, pathTo, type MemberVisit, type Route } from '../request/route.ts';
import { statementPage, statementsPage, type Part } from './pages.tsx';

/** What one page lists, and one print holds: about 25 sheets. A longer month has several parts. */
const PART_SIZE = 1_000;
const EXPORT_BATCH = 1_000;

/** A statement for each month and asset, on a page that prints well and as CSV. */
export function statementRoutes({ db, cursors }: PanelServices): Route[] {
  const readPart = async (visit: MemberVisit, { period, movements }: MonthlyStatement): Promise<Part> => {
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
      rows: shown,
      next: last
        ? {
            part: String(number + 1),
            cursor: cursors.encode(scopeOf(number + 1), { createdAt: last.createdAt, id: last.id }),
          }
        : null,
    };
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/statements',
      access: MEMBERS,
      handle: async (visit) => ({ page: statementsPage(visit, await findHeld(db.read, visit.accountId)) }),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/statements/month',
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        if (!period) return { redirect: pathTo(visit, 'statements') };
        const statement = await readStatement(db.read, period);
        return { page: statementPage(visit, statement, await readPart(visit, statement)) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/statements/csv',
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        if (!period) return { redirect: pathTo(visit, 'statements') };
        const { opening } = await readStatement(db.read, period);
        const batches = readPeriod((work) => db.snapshot(work), period, EXPORT_BATCH);
        return {
          file: statementToCsv(period, opening, batches),
          name: `statement-${period.asset}-${period.from.slice(0, 7)}.csv`,
          type: 'text/csv; charset=utf-8',
        };
      },
    },
  ];
}

function wantedPeriod(visit: MemberVisit): Period | undefined {
  const asset = visit.query('asset') ?? '';
  return /^[A-Z]{2,10}$/.test(asset)
    ? periodOf(visit.accountId, asset, visit.query('month') ?? '')
    : undefined;
}
