import { type AuditEntry, listEntries } from '../../audit-log/index.ts';
import { isId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { OWNERS } from '../../people/index.ts';
import { listOf } from '../frame/list.tsx';
import { paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { AUDIT_COLUMNS } from './csv.ts';
import { AUDIT } from './texts.ts';

/** The account's audit log, for owners. */
export const auditRoutes = listOf({
  path: paths.audit.list,
  access: OWNERS,
  name: 'panel_audit_log',
  limit: () => 50,
  filters: (given) => {
    const texts = AUDIT[given.language];
    return {
      action: given.choice('action', texts.what, Object.keys(texts.actions), texts.actions),
      userEmail: given.words({ name: 'who', label: texts.email, maxlength: 320 })?.toLowerCase(),
      subject: given.words({ name: 'about', label: texts.subject, maxlength: 255 }),
      ...given.days('excluded'),
    };
  },
  read: listEntries,
  idOf: ({ id }) => id,
  file: { path: paths.audit.csv, name: 'audit-log', columns: () => AUDIT_COLUMNS },
  show: (visit, { rows, next, isFiltered }) => {
    const texts = AUDIT[visit.language];
    return {
      title: texts.title,
      above: <p>{texts.why}</p>,
      rows,
      next,
      columns: [
        { heading: texts.when, moment: ({ createdAt }) => createdAt },
        { heading: texts.who, cell: ({ userEmail }) => userEmail ?? texts.operator },
        {
          heading: texts.what,
          cell: ({ action }) => (isKeyOf(texts.actions, action) ? texts.actions[action] : action),
        },
        {
          heading: texts.subject,
          said: ({ subject, details }) => [
            valueOf(visit, subject),
            detailsOf(visit, details).map(([name, value]) => (
              <>
                {' '}
                <small class="muted">
                  {name}: {value}
                </small>
              </>
            )),
          ],
        },
        { heading: texts.where, cell: ({ address }) => address },
      ],
      none: isFiltered ? texts.noneFound : texts.none,
    };
  },
});

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
