import type { JSX } from 'preact';
import type { PasskeyRow } from '../../people/passkeys/repository.ts';
import type { SessionRow } from '../../people/sessions/repository.ts';
import { Moment, Outcome, PasskeyForm, WithProof } from '../frame/parts.tsx';
import type { Page, UserVisit } from '../route.ts';
import { ME } from './texts.ts';

export interface Me {
  passkeys: readonly PasskeyRow[];
  hasPassword: boolean;
  recoveryCodes: number;
  sessions: readonly Omit<SessionRow, 'token_hash'>[];
}

export function mePage(visit: UserVisit, me: Me): Page {
  const texts = ME[visit.language];
  return {
    title: texts.title,
    passkeys: true,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        <p class="muted">
          {visit.session.name} · {visit.session.email}
        </p>
        <h2>{texts.passkeys}</h2>
        <p>{texts.passkeysWhy}</p>
        {me.passkeys.length > 0 && <Passkeys visit={visit} passkeys={me.passkeys} />}
        <WithProof visit={visit}>
          <div class="narrow">
            <NewPasskey visit={visit} />
          </div>
        </WithProof>
        <h2>{texts.password}</h2>
        <p>{me.hasPassword ? texts.hasPassword(me.recoveryCodes) : texts.noPassword}</p>
        <WithProof visit={visit}>
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
        </WithProof>
        <h2>{texts.sessions}</h2>
        <Sessions visit={visit} sessions={me.sessions} />
        {me.sessions.length > 1 && (
          <form method="post" action="/panel/me/sessions/end-others">
            <button type="submit" class="secondary">
              {texts.endOthers}
            </button>
          </form>
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

function Passkeys({ visit, passkeys }: { visit: UserVisit; passkeys: Me['passkeys'] }): JSX.Element {
  const texts = ME[visit.language];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={texts.passkeys}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.passkeyName}</th>
            <th scope="col">{texts.created}</th>
            <th scope="col">{texts.lastUsed}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <tr>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>
                <Moment visit={visit} at={created_at} />
              </td>
              <td>{last_used_at ? <Moment visit={visit} at={last_used_at} /> : texts.never}</td>
              <td>
                {visit.session.is_fresh && (
                  <form method="post" action={`/panel/me/passkeys/${id}/remove`}>
                    <button type="submit" class="plain" aria-label={texts.removeWhat(name)}>
                      {texts.remove}
                    </button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sessions({ visit, sessions }: { visit: UserVisit; sessions: Me['sessions'] }): JSX.Element {
  const texts = ME[visit.language];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={texts.sessions}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.browser}</th>
            <th scope="col">{texts.address}</th>
            <th scope="col">{texts.since}</th>
            <th scope="col">{texts.lastUsed}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, agent, address, created_at, last_used_at }) => (
            <tr>
              <td>{agent}</td>
              <td>{address}</td>
              <td>
                <Moment visit={visit} at={created_at} />
              </td>
              <td>
                <Moment visit={visit} at={last_used_at} />
              </td>
              <td>
                {id === visit.session.id ? (
                  texts.thisSession
                ) : (
                  <form method="post" action={`/panel/me/sessions/${id}/end`}>
                    <button type="submit" class="plain" aria-label={texts.endWhat(agent)}>
                      {texts.end}
                    </button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
