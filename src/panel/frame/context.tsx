import type { JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { Language } from '../../pages/index.ts';
import type { MemberVisit, UserVisit, Visit } from '../request/route.ts';

/** Rendering does not wait for anything, so there is one at a time. Preact's own contexts keep each page in memory for long. */
let rendered: Visit | UserVisit | MemberVisit | undefined;

/** The HTML of what a visit gets. Every component in it knows the visit, so none passes it on. */
export function renderFor(visit: Visit, what: JSX.Element): string {
  rendered = visit;
  try {
    return render(what);
  } finally {
    rendered = undefined;
  }
}

/** The visit for which a component is rendered. */
export function useVisit(): Visit | UserVisit | MemberVisit {
  if (!rendered) throw new Error('a component of the panel is rendered for no visit');
  return rendered;
}

/** The same, on a page for people who are signed in. */
export function useUserVisit(): UserVisit | MemberVisit {
  const visit = useVisit();
  if (!('session' in visit)) throw new Error('this component is for people who are signed in');
  return visit;
}

/** The same, on a page of an account. */
export function useMemberVisit(): MemberVisit {
  const visit = useVisit();
  if (!('membership' in visit)) throw new Error('this component is for pages of an account');
  return visit;
}

/** The texts in the language of the visit. */
export function useTexts<T>(texts: Readonly<Record<Language, T>>): T {
  return texts[useVisit().language];
}
