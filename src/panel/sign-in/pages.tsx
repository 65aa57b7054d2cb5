import type { JSX } from 'preact';
import { Field, Outcome, PasskeyForm, Refusal } from '../frame/parts.tsx';
import type { Page, UserVisit, Visit } from '../request/route.ts';
import { withNext } from '../request/guards.ts';
import { SIGN_IN } from './texts.ts';

/** Why a sign-in failed. It never says which part was wrong. */
export type Denial = 'wrong' | 'tooMany' | 'passkeyFailed' | 'oidcFailed';

/** The available ways to sign in, apart from passkeys and passwords. */
export interface Ways {
  hasOidc: boolean;
}

export function signInPage(visit: Visit, { hasOidc }: Ways, next: string, denied?: Denial): Page {
  const texts = SIGN_IN[visit.language];
  const { joined, signedOut } = texts;
  return {
    title: texts.title,
    passkeys: true,
    body: (
      <div class="narrow">
        <Outcome visit={visit} notices={{ joined, signed_out: signedOut }} />
        {denied && <Refusal>{texts[denied]}</Refusal>}
        <PasskeyForm
          action="/panel/sign-in/passkey"
          options="/panel/sign-in/passkey/options"
          use="get"
          label={texts.passkey}
          failed={texts.passkeyFailed}
        >
          <input type="hidden" name="next" value={next} />
        </PasskeyForm>
        {hasOidc && <OidcLink to={withNext('/panel/sign-in/oidc', next)} label={texts.oidc} />}
        <h2>{texts.byPassword}</h2>
        <form method="post" action="/panel/sign-in">
          <input type="hidden" name="next" value={next} />
          <Field name="email" label={texts.email} type="email" autocomplete="username" maxlength={320} />
          <PasswordAndCode visit={visit} />
          <button type="submit">{texts.submit}</button>
        </form>
        <p class="muted">{texts.lost}</p>
      </div>
    ),
  };
}

export function proofPage(visit: UserVisit, { hasOidc }: Ways, next: string, denied?: Denial): Page {
  const texts = SIGN_IN[visit.language];
  return {
    title: texts.proofTitle,
    passkeys: true,
    body: (
      <div class="narrow">
        <p>{texts.proofWhy}</p>
        {denied && <Refusal>{texts[denied]}</Refusal>}
        <PasskeyForm
          action="/panel/proof/passkey"
          options="/panel/proof/passkey/options"
          use="get"
          label={texts.proofPasskey}
          failed={texts.passkeyFailed}
        >
          <input type="hidden" name="next" value={next} />
        </PasskeyForm>
        {hasOidc && <OidcLink to={withNext('/panel/proof/oidc', next)} label={texts.proofOidc} />}
        <h2>{texts.byPassword}</h2>
        <form method="post" action="/panel/proof">
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="username" value={visit.session.email} autocomplete="username" />
          <PasswordAndCode visit={visit} />
          <button type="submit">{texts.confirm}</button>
        </form>
      </div>
    ),
  };
}

/** A link, because browsers also apply the CSP's `form-action` to redirects after a form. */
export function OidcLink({ to, label }: { to: string; label: string }): JSX.Element {
  return (
    <p>
      <a href={to} role="button" class="secondary">
        {label}
      </a>
    </p>
  );
}

function PasswordAndCode({ visit }: { visit: Visit }) {
  const texts = SIGN_IN[visit.language];
  return (
    <>
      <Field name="password" label={texts.password} type="password" autocomplete="current-password" />
      <Field
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        autocomplete="one-time-code"
        maxlength={20}
      />
    </>
  );
}
