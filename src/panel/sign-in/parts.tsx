import type { JSX } from 'preact';
import { Field } from '../../pages/index.ts';
import { useTexts } from '../frame/context.tsx';
import { SIGN_IN } from './texts.ts';

/** The reason why a sign-in failed. It never says which part was wrong. */
export type Denial = 'wrong' | 'tooMany' | 'passkeyFailed' | 'oidcFailed';

/** The available methods to sign in, apart from passkeys and passwords. */
export interface SignInMethods {
  hasOidc: boolean;
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

export function PasswordAndCode(): JSX.Element {
  const texts = useTexts(SIGN_IN);
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
