import { ALL_SCOPES, listCredentials, type ListedCredential } from '../../credentials/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { Status } from '../../pages/index.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { listLastCalls } from '../../request-logs/index.ts';
import { listOf } from '../frame/list.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { LastUse, TONES } from './parts.tsx';
import { KEYS } from './texts.ts';

/** The keys, with their scopes and last use. */
export const listKeys = listOf({
  path: paths.keys.list,
  access: readBy(TECHNICAL),
  name: 'panel_keys',
  read: listCredentials,
  idOf: ({ id }) => id,
  show: async (visit, { rows, next }, { db, credentials }) => {
    const texts = KEYS[visit.language];
    const { accountId } = visit;
    const [obstacle, lastCalls] = await Promise.all([
      credentials.findObstacle(db.read, accountId),
      listLastCalls(db.read, { accountId, credentialIds: rows.map(({ id }) => id) }),
    ]);
    const isAllowed = obstacle === undefined;
    const mayCreate = isAllowed && TECHNICAL.includes(visit.membership.role);
    return {
      title: texts.title,
      action: mayCreate ? { href: pathTo(visit, paths.keys.new), text: texts.create } : undefined,
      flashMessages: texts.flashMessages,
      problems: texts.problems,
      above: isAllowed ? (
        <p>{texts.why}</p>
      ) : (
        <p class="once">{isKeyOf(texts.obstacles, obstacle) && texts.obstacles[obstacle]}</p>
      ),
      rows,
      next,
      columns: [
        {
          heading: texts.name,
          brief: true,
          name: ({ id, name, lastFour }) => (
            <>
              <a href={pathTo(visit, paths.keys.key, { key: id })}>{name}</a>{' '}
              <span class="muted">…{lastFour}</span>
            </>
          ),
        },
        {
          heading: texts.status,
          cell: ({ state }) => <Status tone={TONES[state]}>{texts.states[state]}</Status>,
        },
        {
          heading: texts.lastUsed,
          aside: true,
          cell: ({ id }) => <LastUse call={lastCalls.find(({ credentialId }) => credentialId === id)} />,
        },
        { heading: texts.scopes, cell: (key) => scopesOf(key, texts.allScopes) },
        { heading: texts.version, aside: true, cell: ({ apiVersion }) => apiVersion },
      ],
      none: isAllowed ? texts.none : undefined,
    };
  },
});

/** The scopes by name; `all` is the word for all that `all` contains. */
function scopesOf({ scopes }: ListedCredential, all: string): string {
  const hasAll = ALL_SCOPES.every((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !ALL_SCOPES.some((one) => one === scope));
  return (hasAll ? [all, ...others] : scopes).join(', ');
}
