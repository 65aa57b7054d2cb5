import { listEntries, readEntries } from '../../audit-log/index.ts';
import { isId } from '../../lib/ids.ts';
import { endOfDay, startOfDay } from '../request/days.ts';
import type { PanelServices } from '../request/services.ts';
import { OWNERS, type MemberVisit, type Route } from '../request/route.ts';
import { auditPage } from './pages.tsx';
import { toCsv } from './csv.ts';

const PAGE_SIZE = 50;
const EXPORT_BATCH = 1_000;

/** The account's audit log, as pages and as a file; for owners. */
export function auditRoutes({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/audit',
      access: OWNERS,
      handle: async (visit) => {
        const { from, until, afterTime, afterId } = rangeOf(visit);
        const entries = await listEntries(db.read, {
          accountId: visit.accountId,
          createdAfter: from,
          createdBefore: until,
          afterTime,
          afterId,
          limit: PAGE_SIZE + 1,
        });
        const hasMore = entries.length > PAGE_SIZE;
        return { page: auditPage(visit, entries.slice(0, PAGE_SIZE), hasMore) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/audit/csv',
      access: OWNERS,
      handle: (visit) => {
        const { from, until } = rangeOf(visit);
        const range = { accountId: visit.accountId, createdAfter: from, createdBefore: until };
        const batches = readEntries((work) => db.snapshot(work), range, EXPORT_BATCH);
        return Promise.resolve({
          file: toCsv(batches),
          name: 'audit-log.csv',
          type: 'text/csv; charset=utf-8',
        });
      },
    },
  ];
}

/** From the query: whole days in UTC, the last one included, and where the previous page ended. */
function rangeOf(visit: MemberVisit) {
  const [time = '', id = ''] = (visit.query('after') ?? '').split('_');
  const afterTime = /^\d{13}$/.test(time) && isId(id) ? new Date(Number(time)) : undefined;
  return {
    from: startOfDay(visit.query('from')),
    until: endOfDay(visit.query('until')),
    afterTime,
    afterId: afterTime && id,
  };
}
