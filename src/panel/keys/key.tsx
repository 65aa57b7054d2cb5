import type { JSX } from 'preact';
import { isScope, type ListedCredential, MAX_NAME_LENGTH, REFUND_SCOPE } from '../../credentials/index.ts';
import { Facts, Field, formatCount, Status, withQuery } from '../../pages/index.ts';
import { type LastCall, listLastCalls } from '../../request-logs/index.ts';
import { useTexts } from '../frame/context.tsx';
import { actionOf, formOf } from '../frame/action.tsx';
import { text } from '../frame/fields.ts';
import { OverlapField, overlapOf, PreviousSecret } from '../frame/overlap.tsx';
import { Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { OWNERS, TECHNICAL } from '../../people/index.ts';
import { getKey, idOf, issuedPage, LastUse, TONES } from './parts.tsx';
import { KEYS } from './texts.ts';

/** The changes on a key's page. */
const ON_KEY = { access: TECHNICAL, freshProof: true, texts: KEYS, page: paths.keys.key } as const;

export const revokeKey = actionOf({
  ...ON_KEY,
  path: paths.keys.revoke,
  deed: (trx, visit, { apiKeys }) => apiKeys.revoke(trx, visit.accountId, visit.actor, idOf(visit)),
  // So that a page that says "revoked" is true when it is read.
  afterwards: ({ credentials }) => credentials.caughtUp(),
  notice: 'revoked',
});

export const endPreviousSecret = actionOf({
  ...ON_KEY,
  path: paths.keys.endPrevious,
  deed: (trx, visit, { apiKeys }) => apiKeys.endPrevious(trx, visit.accountId, visit.actor, idOf(visit)),
  afterwards: ({ credentials }) => credentials.caughtUp(),
  notice: 'previous_ended',
});

export const renameKey = formOf({
  ...ON_KEY,
  path: paths.keys.rename,
  fields: { name: text },
  deed: (trx, visit, { apiKeys }, { name }) =>
    apiKeys.rename(trx, visit.accountId, visit.actor, idOf(visit), name),
  notice: 'renamed',
});

/** A new secret for a key; the old one may work beside it for a while (D63). */
export const rotateKey = actionOf({
  ...ON_KEY,
  path: paths.keys.rotate,
  once: 'sealed',
  deed: async (trx, visit, { apiKeys }) => {
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
export const showKey = pageOf(paths.keys.key, TECHNICAL, async (visit, { db }) => {
  const key = await getKey(db.read, visit);
  const { accountId } = visit;
  const [call] = await listLastCalls(db.read, { accountId, credentialIds: [key.id] });
  return keyPage(visit, key, call);
});

function keyPage(visit: MemberVisit, key: ListedCredential, call: LastCall | undefined): Page {
  const texts = KEYS[visit.language];
  const own = { key: key.id };
  const isActive = key.state === 'active';
  const isForOwners = key.scopes.includes(REFUND_SCOPE) && !OWNERS.includes(visit.membership.role);
  return {
    title: key.name,
    back: { href: pathTo(visit, paths.keys.list), label: texts.back },
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <Facts
          of={[
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
          ]}
        />
        <p>
          <a href={withQuery(pathTo(visit, paths.callLog.list), { key: key.id })}>{texts.calls}</a>
        </p>
        <PreviousSecret
          until={key.previousValidUntil}
          lastFour={key.previousLastFour}
          form={(button) => <endPreviousSecret.Form of={own}>{button}</endPreviousSecret.Form>}
        />
        {key.state !== 'active' && <p class="once">{texts.ended[key.state]}</p>}
        {isActive && isForOwners && <p class="muted">{texts.refundsByOwners}</p>}
        <WithProof>
          {isActive && !isForOwners && (
            <>
              <h2>{texts.rotate}</h2>
              <rotateKey.Form of={own} class="narrow">
                <p>{texts.rotateHint}</p>
                <OverlapField hint={texts.overlapHint} />
                <button type="submit" class="secondary">
                  {texts.rotate}
                </button>
              </rotateKey.Form>
            </>
          )}
          {key.state !== 'revoked' && (
            <>
              <h2>{texts.revoke}</h2>
              <revokeKey.Form of={own}>
                <p>{texts.revokeHint}</p>
                <button type="submit" class="secondary">
                  {texts.revoke}
                </button>
              </revokeKey.Form>
            </>
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
        </WithProof>
      </>
    ),
  };
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
