import { findActing, type ListedEntry, listEntries } from '../../audit-log/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { listOf } from '../frame/list.tsx';
import { readLinkNames } from '../frame/trace.tsx';
import { paths } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { auditColumns } from './csv.ts';
import { Doer, linkCodeOf, Target } from './entry.tsx';
import { actionsFor, readsAll } from './readers.ts';
import { AUDIT } from './texts.ts';

/** The account's audit log. Roles other than owners read only the entries about what they can open, without addresses. */
export const auditRoutes = listOf({
  path: paths.audit.list,
  access: MEMBERS,
  name: 'panel_audit_log',
  limit: () => 50,
  filters: async (given, { accountId, membership: { role } }, { db }) => {
    const texts = AUDIT[given.language];
    const readable = actionsFor(role);
    const action = given.choice('action', texts.what, readable, texts.actions);
    const who = given.words({ name: 'who', label: texts.nameOrEmail, maxlength: 320 });
    return {
      actions: action ? [action] : readsAll(role) ? undefined : readable,
      userIds: who === undefined ? undefined : await findActing(db.read, accountId, who),
      record: given.words({ name: 'about', label: texts.record, maxlength: 255 }),
      ...given.days('excluded'),
    };
  },
  read: listEntries,
  idOf: ({ id }) => id,
  file: {
    path: paths.audit.csv,
    name: 'audit-log',
    columns: ({ membership }) => auditColumns(membership.role),
  },
  show: async (visit, { rows, next }, { db }) => {
    const texts = AUDIT[visit.language];
    const ofLinks = rows.map((entry) => ({ paymentLinkCode: linkCodeOf(entry) }));
    const links = await readLinkNames(db.read, visit.accountId, ofLinks);
    return {
      title: texts.title,
      above: <p>{readsAll(visit.membership.role) ? texts.why : texts.whyPart}</p>,
      rows,
      next,
      columns: [
        { heading: texts.when, moment: ({ createdAt }) => createdAt },
        { heading: texts.who, cell: (entry) => <Doer of={entry} /> },
        {
          heading: texts.what,
          brief: true,
          name: ({ action }) => (isKeyOf(texts.actions, action) ? texts.actions[action] : action),
        },
        {
          heading: texts.subject,
          said: (entry) => <Target of={entry} links={links} />,
        },
        ...(readsAll(visit.membership.role)
          ? [{ heading: texts.where, cell: ({ address }: ListedEntry) => address }]
          : []),
      ],
      none: texts.none,
    };
  },
});
