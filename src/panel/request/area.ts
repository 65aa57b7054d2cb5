import type { Language } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { MemberVisit, Route } from './route.ts';
import type { PanelServices } from './services.ts';

/** A page, an action, or several that are declared together. */
export type Pages = (services: PanelServices) => readonly Route[];

/** The groups of the navigation. */
export type AreaGroup = 'money' | 'developers' | 'team';

/** An area of an account: a folder with its pages and actions, and an entry in the navigation. */
export interface Area {
  group: AreaGroup;
  /** The part of its path after the account; '' is the first page. */
  path: string;
  /** Whom the navigation leads to it. Each page and action says for itself who may use it. */
  roles: readonly Role[];
  /** What an individual's account does not have (D14). */
  companiesOnly?: true;
  /** The accounts that have it; undefined for all. */
  accounts?: (services: PanelServices) => readonly string[];
  /** It is called by its title. */
  texts: Readonly<Record<Language, { title: string }>>;
  pages: readonly Pages[];
}

/** All pages and actions of an area. */
export function routesOf({ pages, companiesOnly }: Area, services: PanelServices): Route[] {
  const routes = pages.flatMap((page) => page(services));
  return companiesOnly ? routes.map((route) => ({ ...route, companiesOnly }) as Route) : routes;
}

/** Whether the navigation of this visit has the area. */
export function isOffered(
  { roles, companiesOnly, accounts }: Area,
  { accountId, membership }: MemberVisit,
  services: PanelServices,
): boolean {
  return (
    roles.includes(membership.role) &&
    (!companiesOnly || membership.accountKind === 'company') &&
    (accounts?.(services).includes(accountId) ?? true)
  );
}
