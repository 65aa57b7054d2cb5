import { type AuditEntry, listEntries, readEntries } from '../../audit-log/index.ts';
import { isId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Pages } from '../frame/paging.tsx';
import { Moment } from '../frame/parts.tsx';
import { Export } from '../frame/export.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Empty, Table } from '../../pages/index.ts';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { OWNERS } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { AUDIT_COLUMNS } from './csv.ts';
import { AUDIT } from './texts.ts';

const PAGE_SIZE = 50;

/** The account's audit log, as pages and as a file; for owners. */
export function auditRoutes({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.audit.list,
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
      path: paths.audit.csv,
      access: OWNERS,
      handle: (visit) => {
        const { from, until } = rangeOf(visit);
        const range = { accountId: visit.accountId, createdAfter: from, createdBefore: until };
        const batches = readEntries((work) => db.snapshot(work), range, EXPORT_BATCH);
        return Promise.resolve(csvFile('audit-log', AUDIT_COLUMNS, batches));
      },
    },
  ];
}

/** From the query: whole days, the last one included, and where the previous page ended. */
function rangeOf(visit: MemberVisit) {
  const given = readFilters(visit);
  const [time = '', id = ''] = (visit.query('cursor') ?? '').split('_');
  const afterTime = /^\d{13}$/.test(time) && isId(id) ? new Date(Number(time)) : undefined;
  return {
    from: given.dayStart('from'),
    until: given.dayEnd('until'),
    afterTime,
    afterId: afterTime && id,
  };
}

function auditPage(visit: MemberVisit, entries: readonly AuditEntry[], hasMore: boolean): Page {
  const texts = AUDIT[visit.language];
  const list = pathTo(visit, paths.audit.list);
  const last = entries.at(-1);
  return {
    title: texts.title,
    body: (
      <>
        <p>{texts.why}</p>
        <FilterBar action={list} fields={[{ kind: 'days' }]} />
        <p>
          <Export path={pathTo(visit, paths.audit.csv)} />
        </p>
        {entries.length === 0 ? <Empty>{texts.none}</Empty> : <Entries entries={entries} />}
        <Pages next={hasMore && last ? `${last.createdAt.getTime()}_${last.id}` : null} />
      </>
    ),
  };
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const visit = useMemberVisit();
  const texts = useTexts(AUDIT);
  return (
    <Table label={texts.title} headings={[texts.when, texts.who, texts.what, texts.subject, texts.where]}>
      {entries.map(({ createdAt, userEmail, action, subject, details, address }) => (
        <tr>
          <td>
            <Moment at={createdAt} />
          </td>
          <td>{userEmail ?? texts.operator}</td>
          <td>{isKeyOf(texts.actions, action) ? texts.actions[action] : action}</td>
          <td dir="auto">
            {valueOf(visit, subject)}
            {detailsOf(visit, details).map(([name, value]) => (
              <>
                {' '}
                <small class="muted">
                  {name}: {value}
                </small>
              </>
            ))}
          </td>
          <td>{address}</td>
        </tr>
      ))}
    </Table>
  );
}

/** In the reader's language; the ids are in the file. */
function detailsOf(visit: MemberVisit, details: AuditEntry['details']): [name: string, value: string][] {
  const { details: names } = AUDIT[visit.language];
  return Object.entries(details)
    .map(([name, value]): [string, string] => [name, textOf(value)])
    .filter(([, value]) => value !== '' && !isId(value))
    .map(([name, value]) => [isKeyOf(names, name) ? names[name] : name, valueOf(visit, value)]);
}

function valueOf({ language }: MemberVisit, value: string): string {
  const { values } = AUDIT[language];
  return isKeyOf(values, value) ? values[value] : value;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
