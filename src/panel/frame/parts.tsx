import type { ComponentChildren, JSX } from 'preact';
import { newId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { localTime, UTC } from '../../lib/time-zone.ts';
import { formatExact, formatMoment, formatMoney, formatRecent } from '../../pages/index.ts';
import { paths } from '../request/paths.ts';
import type { UserVisit, Visit } from '../request/route.ts';
import { withNext } from '../request/guards.ts';
import { FRAME } from './texts.ts';

/**
 * A time as people say it, in the account's time zone: to the minute, or to the second where it is a fact of the page's object,
 * or where it happens several times a minute (`seconds`). In UTC, it is in the title. On pages that belong to no account, it is
 * in UTC.
 */
export function Moment(props: { visit: Visit; at: Date; exact?: true; seconds?: true }): JSX.Element {
  const { visit, at, exact, seconds } = props;
  const { language, timeZone, now } = visit;
  const inUtc = `${localTime(UTC, at)} UTC`;
  const text = (): string => {
    if (timeZone === undefined) return formatMoment(language, at);
    return exact === true || seconds === true
      ? formatExact(language, at, timeZone)
      : formatRecent(language, at, { timeZone, now });
  };
  return (
    <time dateTime={at.toISOString()} title={inUtc}>
      {text()}
      {exact === true && timeZone !== undefined && timeZone !== UTC && ` (${inUtc})`}
    </time>
  );
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
  // What a form was sent to may have no page of its own, and what it was sent with is not in the URL.
  const here = visit.request.method === 'GET' ? visit.request.originalUrl : pathname;
  return (
    <p class="confirm-first">
      {texts.confirmFirst} <a href={withNext(paths.proof.page, here)}>{texts.confirmLink}</a>
    </p>
  );
}

/** The text of a problem with one field, to be shown beside it; undefined for problems of the form as a whole. */
export function fieldError<P extends string>(
  problem: P | undefined,
  texts: Readonly<Record<P, string>>,
  ...keys: readonly NoInfer<P>[]
): string | undefined {
  return problem !== undefined && keys.includes(problem) ? texts[problem] : undefined;
}

const AMOUNT_PROBLEMS = [
  'invalid_request.amount',
  'invalid_request.amount.ambiguous',
  'insufficient_funds',
] as const;

/** What is wrong with an amount that is taken from a balance and, when it is too much, how much there is. */
export function amountError(
  { language }: Visit,
  problem: string | undefined,
  texts: {
    problems: Readonly<Record<(typeof AMOUNT_PROBLEMS)[number], string>>;
    atMost: (amount: string) => string;
  },
  balance: { available: string; asset: string } | undefined,
): string | undefined {
  const ofAmount = AMOUNT_PROBLEMS.find((one) => one === problem);
  if (ofAmount === undefined) return undefined;
  const error = texts.problems[ofAmount];
  if (ofAmount !== 'insufficient_funds' || !balance) return error;
  return `${error} ${texts.atMost(formatMoney(language, balance.available, balance.asset))}`;
}

export function Field(props: {
  name: string;
  label: string;
  hint?: string;
  /** Why what was entered is refused, and what would be right. */
  error?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'date' | 'url';
  value?: string;
  autocomplete?: string;
  /** The id of its suggestions. */
  list?: string;
  inputmode?: 'numeric' | 'decimal' | 'text' | 'email';
  required?: boolean;
  minlength?: number;
  maxlength?: number;
}): JSX.Element {
  const { name, label, hint, error, type = 'text', required = true, ...rest } = props;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  const errorId = error === undefined ? undefined : `${name}-error`;
  const described = {
    'aria-describedby': [errorId, hintId].filter((id) => id !== undefined).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  };
  // Which attributes an input takes depends on its type, which the compiler does not know here.
  const attributes = { id: name, name, type, required, ...described, ...rest } as object;
  return (
    <>
      <label for={name}>{label}</label>
      <input {...attributes} />
      {error !== undefined && (
        <small id={errorId} class="field-error" role="alert">
          {error}
        </small>
      )}
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
