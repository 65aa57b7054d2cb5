import type { ComponentChildren, JSX } from 'preact';
import type { Trx } from '../../db/index.ts';
import type { Work } from '../../idempotency/index.ts';
import { fillPath, type Language, type ParamsOf, Refusal, withQuery } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { Pages } from '../request/area.ts';
import { createOnce } from '../request/once.ts';
import { type AccountPath, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Reply, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { useMemberVisit, useTexts } from './context.tsx';
import { type FieldOf, fieldsOf, type Reader } from './fields.ts';
import { type FlashMessages, Once, WithProof } from './parts.tsx';

/** The texts of an action, for when it is done and for when it is refused. */
interface Outcomes {
  flashMessages?: FlashMessages;
  problems?: Readonly<Record<string, string>>;
}

type FlashOf<T extends Outcomes> = keyof T['flashMessages'] & string;
type ProblemOf<T extends Outcomes> = keyof T['problems'] & string;

/** The declaration of an action; its `act` returns `R`, and its fields are read as `E`. */
type Declared<Path extends AccountPath, T extends Outcomes, R extends object | void, E> = Common<Path, T> &
  (ActionWork<R, E> | PreparedDeed<R, E>) &
  (Ending<T, R> | OwnEnding<R, E>);

interface Common<Path extends AccountPath, T extends Outcomes> {
  path: Path;
  access: readonly Role[];
  /** Whether the user must have proved who they are just before, as for keys, webhooks, money and the team (D29). */
  freshProof: boolean;
  companiesOnly?: true;
  /** The page to come back to after a proof, for an action that is reviewed first. */
  review?: { method: 'get' | 'post'; path: AccountPath };
  texts: Readonly<Record<Language, T>>;
  /** The page that its form is on, to which a refusal leads back. */
  page: AccountPath;
  /** Awaited after the commit, before the answer. */
  afterwards?: (services: PanelServices) => Promise<void>;
}

interface ActionWork<R, E> {
  /**
   * Acts once per rendering of its form (D16), because doing it twice would do more. `sealed` if the result has a secret.
   */
  once?: true | 'sealed';
  act: (trx: Trx, visit: MemberVisit, services: PanelServices, entered: E) => Promise<R>;
  prepare?: undefined;
}

/** Work that reads first, and may ask a provider before its transaction. It acts once per rendering of its form. */
interface PreparedDeed<R, E> {
  prepare: (visit: MemberVisit, services: PanelServices, entered: E) => Work<R> | Promise<Work<R>>;
  act?: undefined;
  once?: undefined;
}

interface Ending<T extends Outcomes, R> {
  /** Shown on the page that the visitor is led `to`, which is that of the form by default. */
  flash: FlashOf<NoInfer<T>> | ((result: NoInfer<R>) => FlashOf<NoInfer<T>>);
  to?: AccountPath | ((visit: MemberVisit, result: NoInfer<R>) => string);
  reply?: undefined;
}

/** Answers with a page of its own, such as one that shows a secret. */
interface OwnEnding<R, E> {
  reply: (visit: MemberVisit, result: NoInfer<R>, services: PanelServices, entered: NoInfer<E>) => Reply;
  flash?: undefined;
  to?: undefined;
}

type OwnParam<Path extends string> = Exclude<ParamsOf<Path>, 'account'>;

/** The parameters of the path, unless the account is its only one, and the attributes that a form may have. */
type FormProps<Path extends AccountPath> = ([OwnParam<Path>] extends [never]
  ? { of?: undefined }
  : { of: Readonly<Record<OwnParam<Path>, string>> }) & { enctype?: 'multipart/form-data'; class?: string };

/**
 * An action has its route, for the area, and its form, for the page. A role that may not use it does not see the form;
 * if it needs a fresh proof, the form is shown only after one.
 */
export interface Action<Path extends AccountPath> {
  route: Pages;
  Form: (props: FormProps<Path> & { children: ComponentChildren }) => JSX.Element | null;
  /** The form as a section of its own. */
  Section: (props: FormProps<Path> & SectionProps) => JSX.Element | null;
}

/** A heading, what the action does, and its button. */
interface SectionProps {
  title: string;
  hint?: string;
  /** The button's text, if that is not the title. */
  button?: string;
  /** The one thing that is mostly done with the object in its state. */
  isMain?: boolean;
  /** Opened by a first click, for an action that cannot be undone. */
  folded?: boolean;
  /** Its fields. */
  children?: ComponentChildren;
}

/**
 * Declares an action of a button, with its route and its form, which cannot disagree. It ends on a page with a flash
 * or, if it is refused, with the problem on the page that its form is on.
 */
export function actionOf<Path extends AccountPath, T extends Outcomes, R extends object | void>(
  declared: Declared<Path, T, R, undefined>,
): Action<Path> {
  const refuse = (visit: MemberVisit, problem: string): Reply => ({
    redirect: withQuery(filled(declared.page, visit), { problem }),
  });
  return {
    route: (services) => [routeOf(declared, services, () => undefined, refuse)],
    Form: ({ children, ...props }) => <Shell of={declared} form={props} content={children} />,
    Section: ({ title, hint, button = title, isMain = false, folded = false, children, ...props }) => {
      const content = (
        <>
          {!folded && <h2>{title}</h2>}
          {hint && <p>{hint}</p>}
          {children}
          <button type="submit" class={isMain ? undefined : 'secondary'}>
            {button}
          </button>
        </>
      );
      const form = <Shell of={declared} form={props} content={content} />;
      if (!folded) return form;
      if (!isFor(useMemberVisit(), declared)) return null;
      return (
        <details>
          <summary>{title}</summary>
          {form}
        </details>
      );
    },
  };
}

/** The same for an action with fields. */
interface FormAction<Path extends AccountPath, Name extends string> {
  route: Pages;
  Form: (
    props: FormProps<Path> & {
      /** Texts that replace the declared problems, such as one that names the available balance. */
      problems?: Readonly<Record<string, string>>;
      /** Its fields; `field` gives each its name, its value and its error. */
      children: (field: FieldOf<Name>) => ComponentChildren;
    },
  ) => JSX.Element | null;
}

/**
 * Declares a form, with its fields, how each is read, and what it does. A form that is refused is shown again on its
 * page with a 422 and with everything that was entered. The problem stands beside the field that its key names, as
 * `invalid_request.amount` does, or that `places` gives for it.
 */
export function formOf<
  Path extends AccountPath,
  T extends Outcomes,
  R extends object | void,
  E extends Readonly<Record<string, unknown>>,
>(
  declared: Declared<Path, T, R, E> & {
    fields: { [Name in keyof E]: Reader<E[Name]> };
    places?: Readonly<Partial<Record<ProblemOf<NoInfer<T>>, keyof NoInfer<E> & string>>>;
  },
): FormAction<Path, keyof E & string> {
  const { path, page, texts, fields, places } = declared;
  const readers = Object.entries<Reader<unknown>>(fields);
  const read = (visit: MemberVisit): E =>
    Object.fromEntries(readers.map(([name, of]) => [name, of(visit, name)])) as E;
  const refuse = (_: MemberVisit, problem: string): Reply => ({ refused: { form: path, page, problem } });
  return {
    route: (services) => [routeOf(declared, services, read, refuse)],
    Form: ({ children, problems: own, ...props }) => {
      const visit = useMemberVisit();
      const { problems = {} } = useTexts(texts);
      // A page may have several forms, of which another was refused.
      const its = visit.refused?.form === path ? visit : { ...visit, refused: undefined };
      const names = readers.map(([name]) => name);
      const { field, above } = fieldsOf<string>(its, own ?? problems, names, places);
      return (
        <Shell of={declared} form={props} above={<Refusal>{above}</Refusal>} content={children(field)} />
      );
    },
  };
}

function routeOf<Path extends AccountPath, T extends Outcomes, R extends object | void, E>(
  declared: Declared<Path, T, R, E>,
  services: PanelServices,
  read: (visit: MemberVisit) => E,
  refuse: (visit: MemberVisit, problem: string) => Reply,
): Route {
  const { path, access, freshProof, companiesOnly, review, texts, afterwards } = declared;
  return {
    method: 'post',
    path,
    access,
    freshProof,
    ...(companiesOnly && { companiesOnly }),
    ...(review && { review }),
    handle: async (visit) => {
      try {
        const entered = read(visit);
        const result = await perform(declared, services, visit, entered);
        await afterwards?.(services);
        return replyTo(declared, visit, services, { result, entered });
      } catch (error) {
        return refuse(visit, reasonOf(error, texts.en.problems ?? {}));
      }
    },
  };
}

function perform<Path extends AccountPath, T extends Outcomes, R extends object | void, E>(
  { act, prepare, once }: Declared<Path, T, R, E>,
  services: PanelServices,
  visit: MemberVisit,
  entered: E,
): Promise<R> {
  const runOnce = createOnce(services);
  if (prepare) {
    const prepared = () => prepare(visit, services, entered) as Promise<Work<R & object>>;
    return runOnce(visit, prepared);
  }
  const work = (trx: Trx) => act(trx, visit, services, entered);
  if (once === undefined) return services.db.transaction(work);
  const options = { sealed: once === 'sealed' };
  return runOnce(visit, () => async (trx) => (await work(trx)) ?? {}, options) as Promise<R>;
}

function replyTo<Path extends AccountPath, T extends Outcomes, R extends object | void, E>(
  { page, to = page, flash, reply }: Declared<Path, T, R, E>,
  visit: MemberVisit,
  services: PanelServices,
  { result, entered }: { result: R; entered: E },
): Reply {
  if (reply) return reply(visit, result, services, entered);
  const redirect = typeof to === 'function' ? to(visit, result) : filled(to, visit);
  return {
    redirect: withQuery(redirect, { flash: typeof flash === 'function' ? flash(result) : flash }),
  };
}

/** Another path of the same object. */
function filled(path: AccountPath, visit: MemberVisit): string {
  return fillPath<string>(path, visit.request.params as Record<string, string>);
}

function isFor({ membership }: MemberVisit, { access }: { access: readonly Role[] }): boolean {
  return access.includes(membership.role);
}

function Shell(props: {
  of: Pick<Common<AccountPath, Outcomes>, 'path' | 'access' | 'freshProof'> & {
    once?: true | 'sealed' | undefined;
    prepare?: unknown;
  };
  form: { of?: Readonly<Record<string, string>> | undefined; class?: string };
  above?: ComponentChildren;
  content: ComponentChildren;
}): JSX.Element | null {
  const visit = useMemberVisit();
  if (!isFor(visit, props.of)) return null;
  const { path, freshProof, once, prepare } = props.of;
  const isOnce = once !== undefined || prepare !== undefined;
  const { of = {}, ...attributes } = props.form;
  const action = pathTo<AccountPath>(visit, path, of);
  const form = (
    <form method="post" action={action} {...attributes}>
      {props.above}
      {isOnce && <Once />}
      {props.content}
    </form>
  );
  return freshProof ? <WithProof>{form}</WithProof> : form;
}
