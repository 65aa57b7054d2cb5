import type { JSX } from 'preact';
import {
  type CredentialState,
  type IssuedCredential,
  type ListedCredential,
  MAX_NAME_LENGTH,
  SCOPES,
} from '../../credentials/index.ts';
import type { ErrorCode } from '../../lib/errors/table.ts';
import type { LastCall } from '../../request-logs/index.ts';
import { formatCount } from '../../pages/index.ts';
import { pathToCall } from '../call-log/views.tsx';
import { Field, Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Copy, Facts, Pages, Status, Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { ScopeList } from './form.tsx';
import { KEYS } from './texts.ts';

const TONES: Readonly<Record<CredentialState, 'good' | 'quiet'>> = {
  active: 'good',
  expired: 'quiet',
  revoked: 'quiet',
};

export interface KeyList {
  keys: readonly ListedCredential[];
  next: string | null;
  lastCalls: readonly LastCall[];
  /** Why the account has no keys. */
  obstacle: ErrorCode | undefined;
}

export function keysPage(visit: MemberVisit, { keys, next, lastCalls, obstacle }: KeyList): Page {
  const texts = KEYS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        {obstacle === undefined ? (
          <>
            <p>{texts.why}</p>
            <p>
              <a href={pathTo(visit, 'keys/new')} class="action">
                {texts.create}
              </a>
            </p>
            {keys.length === 0 && <p>{texts.none}</p>}
          </>
        ) : (
          <p class="once">{texts.obstacles[obstacle]}</p>
        )}
        {keys.length > 0 && (
          <Table
            label={texts.title}
            headings={[texts.name, texts.state, texts.lastUsed, texts.scopes, texts.version]}
          >
            {keys.map((key) => (
              <tr>
                <th scope="row" dir="auto">
                  <a href={pathTo(visit, `keys/${key.id}`)}>{key.name}</a>{' '}
                  <span class="muted">…{key.lastFour}</span>
                </th>
                <td>
                  <Status tone={TONES[key.state]}>{texts.states[key.state]}</Status>
                </td>
                <td>
                  <LastUse visit={visit} call={lastCalls.find((call) => call.credentialId === key.id)} />
                </td>
                <td>{key.scopes.length === SCOPES.length ? texts.allScopes : key.scopes.join(', ')}</td>
                <td>{key.apiVersion}</td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={next} />
      </>
    ),
  };
}

/** When it was last used, from where, for what, and with which version. */
function LastUse({ visit, call }: { visit: MemberVisit; call: LastCall | undefined }): JSX.Element {
  const texts = KEYS[visit.language];
  if (!call) return <span class="muted">{texts.notUsed}</span>;
  return (
    <>
      <a href={pathToCall(visit, call.id)}>
        <Moment visit={visit} at={call.createdAt} />
      </a>
      <br />
      <small class="muted">
        {call.ip} · {call.operation ?? `${call.method} ${call.path}`} · {call.apiVersion}
      </small>
    </>
  );
}

export function keyPage(visit: MemberVisit, key: ListedCredential, call: LastCall | undefined): Page {
  const texts = KEYS[visit.language];
  const action = (what: string): string => pathTo(visit, `keys/${key.id}/${what}`);
  return {
    title: key.name,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <Facts
          of={[
            [texts.state, <Status tone={TONES[key.state]}>{texts.states[key.state]}</Status>],
            [
              texts.key,
              <code>
                sk_{key.environment}_…{key.lastFour}
              </code>,
            ],
            [texts.lastUsed, <LastUse visit={visit} call={call} />],
            [texts.scopes, <ScopeList visit={visit} scopes={key.scopes} />],
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
            [texts.expires, key.expiresAt ? <Moment visit={visit} at={key.expiresAt} /> : texts.never],
            [texts.created, <Moment visit={visit} at={key.createdAt} />],
            [texts.states.revoked, key.revokedAt && <Moment visit={visit} at={key.revokedAt} />],
          ]}
        />
        <p>
          <a href={`${pathTo(visit, 'call-log')}?key=${key.id}`}>{texts.calls}</a>
        </p>
        {key.state !== 'active' && <p class="once">{texts.ended[key.state]}</p>}
        <WithProof visit={visit}>
          {key.state === 'active' && (
            <>
              <h2>{texts.rotate}</h2>
              <form method="post" action={action('rotate')}>
                <Once />
                <p>{texts.rotateHint}</p>
                <button type="submit" class="secondary">
                  {texts.rotate}
                </button>
              </form>
            </>
          )}
          {key.state !== 'revoked' && (
            <>
              <h2>{texts.revoke}</h2>
              <form method="post" action={action('revoke')}>
                <p>{texts.revokeHint}</p>
                <button type="submit" class="secondary">
                  {texts.revoke}
                </button>
              </form>
            </>
          )}
          <h2>{texts.rename}</h2>
          <form method="post" action={action('rename')} class="narrow">
            <Field
              name="name"
              label={texts.name}
              value={key.name}
              maxlength={MAX_NAME_LENGTH}
              autocomplete="off"
            />
            <button type="submit" class="secondary">
              {texts.rename}
            </button>
          </form>
        </WithProof>
        <p>
          <a href={pathTo(visit, 'keys')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

/** The secret, which is shown only here, and a call to try it. */
export function issuedPage(visit: MemberVisit, issued: IssuedCredential, options: IssuedOptions): Page {
  const texts = KEYS[visit.language];
  // The key has only letters, digits and underscores, which no shell interprets.
  const curl = `curl -H 'Authorization: Bearer ${issued.secret}' ${options.apiBaseUrl}/v1/ping`;
  return {
    title: texts.onceTitle(issued.name),
    body: (
      <>
        <p>{texts.once}</p>
        <p class="once">
          <code id="secret">{issued.secret}</code> <Copy visit={visit} text={issued.secret} />
        </p>
        <h2>{texts.curlTitle}</h2>
        <p>
          {texts.curl} {options.isBoundToAddresses && texts.curlFrom}
        </p>
        <p class="once">
          <code id="curl">{curl}</code> <Copy visit={visit} text={curl} />
        </p>
        <p>
          <a href={pathTo(visit, `keys/${issued.id}`)} class="action">
            {texts.continue}
          </a>
        </p>
      </>
    ),
  };
}

export interface IssuedOptions {
  apiBaseUrl: string;
  isBoundToAddresses: boolean;
}
