import type { JSX } from 'preact';
import type { ListedCredential } from '../../credentials/index.ts';
import { API_ERRORS } from '../../lib/errors/table.ts';
import { isId, parseRequestId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { formatCount } from '../../pages/index.ts';
import { listLogs, type LogFilters, type LoggedCallSummary } from '../../request-logs/index.ts';
import { Choice } from '../frame/filter-fields.tsx';
import { Moment } from '../frame/parts.tsx';
import { Pages, Table } from '../frame/tables.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { listKeys } from './reading.ts';
import { CALL_LOG, type StatusFilter } from './texts.ts';
import { pathToCall, Result, Views } from './views.tsx';

/** How far the list goes back without dates, like the API's (D32). */
const WINDOW_MS = 7 * 24 * 3600_000;
const MAX_FILTER_LENGTH = 255;
/** Shown if in use, or on request. */
const MORE_FILTERS = ['code', 'operation', 'key', 'from', 'until'] as const;
const CODES = Object.keys(API_ERRORS).sort();
const FILTERS = ['q', 'status', ...MORE_FILTERS] as const;

type FilterTexts = Partial<Record<(typeof FILTERS)[number], string>>;

interface CallList {
  calls: readonly LoggedCallSummary[];
  next: string | null;
  keys: readonly ListedCredential[];
  operations: readonly string[];
}

/** The calls, with filters. */
export function showCalls({ db, cursors, operations }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.callLog.list,
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const given = textsOfFilters(visit);
        const wanted = toLogFilters(visit, new Date());
        const [keys, page] = await Promise.all([
          listKeys(db.read, visit),
          cursors.list(
            { accountId, list: 'panel_calls', filters: given },
            { cursor: visit.query('cursor') },
            {
              read: (range) => listLogs(db.listRead(accountId, wanted), { accountId, ...wanted, ...range }),
              idOf: ({ id }) => id,
              view: (call) => call,
            },
          ),
        ]);
        return { page: callsPage(visit, { calls: page.data, next: page.next_cursor, keys, operations }) };
      },
    },
  ];
}

/** The filters in the query, as text; empty ones are left out. */
function textsOfFilters(visit: MemberVisit): FilterTexts {
  const given = readFilters(visit);
  const all = FILTERS.map((name) => [name, given.words(name, MAX_FILTER_LENGTH)] as const);
  return Object.fromEntries(all.filter(([, text]) => text !== ''));
}

/** The log query for the filters. Invalid days and keys are ignored. */
function toLogFilters(visit: MemberVisit, now: Date): LogFilters {
  const days = readFilters(visit);
  const given = textsOfFilters(visit);
  const request = given.q === undefined ? undefined : parseRequestId(given.q);
  const createdBefore = days.dayEnd('until');
  const from = days.dayStart('from') ?? new Date((createdBefore ?? now).getTime() - WINDOW_MS);
  const isKey = given.key !== undefined && isId(given.key);
  return {
    status: undefined,
    method: undefined,
    path: undefined,
    credentialId: isKey ? given.key : undefined,
    id: request?.id,
    createdAt: request?.createdAt,
    createdAfter: request ? undefined : from,
    createdBefore,
    operation: given.operation,
    errorCode: given.code,
    idempotencyKey: request ? undefined : given.q,
    ...(isStatusFilter(given.status) && { [given.status]: true }),
  };
}

function isStatusFilter(text: string | undefined): text is StatusFilter {
  return text !== undefined && isKeyOf(CALL_LOG.en.statuses, text);
}

function callsPage(visit: MemberVisit, { calls, next, keys, operations }: CallList): Page {
  const texts = CALL_LOG[visit.language];
  const given = textsOfFilters(visit);
  return {
    title: texts.title,
    body: (
      <>
        <Views visit={visit} here="calls" />
        <form method="get" action={pathTo(visit, paths.callLog.list)} class="filters">
          <label>
            {texts.search}
            <input type="text" name="q" value={given.q} maxlength={MAX_FILTER_LENGTH} autocomplete="off" />
          </label>
          <Choice
            visit={visit}
            name="status"
            label={texts.status}
            any={texts.any}
            options={Object.entries(texts.statuses)}
          />
          <button type="submit">{texts.show}</button>
          <details open={MORE_FILTERS.some((name) => given[name] !== undefined)}>
            <summary>{texts.more}</summary>
            <div class="filters">
              <Choice
                visit={visit}
                name="code"
                label={texts.code}
                any={texts.any}
                options={CODES.map((code) => [code, code])}
              />
              <Choice
                visit={visit}
                name="operation"
                label={texts.operation}
                any={texts.any}
                options={operations.map((operation) => [operation, operation])}
              />
              <Choice
                visit={visit}
                name="key"
                label={texts.key}
                any={texts.any}
                options={keys.map(({ id, name, lastFour }) => [id, `${name} …${lastFour}`])}
              />
              <label>
                {texts.from}
                <input type="date" name="from" value={given.from} />
              </label>
              <label>
                {texts.until}
                <input type="date" name="until" value={given.until} />
              </label>
            </div>
            <p class="muted">
              {texts.window} {texts.searchHint}
            </p>
          </details>
        </form>
        {calls.length > 0 ? (
          <Calls visit={visit} calls={calls} />
        ) : (
          <p>
            {Object.keys(given).length > 0 ? (
              texts.none
            ) : (
              <>
                {texts.noneYet} <a href={pathTo(visit, paths.keys.list)}>{texts.keys}</a>
              </>
            )}
          </p>
        )}
        <Pages visit={visit} next={next} />
      </>
    ),
  };
}

function Calls({ visit, calls }: { visit: MemberVisit; calls: readonly LoggedCallSummary[] }): JSX.Element {
  const texts = CALL_LOG[visit.language];
  return (
    <Table label={texts.title} headings={[texts.call, texts.result, texts.time]}>
      {calls.map((call) => (
        <tr>
          <th scope="row" class="call">
            <a href={pathToCall(visit, call.id)}>
              {call.method} {call.path}
            </a>
            <br />
            <small class="muted">
              {call.operation ?? texts.noOperation} · {call.credentialName} …{call.credentialLastFour} ·{' '}
              {formatCount(call.durationMs)} ms
            </small>
          </th>
          <td>
            <Result visit={visit} call={call} />
          </td>
          <td>
            <Moment visit={visit} at={call.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
