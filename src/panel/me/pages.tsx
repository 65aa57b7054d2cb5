import type { JSX } from 'preact';
import { MAX_NAME_LENGTH, type PasskeyRow, type SessionRow } from '../../people/index.ts';
import { Moment, Outcome, PasskeyForm, WithProof } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import type { Page, UserVisit } from '../request/route.ts';
import { OidcLink } from '../sign-in/pages.tsx';
import { ME } from './texts.ts';

export interface Me {
  passkeys: readonly PasskeyRow[];
  hasPassword: boolean;
  recoveryCodes: number;
  /** Undefined when no OpenID provider is configured and the user has no identity of one. */
  oidc: { isLinked: boolean } | undefined;
  sessions: readonly Omit<SessionRow, 'tokenHash'>[];
}

export function mePage(visit: UserVisit, me: Me): Page {
  const texts = ME[visit.language];
  const mayChange = visit.session.isFresh;
  return {
    title: texts.title,
    passkeys: true,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="muted">
          {visit.session.name} · {visit.session.email}
        </p>
        <WithProof visit={visit}>
          <form method="post" action="/panel/me/name" class="row">
            <label>
              {texts.name}{' '}
              <input
                name="name"
                value={visit.session.name}
                autocomplete="name"
                maxlength={MAX_NAME_LENGTH}
                required
              />
            </label>
            <button type="submit" class="secondary">
              {texts.rename}
            </button>
          </form>
        </WithProof>
        <h2>{texts.passkeys}</h2>
        <p>{texts.passkeysWhy}</p>
        {me.passkeys.length > 0 && <Passkeys visit={visit} passkeys={me.passkeys} />}
        {mayChange && (
          <div class="narrow">
            <NewPasskey visit={visit} />
          </div>
        )}
        <h2>{texts.password}</h2>
        <p>{me.hasPassword ? texts.hasPassword(me.recoveryCodes) : texts.noPassword}</p>
        {mayChange && (
          <div class="row">
            <a href="/panel/me/password" role="button">
              {me.hasPassword ? texts.changePassword : texts.setPassword}
            </a>
            {me.hasPassword && (
              <form method="post" action="/panel/me/password/remove">
                <button type="submit" class="secondary">
                  {texts.removePassword}
                </button>
              </form>
            )}
          </div>
        )}
        {me.oidc && (
          <>
            <h2>{texts.oidc}</h2>
            <p>{me.oidc.isLinked ? texts.oidcLinked : texts.oidcWhy}</p>
            {mayChange && <Organisation visit={visit} isLinked={me.oidc.isLinked} />}
          </>
        )}
        <h2>{texts.sessions}</h2>
        <Sessions visit={visit} sessions={me.sessions} />
        {mayChange && (
          <div class="row">
            {me.sessions.length > 1 && (
              <form method="post" action="/panel/me/sessions/end-others">
                <button type="submit" class="secondary">
                  {texts.endOthers}
                </button>
              </form>
            )}
            <form method="post" action="/panel/me/sessions/end-all">
              <button type="submit" class="secondary">
                {texts.endAll}
              </button>
            </form>
          </div>
        )}
      </>
    ),
  };
}

/** The form for another passkey; it is the same at the first visit. */
export function NewPasskey({ visit }: { visit: UserVisit }): JSX.Element {
  const texts = ME[visit.language];
  return (
    <PasskeyForm
      action="/panel/me/passkeys"
      options="/panel/me/passkeys/options"
      use="create"
      label={texts.addPasskey}
      failed={texts.passkeyFailed}
    >
      <label for="passkey-name">{texts.passkeyName}</label>
      <input id="passkey-name" name="name" maxlength={100} required aria-describedby="passkey-name-hint" />
      <small id="passkey-name-hint">{texts.passkeyNameHint}</small>
    </PasskeyForm>
  );
}

function Organisation({ visit, isLinked }: { visit: UserVisit; isLinked: boolean }): JSX.Element {
  const texts = ME[visit.language];
  if (!isLinked) return <OidcLink to="/panel/me/oidc/link" label={texts.linkOidc} />;
  return (
    <form method="post" action="/panel/me/oidc/remove" class="row">
      <button type="submit" class="secondary">
        {texts.removeOidc}
      </button>
    </form>
  );
}

function Passkeys({ visit, passkeys }: { visit: UserVisit; passkeys: Me['passkeys'] }): JSX.Element {
  const texts = ME[visit.language];
  return (
    <Table label={texts.passkeys} headings={[texts.passkeyName, texts.created, texts.lastUsed, '']}>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <tr>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>
            <Moment visit={visit} at={createdAt} />
          </td>
          <td>{lastUsedAt ? <Moment visit={visit} at={lastUsedAt} /> : texts.never}</td>
          <td>
            {visit.session.isFresh && (
              <form method="post" action={`/panel/me/passkeys/${id}/remove`}>
                <button type="submit" class="plain" aria-label={texts.removeWhat(name)}>
                  {texts.remove}
                </button>
              </form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Sessions({ visit, sessions }: { visit: UserVisit; sessions: Me['sessions'] }): JSX.Element {
  const texts = ME[visit.language];
  return (
    <Table label={texts.sessions} headings={[texts.browser, texts.address, texts.since, texts.lastUsed, '']}>
      {sessions.map(({ id, agent, address, createdAt, lastUsedAt }) => (
        <tr>
          <td>{agent}</td>
          <td>{address}</td>
          <td>
            <Moment visit={visit} at={createdAt} />
          </td>
          <td>
            <Moment visit={visit} at={lastUsedAt} />
          </td>
          <td>
            {id === visit.session.id
              ? texts.thisSession
              : visit.session.isFresh && (
                  <form method="post" action={`/panel/me/sessions/${id}/end`}>
                    <button type="submit" class="plain" aria-label={texts.endWhat(agent)}>
                      {texts.end}
                    </button>
                  </form>
                )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
