import type { Handlers, OperationInput } from '../contract/index.ts';
import type { Database } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { parseRequestId } from '../lib/ids.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { findLog, listLogs, type LogFilters } from './repository.ts';
import { viewLog, viewLogSummary } from './view.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The default time span of a list; bounded, because rows that its filters exclude are read all the same (D32). */
const WINDOW_MS = 7 * DAY_MS;

type RequestLogHandlers = Pick<Handlers, 'listRequestLogs' | 'getRequestLog'>;

export function requestLogHandlers(options: {
  db: Pick<Database, 'read' | 'listRead'>;
  cursors: CursorCodec;
}): RequestLogHandlers {
  const { db, cursors } = options;
  return {
    async listRequestLogs({ caller, query }) {
      const { accountId } = caller;
      const filters = toFilters(query);
      const body = await cursors.list({ accountId, list: 'request_logs', filters }, query, {
        read: (range) => {
          const wanted = withinWindow(filters);
          return listLogs(db.listRead(accountId, wanted), { accountId, ...wanted, ...range });
        },
        idOf: (row) => row.id,
        view: viewLogSummary,
      });
      return { status: 200, body };
    },

    async getRequestLog({ caller, path }) {
      const key = parseRequestId(path.request_id);
      const row = key && (await findLog(db.read, { accountId: caller.accountId, ...key }));
      if (!row) throw new DomainError('request_log_not_found');
      return { status: 200, body: viewLog(row) };
    },
  };
}

function toFilters(query: OperationInput<'listRequestLogs'>['query']): LogFilters {
  const { status, method, path, credential, request_id, created_after, created_before } = query;
  const key = request_id === undefined ? undefined : requireRequestId(request_id);
  return {
    status,
    method,
    path,
    credentialId: credential,
    id: key?.id,
    createdAt: key?.createdAt,
    createdAfter: parseOptionalTimestamp('created_after', created_after),
    createdBefore: parseOptionalTimestamp('created_before', created_before),
  };
}

/** Not among the filters that a cursor is bound to, because this window moves between pages. */
function withinWindow(filters: LogFilters): LogFilters {
  const { id, createdAfter, createdBefore } = filters;
  if (id !== undefined || createdAfter) return filters;
  return { ...filters, createdAfter: new Date((createdBefore?.getTime() ?? Date.now()) - WINDOW_MS) };
}

function requireRequestId(text: string): { id: string; createdAt: Date } {
  const key = parseRequestId(text);
  if (!key) throw invalidParam('request_id', 'request_id must be the X-Request-Id of a response.');
  return key;
}
