import { ALL_SCOPES, listCredentials, type ListedCredential } from '../../credentials/index.ts';
import type { ErrorCode } from '../../lib/errors/table.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { Empty, Status, Table } from '../../pages/index.ts';
import { type LastCall, listLastCalls } from '../../request-logs/index.ts';
import { Pages } from '../frame/paging.tsx';
import { Outcome } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { LastUse, TONES } from './parts.tsx';
import { KEYS } from './texts.ts';

interface KeyList {
  keys: readonly ListedCredential[];
  next: string | null;
  lastCalls: readonly LastCall[];
  /** Why the account has no keys. */
  obstacle: ErrorCode | undefined;
}

/** The keys, with their scopes and last use. */
export function listKeys({ db, cursors, credentials }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.keys.list,
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const [obstacle, page] = await Promise.all([
          credentials.findObstacle(db.read, accountId),
          cursors.list(
            { accountId, list: 'panel_keys', filters: {} },
            { cursor: visit.query('cursor') },
            {
              read: (range) => listCredentials(db.read, { accountId, ...range }),
              idOf: ({ id }) => id,
              view: (key) => key,
            },
          ),
        ]);
        const ids = page.data.map(({ id }) => id);
        const lastCalls = await listLastCalls(db.read, { accountId, credentialIds: ids });
        return { page: keysPage(visit, { keys: page.data, next: page.next_cursor, lastCalls, obstacle }) };
      },
    },
  ];
}

function keysPage(visit: MemberVisit, { keys, next, lastCalls, obstacle }: KeyList): Page {
  const texts = KEYS[visit.language];
  return {
    title: texts.title,
    action:
      obstacle === undefined ? (
        <a href={pathTo(visit, paths.keys.new)} role="button">
          {texts.create}
        </a>
      ) : undefined,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        {obstacle === undefined ? (
          <>
            <p>{texts.why}</p>
            {keys.length === 0 && <Empty>{texts.none}</Empty>}
          </>
        ) : (
          <p class="once">{isKeyOf(texts.obstacles, obstacle) && texts.obstacles[obstacle]}</p>
        )}
        {keys.length > 0 && (
          <Table
            label={texts.title}
            headings={[texts.name, texts.state, texts.lastUsed, texts.scopes, texts.version]}
          >
            {keys.map((key) => (
              <tr>
                <th scope="row" dir="auto">
                  <a href={pathTo(visit, paths.keys.key, { key: key.id })}>{key.name}</a>{' '}
                  <span class="muted">…{key.lastFour}</span>
                </th>
                <td>
                  <Status tone={TONES[key.state]}>{texts.states[key.state]}</Status>
                </td>
                <td>
                  <LastUse call={lastCalls.find((call) => call.credentialId === key.id)} />
                </td>
                <td>{scopesOf(key, texts.allScopes)}</td>
                <td>{key.apiVersion}</td>
              </tr>
            ))}
          </Table>
        )}
        <Pages next={next} />
      </>
    ),
  };
}

/** The scopes by name; `all` is the word for all that `all` contains. */
function scopesOf({ scopes }: ListedCredential, all: string): string {
  const hasAll = ALL_SCOPES.every((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !ALL_SCOPES.some((one) => one === scope));
  return (hasAll ? [all, ...others] : scopes).join(', ');
}
