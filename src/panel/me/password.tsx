import encodeQR from 'qr';
import { MIN_PASSWORD_LENGTH, type Weakness } from '../../people/index.ts';
import { Field, Refusal } from '../frame/parts.tsx';
import type { Page, UserVisit } from '../request/route.ts';
import { ME } from './texts.ts';

/** A second factor that is not confirmed yet. */
export interface Draft {
  secret: string;
  uri: string;
  draft: string;
}

/** Why a password was not set. */
export type PasswordProblem = Weakness | 'wrongCode';

/** The form for a password and its authenticator; what was typed before is not kept. */
export function passwordPage(
  visit: UserVisit,
  { secret, uri, draft }: Draft,
  problem?: PasswordProblem,
): Page {
  const texts = ME[visit.language];
  return {
    title: texts.passwordTitle,
    body: (
      <div class="narrow">
        {problem && <Refusal>{texts[problem]}</Refusal>}
        <form method="post" action="/panel/me/password">
          <input type="hidden" name="username" value={visit.session.email} autocomplete="username" />
          <Field
            name="password"
            label={texts.newPassword}
            hint={texts.newPasswordHint}
            type="password"
            autocomplete="new-password"
            minlength={MIN_PASSWORD_LENGTH}
          />
          <h2>{texts.authenticator}</h2>
          <p>{texts.authenticatorHint}</p>
          <div
            class="qr"
            role="img"
            aria-label={texts.qrOf}
            dangerouslySetInnerHTML={{ __html: encodeQR(uri, 'svg', { border: 2 }) }}
          />
          <p>
            {texts.authenticatorKey} <code class="totp-key">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <input type="hidden" name="draft" value={draft} />
          <Field
            name="code"
            label={texts.firstCode}
            hint={texts.firstCodeHint}
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
          />
          <button type="submit">{texts.save}</button>
        </form>
      </div>
    ),
  };
}

/** Shown once, as the response to the form: only their hashes are stored. */
export function recoveryCodesPage(visit: UserVisit, codes: readonly string[]): Page {
  const texts = ME[visit.language];
  return {
    title: texts.codesTitle,
    body: (
      <div class="narrow">
        <p>{texts.codesWhy}</p>
        <ul class="once codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>
          <a href="/panel" role="button">
            {texts.codesDone}
          </a>
        </p>
      </div>
    ),
  };
}
