import type { AuditRow } from '../../audit-log/index.ts';
import { Moment } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { AUDIT } from './texts.ts';

export function auditPage(visit: MemberVisit, entries: readonly AuditRow[], hasMore: boolean): Page {
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
        <form method="get" action={pathTo(visit, 'audit')} class="row">
          <label>
            {texts.from} <input type="date" name="from" value={from} />
          </label>
          <label>
            {texts.until} <input type="date" name="until" value={until} />
          </label>
          <button type="submit">{texts.show}</button>
          <a href={`${pathTo(visit, 'audit/csv')}${query()}`}>{texts.download}</a>
        </form>
        {entries.length === 0 ? <p>{texts.none}</p> : <Entries visit={visit} entries={entries} />}
        {hasMore && last && (
          <p>
            <a
              href={`${pathTo(visit, 'audit')}${query([['after', `${last.createdAt.getTime()}_${last.id}`]])}`}
            >
              {texts.older}
            </a>
          </p>
        )}
      </>
    ),
  };
}

function Entries({ visit, entries }: { visit: MemberVisit; entries: readonly AuditRow[] }) {
  const texts = AUDIT[visit.language];
  return (
    <Table label={texts.title} headings={[texts.when, texts.who, texts.what, texts.subject, texts.where]}>
      {entries.map(({ createdAt, userEmail, action, subject, details, address }) => (
        <tr>
          <td>
            <Moment visit={visit} at={createdAt} />
          </td>
          <td>{userEmail ?? texts.operator}</td>
          <td>{texts.actions[action] ?? action}</td>
          <td dir="auto">
            {subject}
            {Object.entries(details).map(([name, value]) => (
              <>
                {' '}
                <small class="muted">
                  {name}: {String(value)}
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
