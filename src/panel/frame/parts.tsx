import type { ComponentChildren, JSX } from 'preact';
import { newId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { money } from '../../lib/money.ts';
import { localTime, UTC } from '../../lib/time-zone.ts';
import {
  Field,
  formatExact,
  formatMoney,
  formatQuantity,
  formatRecent,
  Refusal,
  Select,
} from '../../pages/index.ts';
import { paths } from '../request/paths.ts';
import type { Visit } from '../request/route.ts';
import { withNext } from '../request/guards.ts';
import { useMemberVisit, useTexts, useUserVisit, useVisit } from './context.tsx';
import type { FieldOf } from './fields.ts';
import { FRAME } from './texts.ts';
import { WORDS } from './words.ts';

/**
 * A time as people say it, in the time zone of the visit. It is given to the minute, or to the second where it is a
 * fact of the page's object, or where it happens several times a minute (`seconds`). In UTC, it is in the title.
 */
export function Moment(props: { at: Date; exact?: true; seconds?: true; inSentence?: true }): JSX.Element {
  const { at, exact, seconds, inSentence } = props;
  const { language, timeZone, now } = useVisit();
  const inUtc = `${localTime(UTC, at)} UTC`;
  return (
    <time dateTime={at.toISOString()} title={inUtc}>
      {exact === true || seconds === true
        ? formatExact(language, at, timeZone)
        : formatRecent(language, at, { timeZone, now, inSentence })}
      {exact === true && timeZone !== UTC && ` (${inUtc})`}
    </time>
  );
}

/** Names the zone of a page's times, once. */
export function TimesIn(): JSX.Element {
  return (
    <p>
      <small class="muted">{useTexts(FRAME).timesIn(useVisit().timeZone)}</small>
    </p>
  );
}

/** The flash messages of a page, by the `flash` in the URL. Some also say who was notified, where mail is sent. */
export type FlashMessages = Readonly<Record<string, string | { done: string; mailed: string }>>;

/** The flash message or the problem of the action before. The URL names it, by `flash` or `problem`. */
export function Outcome({
  flashMessages = {},
  problems = {},
}: {
  flashMessages?: FlashMessages;
  problems?: Readonly<Record<string, string>>;
}): JSX.Element {
  const visit = useVisit();
  const of = <T,>(texts: Readonly<Record<string, T>>, name: string): T | undefined => {
    const key = visit.query(name);
    return key !== undefined && isKeyOf(texts, key) ? texts[key] : undefined;
  };
  const done = of(flashMessages, 'flash');
  const flash = typeof done === 'object' ? [done.done, visit.sendsMail && ` ${done.mailed}`] : done;
  const problem = of(problems, 'problem');
  return (
    <>
      {flash !== undefined && (
        <p class="flash" role="status">
          {flash}
        </p>
      )}
      {problem !== undefined && <Refusal>{problem}</Refusal>}
    </>
  );
}

/** Identifies one rendering of a form, so that submitting it again does not act again. */
export function Once(): JSX.Element {
  return <input type="hidden" name="once" value={newId()} />;
}

/** Shows a page's forms if the user's proof is fresh, else a link to give one; the page stays readable. */
export function WithProof({ children }: { children: ComponentChildren }): JSX.Element {
  const visit = useUserVisit();
  if (visit.session.isFresh) return <>{children}</>;
  const texts = useTexts(FRAME);
  const { pathname } = new URL(visit.request.originalUrl, 'http://panel');
  // The path that a form was sent to may have no page, and the form's values are not in the URL.
  const here = visit.request.method === 'GET' ? visit.request.originalUrl : pathname;
  return (
    <p class="confirm-first">
      {texts.confirmFirst} <a href={withNext(paths.proof.page, here)}>{texts.confirm}</a>
    </p>
  );
}

/**
 * The problems of a form that takes an amount from a balance. If the amount is too much, the problem says how much is
 * available.
 */
export function withAvailable<P extends string>(
  { language }: Visit,
  texts: { problems: Readonly<Record<P | 'insufficient_funds', string>>; atMost: (amount: string) => string },
  balance: { available: string; asset: string } | undefined,
): Readonly<Record<P | 'insufficient_funds', string>> {
  const { problems, atMost } = texts;
  if (!balance) return problems;
  const available = formatMoney(language, balance.available, balance.asset);
  return { ...problems, insufficient_funds: `${problems.insufficient_funds} ${atMost(available)}` };
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

/**
 * A stored amount with its asset, with as many decimals as people write; in a table, in a cell of class `number`.
 * `signed`: money that came in has a plus.
 */
export function Amount(props: { of: string; asset: string; signed?: boolean }): JSX.Element {
  const visit = useVisit();
  const { of, asset, signed = false } = props;
  const isIn = signed && !of.startsWith('-') && !money(of).isZero();
  return (
    <span class="amount" data-sign={isIn ? 'in' : undefined}>
      {isIn && '+'}
      {formatQuantity(visit.language, of, asset)} <small>{asset}</small>
    </span>
  );
}

/** A button that copies a text; hidden where the browser could not. */
export function Copy({ text }: { text: string }): JSX.Element {
  const { copy, copied } = useTexts(FRAME);
  return (
    <button type="button" class="plain" data-copy={text} data-copied={copied} hidden>
      {copy}
    </button>
  );
}

/** A code, key or address, with a button that copies it. */
export function Copyable({ text, id }: { text: string; id?: string }): JSX.Element {
  return (
    <>
      <code id={id}>{text}</code> <Copy text={text} />
    </>
  );
}

/** Text that a program sent or received. */
export function Verbatim({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    <pre class="wrapped" tabIndex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

/** A field for an amount as people type it (`amountTyped`). */
export function AmountField(props: {
  name: string;
  value: string;
  error: string | undefined;
  label: string;
  hint: string;
  required?: boolean;
}): JSX.Element {
  return <Field {...props} inputmode="decimal" autocomplete="off" maxlength={30} />;
}

/**
 * The currency of a limit. It is the present one, or else the account's base currency, or else none until one is
 * chosen.
 */
export function LimitCurrency(props: {
  field: FieldOf<'currency'>;
  present: string | undefined;
  currencies: readonly string[];
}): JSX.Element {
  const { field, present, currencies } = props;
  const proposed = present ?? useMemberVisit().membership.baseCurrency ?? '';
  const choices = proposed === '' ? ['', ...currencies] : currencies;
  return (
    <Select
      {...field('currency', proposed)}
      label={useTexts(WORDS).currency}
      options={choices.map((currency) => [currency, currency])}
    />
  );
}
