import type { ComponentChildren, JSX } from 'preact';
import { newId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { formatMoment } from '../../pages/index.ts';
import { paths } from '../request/paths.ts';
import type { UserVisit, Visit } from '../request/route.ts';
import { withNext } from '../request/guards.ts';
import { FRAME } from './texts.ts';

/** A time in UTC, which the page's script shows in the reader's own time zone. */
export function Moment({ visit, at }: { visit: Visit; at: Date }): JSX.Element {
  return <time dateTime={at.toISOString()}>{formatMoment(visit.language, at)}</time>;
}

/** What was just done, or why it was not: each by a key in the URL for one of these texts. */
export function Outcome({
  visit,
  notices = {},
  problems = {},
}: {
  visit: Visit;
  notices?: Readonly<Record<string, string>>;
  problems?: Readonly<Record<string, string>>;
}): JSX.Element {
  const textOf = (texts: Readonly<Record<string, string>>, name: string): string | undefined => {
    const key = visit.query(name);
    return key !== undefined && isKeyOf(texts, key) ? texts[key] : undefined;
  };
  const notice = textOf(notices, 'notice');
  const problem = textOf(problems, 'problem');
  return (
    <>
      {notice !== undefined && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {problem !== undefined && <Refusal>{problem}</Refusal>}
    </>
  );
}

export function Refusal({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <p class="refusal" role="alert">
      {children}
    </p>
  );
}

/** Identifies one rendering of a form, so that submitting it again does not act again. */
export function Once(): JSX.Element {
  return <input type="hidden" name="once" value={newId()} />;
}

/** Shows a page's forms if the user's proof is fresh, else a link to give one; the page stays readable. */
export function WithProof({
  visit,
  children,
}: {
  visit: UserVisit;
  children: ComponentChildren;
}): JSX.Element {
  if (visit.session.isFresh) return <>{children}</>;
  const texts = FRAME[visit.language];
  const { pathname } = new URL(visit.request.originalUrl, 'http://panel');
  return (
    <p class="confirm-first">
      {texts.confirmFirst} <a href={withNext(paths.proof.page, pathname)}>{texts.confirmLink}</a>
    </p>
  );
}

export function Field(props: {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'password' | 'date' | 'url';
  value?: string;
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'text' | 'email';
  required?: boolean;
  minlength?: number;
  maxlength?: number;
}): JSX.Element {
  const { name, label, hint, type = 'text', required = true, ...rest } = props;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  // Which attributes an input takes depends on its type, which the compiler does not know here.
  const attributes = { id: name, name, type, required, 'aria-describedby': hintId, ...rest } as object;
  return (
    <>
      <label for={name}>{label}</label>
      <input {...attributes} />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </>
  );
}

/** A button that makes a passkey or signs with one; hidden from browsers that cannot. Its form is sent afterwards. */
export function PasskeyForm(props: {
  action: string;
  options: string;
  use: 'create' | 'get';
  label: string;
  failed: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <form
      method="post"
      action={props.action}
      class="scripted"
      data-passkey={props.use}
      data-options={props.options}
      data-failed={props.failed}
    >
      {props.children}
      <input type="hidden" name="response" />
      <button type="submit">{props.label}</button>
      <p class="refusal" role="alert" hidden />
    </form>
  );
}
