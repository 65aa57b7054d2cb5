import { type AuditEntry, listEntries, readEntries } from '../../audit-log/index.ts';
import { isId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Moment } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
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
  const [time = '', id = ''] = (visit.query('after') ?? '').split('_');
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
  const from = visit.query('from') ?? '';
  const until = visit.query('until') ?? '';
  const range = [['from', from] as const, ['until', until] as const].filter(([, day]) => day !== '');

  const query = (more: [string, string][] = []): string => {
    const text = new URLSearchParams([...range.map(([name, day]) => [name, day]), ...more]).toString();
    return text === '' ? '' : `?${text}`;
  };
  const last = entries.at(-1);
  return {
    title: texts.title,
    body: (
      <>
        <p>{texts.why}</p>
        <form method="get" action={pathTo(visit, paths.audit.list)} class="row">
          <label>
            {texts.from} <input type="date" name="from" value={from} />
          </label>
          <label>
            {texts.until} <input type="date" name="until" value={until} />
          </label>
          <button type="submit">{texts.show}</button>
          <a href={`${pathTo(visit, paths.audit.csv)}${query()}`}>{texts.download}</a>
        </form>
        {entries.length === 0 ? <p>{texts.none}</p> : <Entries visit={visit} entries={entries} />}
        {hasMore && last && (
          <p>
            <a
              href={`${pathTo(visit, paths.audit.list)}${query([['after', `${last.createdAt.getTime()}_${last.id}`]])}`}
            >
              {texts.older}
            </a>
          </p>
        )}
      </>
    ),
  };
}

function Entries({ visit, entries }: { visit: MemberVisit; entries: readonly AuditEntry[] }) {
  const texts = AUDIT[visit.language];
  return (
    <Table label={texts.title} headings={[texts.when, texts.who, texts.what, texts.subject, texts.where]}>
      {entries.map(({ createdAt, userEmail, action, subject, details, address }) => (
        <tr>
          <td>
            <Moment visit={visit} at={createdAt} />
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
