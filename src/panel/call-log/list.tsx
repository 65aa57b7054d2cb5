import type { JSX } from 'preact';
import type { ListedCredential } from '../../credentials/index.ts';
import { API_ERRORS } from '../../lib/errors/table.ts';
import { Chips, formatCount, withQuery } from '../../pages/index.ts';
import { listLogs, type LoggedCallSummary } from '../../request-logs/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Pages } from '../frame/paging.tsx';
import { Moment } from '../frame/parts.tsx';
import { FilterBar, type FilterField } from '../frame/filter-bar.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { type CallFilters, MAX_FILTER_LENGTH, METHODS, readCallFilters } from './filters.ts';
import { CALL_LOG } from './texts.ts';
import { listKeys, pathToCall, Result, Views } from './views.tsx';

/** The form only sends them on. */
const CHOSEN_BY_CHIPS = ['method', 'reads', 'listening'] as const;
/** Two machines may differ by seconds; a test clock is advanced by more. */
const CLOCKS_DIFFER_MS = 60_000;
const CODES = Object.keys(API_ERRORS).sort();

interface CallList {
  filters: CallFilters;
  calls: readonly LoggedCallSummary[];
  next: string | null;
  keys: readonly ListedCredential[];
  operations: readonly string[];
  /** The log is in real time, whatever the deployment's clock. */
  now: Date;
}

/** The calls, with filters. */
export const showCalls = pageOf(
  paths.callLog.list,
  readBy(TECHNICAL),
  async (visit, { db, cursors, operations }) => {
    const { accountId } = visit;
    const now = new Date();
    const filters = readCallFilters(visit, now);
    const { given, wanted } = filters;
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
    const { data: calls, next_cursor: next } = page;
    return callsPage(visit, { filters, calls, next, keys, operations, now });
  },
);

function callsPage(visit: MemberVisit, list: CallList): Page {
  const texts = CALL_LOG[visit.language];
  const { filters, calls } = list;
  const isAhead = visit.now.getTime() - list.now.getTime() > CLOCKS_DIFFER_MS;
  return {
    title: texts.title,
    now: list.now,
    body: (
      <>
        <Views here="calls" />
        <FilterBar
          action={pathTo(visit, paths.callLog.list)}
          fields={fieldsOf(visit, list)}
          keep={CHOSEN_BY_CHIPS}
        />
        <Choices filters={filters} />
        {calls.length > 0 ? (
          <Calls calls={calls} />
        ) : (
          <p>
            {Object.keys(filters.given).length > 0 ? (
              texts.none
            ) : (
              <>
                {texts.noneYet} <a href={pathTo(visit, paths.keys.list)}>{texts.keys}</a>
              </>
            )}
          </p>
        )}
        <p class="muted">
          {filters.withoutReads && texts.readsHidden} {isAhead && texts.realTime} {texts.window}{' '}
          {texts.searchHint}
        </p>
        <Pages next={list.next} />
      </>
    ),
  };
}

function fieldsOf(visit: MemberVisit, { keys, operations }: CallList): FilterField[] {
  const texts = CALL_LOG[visit.language];
  const choice = (name: string, label: string, options: readonly string[]): FilterField => ({
    kind: 'choice',
    name,
    label,
    options: options.map((option) => [option, option]),
  });
  const named = keys.map(({ id, name, lastFour }) => [id, `${name} …${lastFour}`] as const);
  return [
    { kind: 'text', name: 'q', label: texts.search, maxlength: MAX_FILTER_LENGTH },
    choice('operation', texts.operation, operations),
    { kind: 'text', name: 'path', label: texts.path, maxlength: MAX_FILTER_LENGTH },
    { kind: 'choice', name: 'status', label: texts.status, options: Object.entries(texts.statuses) },
    choice('code', texts.code, CODES),
    { kind: 'text', name: 'param', label: texts.param, maxlength: MAX_FILTER_LENGTH },
    { kind: 'choice', name: 'key', label: texts.key, options: named },
    { kind: 'days' },
  ];
}

/** The filters of one click, which are methods and the calls that are usually hidden. */
function Choices({ filters }: { filters: CallFilters }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CALL_LOG);
  const { wanted, withoutReads, withoutListening } = filters;
  const withFilters = (change: Readonly<Record<string, string | undefined>>): string =>
    withQuery(pathTo(visit, paths.callLog.list), { ...filters.given, ...change });
  const reads = {
    href: withFilters({ reads: withoutReads ? 'shown' : undefined, listening: undefined }),
    isCurrent: !withoutReads,
    children: texts.reads,
  };
  const listening = {
    href: withFilters({ listening: withoutListening ? 'shown' : undefined }),
    isCurrent: !withoutListening,
    children: texts.listening,
  };
  return (
    <div class="row">
      <Chips
        label={texts.method}
        of={METHODS.map((name) => {
          const isCurrent = name === wanted.method;
          return { href: withFilters({ method: isCurrent ? undefined : name }), isCurrent, children: name };
        })}
      />
      <Chips label={texts.alsoShow} of={withoutReads ? [reads] : [reads, listening]} />
    </div>
  );
}

function Calls({ calls }: { calls: readonly LoggedCallSummary[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CALL_LOG);
  return (
    <Rows
      label={texts.title}
      of={calls}
      columns={[
        {
          heading: texts.call,
          class: 'call',
          brief: true,
          name: (call) => (
            <>
              <a href={pathToCall(visit, call.id)}>
                {call.method} {call.path}
              </a>
              <br />
              <small class="muted">
                {call.operation ?? texts.noOperation} · {call.credentialName} …{call.credentialLastFour} ·{' '}
                {formatCount(call.durationMs)} ms
              </small>
            </>
          ),
        },
        { heading: texts.result, cell: (call) => <Result call={call} /> },
        { heading: texts.time, cell: ({ createdAt }) => <Moment at={createdAt} seconds /> },
      ]}
    />
  );
}
