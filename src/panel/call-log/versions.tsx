import type { JSX } from 'preact';
import { CURRENT_VERSION, VERSIONS } from '../../contract/index.ts';
import type { ListedCredential } from '../../credentials/index.ts';
import { formatCount, Status, Table } from '../../pages/index.ts';
import { countVersions, type VersionUse } from '../../request-logs/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { CALL_LOG } from './texts.ts';
import { daysAgo, listKeys, Views } from './views.tsx';

const MAX_CALLS_PER_KEY = 20_000;

/** Which versions each key uses. */
export const showVersions = pageOf(paths.callLog.versions, readBy(TECHNICAL), async (visit, { db }) => {
  const { accountId } = visit;
  const keys = await listKeys(db.read, visit);
  const query = {
    since: daysAgo(30),
    limit: MAX_CALLS_PER_KEY,
    credentialIds: keys.map(({ id }) => id),
  };
  const uses = await countVersions(db.listRead(accountId, query), { accountId, ...query });
  return versionsPage(visit, keys, uses, MAX_CALLS_PER_KEY);
});

/** Which versions the keys use; at most `limit` calls of each key are counted. */
function versionsPage(
  visit: MemberVisit,
  keys: readonly ListedCredential[],
  uses: readonly VersionUse[],
  limit: number,
): Page {
  const texts = CALL_LOG[visit.language];

  const usesOf = ({ id }: ListedCredential): VersionUse[] =>
    uses
      .filter(({ credentialId }) => credentialId === id)
      .sort((a, b) => (a.apiVersion < b.apiVersion ? 1 : -1));
  // A key that has ended and makes no calls no longer uses any version.
  const shown = keys.filter((key) => key.state === 'active' || usesOf(key).length > 0);
  const isCapped = shown.some((key) => usesOf(key).reduce((sum, { calls }) => sum + calls, 0) >= limit);
  return {
    title: texts.views.versions,
    body: (
      <>
        <Views here="versions" />
        <p>
          <strong>{texts.newest(CURRENT_VERSION)}</strong> {texts.howToMove}
        </p>
        <p>{shown.length === 0 ? texts.noKeys : texts.versionsWhy}</p>
        {shown.length > 0 && (
          <Table
            label={texts.views.versions}
            headings={[texts.key, texts.pinned, texts.called, { number: texts.calls }, texts.lastCall]}
          >
            {shown.map((key) => (
              <UsesOfKey of={key} uses={usesOf(key)} />
            ))}
          </Table>
        )}
        {isCapped && <p class="muted">{texts.latestOfKey(formatCount(limit))}</p>}
        <Changes />
      </>
    ),
  };
}

/** A row for each version that a key uses, or one that says that it uses none. */
function UsesOfKey(props: { of: ListedCredential; uses: readonly VersionUse[] }): JSX.Element {
  const { of: key, uses } = props;
  const visit = useMemberVisit();
  const texts = useTexts(CALL_LOG);
  const rows = uses.length === 0 ? [undefined] : uses;
  return (
    <>
      {rows.map((use) => (
        <tr>
          <th scope="row" dir="auto">
            <a href={pathTo(visit, paths.keys.key, { key: key.id })}>{key.name}</a>{' '}
            <span class="muted">…{key.lastFour}</span>
          </th>
          <td>{key.apiVersion}</td>
          {use === undefined ? (
            <td colSpan={3} class="muted">
              {texts.noCalls}
            </td>
          ) : (
            <>
              <td>
                <Version name={use.apiVersion} />
              </td>
              <td class="number">{formatCount(use.calls)}</td>
              <td>
                <Moment at={use.lastAt} />
              </td>
            </>
          )}
        </tr>
      ))}
    </>
  );
}

/** The changes of each version, newest first. */
function Changes(): JSX.Element {
  const texts = useTexts(CALL_LOG);
  return (
    <>
      <h2>{texts.whatChanged}</h2>
      <dl class="facts">
        {[...VERSIONS].reverse().map((name) => (
          <>
            <dt>{name}</dt>
            <dd>{texts.changes[name]}</dd>
          </>
        ))}
      </dl>
    </>
  );
}

function Version({ name }: { name: string }): JSX.Element {
  const texts = useTexts(CALL_LOG);
  const isNewest = name === CURRENT_VERSION;
  return (
    <>
      {name} <Status tone={isNewest ? 'good' : 'waiting'}>{isNewest ? texts.isNewest : texts.isOlder}</Status>
    </>
  );
}
