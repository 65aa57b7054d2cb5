import type { JSX } from 'preact';
import {
  findCredential,
  isScope,
  type ListedCredential,
  MAX_NAME_LENGTH,
  REFUND_SCOPE,
} from '../../credentials/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { Field, formatCount, Status, withQuery } from '../../pages/index.ts';
import { listLastCalls } from '../../request-logs/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf } from '../frame/detail.tsx';
import { text } from '../frame/fields.ts';
import { OverlapField, overlapOf, PreviousSecret } from '../frame/secret-overlap.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { OWNERS, TECHNICAL, readBy } from '../../people/index.ts';
import { issuedPage, LastUse, TONES } from './parts.tsx';
import { KEYS } from './texts.ts';

function idOf(visit: MemberVisit): string {
  const id = visit.param('key');
  if (!isId(id)) throw new DomainError('api_key_not_found');
  return id;
}

/** The key in the path. Throws `api_key_not_found`. */
async function getKey(on: Queryable, visit: MemberVisit): Promise<ListedCredential> {
  const key = await findCredential(on, { accountId: visit.accountId, id: idOf(visit) });
  if (!key) throw new DomainError('api_key_not_found');
  return key;
}

/** The changes on a key's page. */
const ON_KEY = { access: TECHNICAL, freshProof: true, texts: KEYS, page: paths.keys.key } as const;

export const revokeKey = actionOf({
  ...ON_KEY,
  path: paths.keys.revoke,
  act: (trx, visit, { apiKeys }) => apiKeys.revoke(trx, visit.accountId, visit.actor, idOf(visit)),
  // So that a page that says "revoked" is true when it is read.
  afterwards: ({ credentials }) => credentials.caughtUp(),
  flash: 'revoked',
});

export const endPreviousSecret = actionOf({
  ...ON_KEY,
  path: paths.keys.endPrevious,
  act: (trx, visit, { apiKeys }) => apiKeys.endPrevious(trx, visit.accountId, visit.actor, idOf(visit)),
  afterwards: ({ credentials }) => credentials.caughtUp(),
  flash: 'previous_ended',
});

export const renameKey = formOf({
  ...ON_KEY,
  path: paths.keys.rename,
  fields: { name: text },
  act: (trx, visit, { apiKeys }, { name }) =>
    apiKeys.rename(trx, visit.accountId, visit.actor, idOf(visit), name),
  flash: 'renamed',
});

/** A new secret for a key; the old one may work beside it for a while (D63). */
export const rotateKey = actionOf({
  ...ON_KEY,
  path: paths.keys.rotate,
  once: 'sealed',
  act: async (trx, visit, { apiKeys }) => {
    const { id, allowedCidrs } = await getKey(trx, visit);
    const issued = await apiKeys.rotate(trx, visit.accountId, visit.actor, id, overlapOf(visit));
    return { ...issued, isBoundToAddresses: allowedCidrs.length > 0 };
  },
  // Once the page is shown, the old secret is refused if it was to end at once.
  afterwards: ({ credentials }) => credentials.caughtUp(),
  reply: (visit, issued, { apiBaseUrl }) => ({
    page: issuedPage(visit, issued, { ...issued, apiBaseUrl: apiBaseUrl() }),
  }),
});

/** One key, with its forms. */
export const showKey = pageOf(paths.keys.key, readBy(TECHNICAL), async (visit, { db }) => {
  const key = await getKey(db.read, visit);
  const [call] = await listLastCalls(db.read, { accountId: visit.accountId, credentialIds: [key.id] });
  const texts = KEYS[visit.language];
  return detailOf({
    title: key.name,
    back: { href: pathTo(visit, paths.keys.list), label: texts.back },
    outcomes: texts,
    facts: [
      [texts.status, <Status tone={TONES[key.state]}>{texts.states[key.state]}</Status>],
      [
        texts.key,
        <code>
          sk_{key.environment}_…{key.lastFour}
        </code>,
      ],
      [texts.lastUsed, <LastUse call={call} />],
      [texts.scopes, <ScopeList scopes={key.scopes} />],
      [texts.addresses, key.allowedCidrs.join(', ') || texts.anywhere],
      [texts.version, key.apiVersion],
      [
        texts.limits,
        <>
          {texts.requests}: {formatCount(key.requestsPerMinute)}
          <br />
          {texts.money}: {formatCount(key.moneyOperationsPerDay)}
        </>,
      ],
      [texts.expires, key.expiresAt ? <Moment at={key.expiresAt} exact /> : texts.never],
      [texts.created, <Moment at={key.createdAt} exact />],
      [texts.states.revoked, key.revokedAt && <Moment at={key.revokedAt} exact />],
    ],
    children: (
      <>
        <p>
          <a href={withQuery(pathTo(visit, paths.callLog.list), { key: key.id })}>{texts.calls}</a>
        </p>
        <PreviousSecret
          until={key.previousValidUntil}
          lastFour={key.previousLastFour}
          form={(button) => <endPreviousSecret.Form of={{ key: key.id }}>{button}</endPreviousSecret.Form>}
        />
        {key.state !== 'active' && <p class="once">{texts.ended[key.state]}</p>}
        {TECHNICAL.includes(visit.membership.role) && <Changes of={key} />}
      </>
    ),
  });
});

/** A key with the scope for refunds is rotated by owners only. */
function Changes({ of: key }: { of: ListedCredential }): JSX.Element {
  const { membership } = useMemberVisit();
  const texts = useTexts(KEYS);
  const own = { key: key.id };
  const isActive = key.state === 'active';
  const isForOwners = key.scopes.includes(REFUND_SCOPE) && !OWNERS.includes(membership.role);
  return (
    <>
      {isActive && isForOwners && <p class="muted">{texts.refundsByOwners}</p>}
      <WithProof>
        {isActive && !isForOwners && (
          <rotateKey.Section of={own} class="narrow" title={texts.rotate} hint={texts.rotateHint}>
            <OverlapField hint={texts.overlapHint} />
          </rotateKey.Section>
        )}
        <h2>{texts.rename}</h2>
        <renameKey.Form of={own} class="narrow">
          {(field) => (
            <>
              <Field
                {...field('name', key.name)}
                label={texts.name}
                maxlength={MAX_NAME_LENGTH}
                autocomplete="off"
              />
              <button type="submit" class="secondary">
                {texts.rename}
              </button>
            </>
          )}
        </renameKey.Form>
        {key.state !== 'revoked' && (
          <revokeKey.Section of={own} folded title={texts.revoke} hint={texts.revokeHint} />
        )}
      </WithProof>
    </>
  );
}

function ScopeList({ scopes }: { scopes: readonly string[] }): JSX.Element {
  const { allow } = useTexts(KEYS);
  return (
    <ul class="hints">
      {scopes.filter(isScope).map((scope) => (
        <li>
          <code>{scope}</code> {allow[scope]}
        </li>
      ))}
    </ul>
  );
}
