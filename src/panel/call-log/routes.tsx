import { listCredentials } from '../../credentials/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { parseRequestId } from '../../lib/ids.ts';
import { countFailures, countVersions, findLog, listLogs } from '../../request-logs/index.ts';
import { TECHNICAL, type MemberVisit, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { callPage } from './call.tsx';
import { failuresPage } from './failures.tsx';
import { callsPage, readFilters, toLogFilters } from './list.tsx';
import { versionsPage } from './versions.tsx';

const DAY_MS = 24 * 3600_000;
/** Bounds what one page reads; shown with the counts when it is reached. */
const MAX_FAILURES = 20_000;
const MAX_CALLS_PER_KEY = 20_000;
const MAX_KEYS = 100;

/** The account's API calls: a list with filters, single calls, grouped failures, versions in use. */
export function callLogRoutes({ db, cursors, operations, apiBaseUrl }: PanelServices): Route[] {
  const listKeys = ({ accountId }: MemberVisit) =>
    listCredentials(db.read, { accountId, afterTime: undefined, afterId: undefined, limit: MAX_KEYS });
  const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/call-log',
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const given = readFilters(visit);
        const wanted = toLogFilters(given, new Date());
        const [keys, page] = await Promise.all([
          listKeys(visit),
          cursors.list(
            { accountId, list: 'panel_calls', filters: given },
            { cursor: visit.query('cursor') },
            {
              read: (range) => listLogs(db.listRead(accountId, wanted), { ...wanted, ...range, accountId }),
              idOf: ({ id }) => id,
              view: (call) => call,
            },
          ),
        ]);
        return { page: callsPage(visit, { calls: page.data, next: page.next_cursor, keys, operations }) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/call-log/failures',
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const query = { since: daysAgo(7), dayAgo: daysAgo(1), limit: MAX_FAILURES };
        const groups = await countFailures(db.listRead(accountId, query), { ...query, accountId });
        return { page: failuresPage(visit, groups, MAX_FAILURES) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/call-log/versions',
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const keys = await listKeys(visit);
        const query = {
          since: daysAgo(30),
          limit: MAX_CALLS_PER_KEY,
          credentialIds: keys.map(({ id }) => id),
        };
        const uses = await countVersions(db.listRead(accountId, query), { ...query, accountId });
        return { page: versionsPage(visit, keys, uses, MAX_CALLS_PER_KEY) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/call-log/:request',
      access: TECHNICAL,
      handle: async (visit) => {
        const key = parseRequestId(visit.param('request'));
        const call = key && (await findLog(db.read, { ...key, accountId: visit.accountId }));
        if (!call) throw new DomainError('request_log_not_found');
        return { page: callPage(visit, call, apiBaseUrl()) };
      },
    },
  ];
}
