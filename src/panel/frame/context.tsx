import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { render } from 'preact-render-to-string';
import type { Language } from '../../pages/index.ts';
import type { MemberVisit, UserVisit, Visit } from '../request/route.ts';

const VISIT = createContext<Visit | UserVisit | MemberVisit | undefined>(undefined);

/** The HTML of what a visit gets. Every component in it knows the visit, so none passes it on. */
export function renderFor(visit: Visit, what: JSX.Element): string {
  return render(<VISIT.Provider value={visit}>{what}</VISIT.Provider>);
}

/** Shows what it contains as of another time than that of the deployment's clock. */
export function AsOf({ now, children }: { now: Date; children: ComponentChildren }): JSX.Element {
  return <VISIT.Provider value={{ ...useVisit(), now }}>{children}</VISIT.Provider>;
}

/** The visit for which a component is rendered. */
export function useVisit(): Visit | UserVisit | MemberVisit {
  const visit = useContext(VISIT);
  if (!visit) throw new Error('a component of the panel is rendered for no visit');
  return visit;
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
