import type { JSX } from 'preact';
import { isScope, type ListedCredential, MAX_NAME_LENGTH, REFUND_SCOPE } from '../../credentials/index.ts';
import type { Trx } from '../../db/index.ts';
import { Facts, Field, formatCount, Refusal, Status, withQuery } from '../../pages/index.ts';
import { type LastCall, listLastCalls } from '../../request-logs/index.ts';
import { useTexts } from '../frame/context.tsx';
import { OverlapField, PreviousSecret } from '../frame/overlap.tsx';
import { formOf } from '../frame/form.ts';
import { Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { attempt, attemptForm } from '../request/refusal.ts';
import { type MemberVisit, type Page, type Reply, type Route } from '../request/route.ts';
import { OWNERS, TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { getKey, idOf, LastUse, TONES } from './parts.tsx';
import { KEYS } from './texts.ts';

type KeyProblem = keyof (typeof KEYS)['en']['problems'];

/** One key, with its forms. */
export function showKey({ db, credentials, apiKeys }: PanelServices): Route[] {
  const show = async (visit: MemberVisit, problem?: KeyProblem): Promise<Page> => {
    const key = await getKey(db.read, visit);
    const [call] = await listLastCalls(db.read, { accountId: visit.accountId, credentialIds: [key.id] });
    return keyPage(visit, key, call, problem);
  };

  /** A repeatable change, on the key's page. */
  const change = (
    visit: MemberVisit,
    notice: keyof (typeof KEYS)['en']['notices'],
    work: (trx: Trx, id: string) => Promise<void>,
  ): Promise<Reply> => {
    const id = idOf(visit);
    return attempt({ page: pathTo(visit, paths.keys.key, { key: id }) }, KEYS.en, async () => {
      await db.transaction((trx) => work(trx, id));
      // So that a page that says "revoked" is true when it is read.
      await credentials.caughtUp();
      return notice;
    });
  };

  return [
    {
      method: 'get',
      path: paths.keys.key,
      access: TECHNICAL,
      handle: async (visit) => ({ page: await show(visit) }),
    },
    {
      method: 'post',
      path: paths.keys.revoke,
      access: TECHNICAL,
      freshProof: true,
      handle: (visit) =>
        change(visit, 'revoked', (trx, id) => apiKeys.revoke(trx, visit.accountId, visit.actor, id)),
    },
    {
      method: 'post',
      path: paths.keys.endPrevious,
      access: TECHNICAL,
      freshProof: true,
      handle: (visit) =>
        change(visit, 'previous_ended', (trx, id) =>
          apiKeys.endPrevious(trx, visit.accountId, visit.actor, id),
        ),
    },
    {
      method: 'post',
      path: paths.keys.rename,
      access: TECHNICAL,
      freshProof: true,
      handle: (visit) => {
        const id = idOf(visit);
        return attemptForm(
          pathTo(visit, paths.keys.key, { key: id }),
          KEYS.en,
          async () => {
            const { accountId, actor } = visit;
            await db.transaction((trx) => apiKeys.rename(trx, accountId, actor, id, visit.field('name')));
            return 'renamed';
          },
          (problem) => show(visit, problem),
        );
      },
    },
  ];
}

/** `problem`: why it was not renamed. */
function keyPage(
  visit: MemberVisit,
  key: ListedCredential,
  call: LastCall | undefined,
  problem?: KeyProblem,
): Page {
  const texts = KEYS[visit.language];
  const form = formOf(visit, { problem, texts: texts.problems }, ['name']);
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
          action={pathTo(visit, paths.keys.endPrevious, own)}
        />
        {key.state !== 'active' && <p class="once">{texts.ended[key.state]}</p>}
        {isActive && isForOwners && <p class="muted">{texts.refundsByOwners}</p>}
        <WithProof>
          {isActive && !isForOwners && (
            <>
              <h2>{texts.rotate}</h2>
              <form method="post" action={pathTo(visit, paths.keys.rotate, own)} class="narrow">
                <Once />
                <p>{texts.rotateHint}</p>
                <OverlapField hint={texts.overlapHint} />
                <button type="submit" class="secondary">
                  {texts.rotate}
                </button>
              </form>
            </>
          )}
          {key.state !== 'revoked' && (
            <>
              <h2>{texts.revoke}</h2>
              <form method="post" action={pathTo(visit, paths.keys.revoke, own)}>
                <p>{texts.revokeHint}</p>
                <button type="submit" class="secondary">
                  {texts.revoke}
                </button>
              </form>
            </>
          )}
          <h2>{texts.rename}</h2>
          <form method="post" action={pathTo(visit, paths.keys.rename, own)} class="narrow">
            <Refusal>{form.above}</Refusal>
            <Field
              {...form.field('name', key.name)}
              label={texts.name}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="off"
            />
            <button type="submit" class="secondary">
              {texts.rename}
            </button>
          </form>
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
