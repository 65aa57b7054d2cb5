import { listEntries } from '../../audit-log/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { OWNERS } from '../../people/index.ts';
import { listOf } from '../frame/list.tsx';
import { readLinkNames } from '../frame/trace.tsx';
import { paths } from '../request/paths.ts';
import { AUDIT_COLUMNS } from './csv.ts';
import { linkCodeOf, Target } from './entry.tsx';
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
  show: async (visit, { rows, next, isFiltered }, { db }) => {
    const texts = AUDIT[visit.language];
    const ofLinks = rows.map((entry) => ({ paymentLinkCode: linkCodeOf(entry) }));
    const links = await readLinkNames(db.read, visit.accountId, ofLinks);
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
          brief: true,
          name: ({ action }) => (isKeyOf(texts.actions, action) ? texts.actions[action] : action),
        },
        {
          heading: texts.subject,
          said: (entry) => <Target of={entry} links={links} />,
        },
        { heading: texts.where, cell: ({ address }) => address },
      ],
      none: isFiltered ? texts.noneFound : texts.none,
    };
  },
});
