import type { Language } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { AccountPath } from './paths.ts';
import type { MemberVisit, Page, Reply, Route } from './route.ts';
import type { PanelServices } from './services.ts';

/** A page, an action, or several that are declared together. */
export type Pages = (services: PanelServices) => readonly Route[];

/**
 * Declares a page of an account, with the roles that may see it and how it is made. `make` may also answer with a
 * redirect or a file.
 */
export function pageOf(
  path: AccountPath,
  access: readonly Role[],
  make: (visit: MemberVisit, services: PanelServices) => Promise<Page | Reply>,
  needs: { freshProof?: true; companiesOnly?: true } = {},
): Pages {
  return (services) => [
    {
      method: 'get',
      path,
      access,
      ...needs,
      handle: async (visit) => {
        const made = await make(visit, services);
        return 'title' in made ? { page: made } : made;
      },
    },
  ];
}

/**
 * For a page that confirms a payment. The proof comes before it, because a proof after it would lose the confirmation.
 */
export const PROVEN_FIRST = { freshProof: true } as const;

/** The groups of the navigation. */
export type AreaGroup = 'money' | 'developers' | 'team';

/** An area of an account, which is a folder with its pages and actions, and an entry in the navigation. */
export interface Area {
  group: AreaGroup;
  /** The part of its path after the account; '' is the first page. */
  path: string;
  /** The roles whose navigation lists it. Each page and action declares by itself who may use it. */
  roles: readonly Role[];
  /** Individuals' accounts do not have this area, because only companies may integrate (D14). */
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
