import { Field, Outcome, PasskeyForm, Refusal } from '../frame/parts.tsx';
import type { Page, UserVisit, Visit } from '../route.ts';
import { SIGN_IN } from './texts.ts';

/** Why somebody was not let in. It never says which part was wrong. */
export type Denial = 'wrong' | 'tooMany' | 'passkeyFailed';

export function signInPage(visit: Visit, next: string, denied?: Denial): Page {
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

export function proofPage(visit: UserVisit, next: string, denied?: Denial): Page {
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

function PasswordAndCode({ visit }: { visit: Visit }) {
  const texts = SIGN_IN[visit.language];
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        type="password"
        autocomplete="current-password"
        maxlength={200}
      />
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
