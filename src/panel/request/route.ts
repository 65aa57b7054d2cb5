import type { JSX } from 'preact';
import {
  type OpenSession,
  type OwnActor,
  type OwnMembership,
  readBy,
  type Role,
  ROLES,
  TECHNICAL,
  TREASURERS,
} from '../../people/index.ts';
import type { Language } from '../../pages/index.ts';
import type { Request } from '../../http/index.ts';
import type { TimeZone } from '../../lib/time-zone.ts';
import type { AccountPath } from './paths.ts';
import type { Upload } from './upload.ts';

/** The facts of a request that every handler has. */
export interface Visit {
  request: Request;
  language: Language;
  /** Whether mail is really sent, so that no page says so where it is not. */
  sendsMail: boolean;
  /** When it came, by the service's clock once a session is known. */
  now: Date;
  /** The time zone of its pages, which is the account's, that of all of the user's accounts, or UTC. */
  timeZone: TimeZone;
  /** A parameter of the path. */
  param(name: string): string;
  /** A parameter of the query, or undefined. */
  query(name: string): string | undefined;
  /** All values of a parameter of the query that may be given several times. */
  queries(name: string): string[];
  /** A field of the form, or an empty text. */
  field(name: string): string;
  /** The file that was chosen in a field, or undefined. */
  file(name: string): Upload | undefined;
  /** All values of a field that a form may send several times. */
  fields(name: string): string[];
  /** The form that is shown again, if one was refused. */
  refused?: Refused;
}

/** A form that was refused, with the reason as a key of its problems. */
export interface Refused {
  /** The path that it was sent to. */
  form: string;
  /** The page that it is on. */
  page: string;
  problem: string;
}

/** A visit by a signed-in user. */
export interface UserVisit extends Visit {
  session: OpenSession;
  /** The actor, for the audit log. */
  actor: OwnActor;
  /** The accounts that the user belongs to. */
  memberships: readonly OwnMembership[];
}

/** A visit to an account that the user belongs to, in a role that the route allows. */
export interface MemberVisit extends UserVisit {
  membership: OwnMembership;
  accountId: string;
}

/** A handler's reply. Pages get their frame, headers and navigation in one place. */
export type Reply =
  | { page: Page; status?: number; cookies?: Cookies }
  /** A redirect to another page, by GET. With `flash`, the page says that something was done. */
  | { redirect: string; cookies?: Cookies }
  /** The page of a form again, with what was entered and a 422. */
  | { refused: Refused }
  /** A part of a page, for htmx, which puts it in place of the old one. */
  | { partial: JSX.Element }
  /** Tells htmx that the part that the page shows has not changed. */
  | { unchanged: true }
  | { json: object }
  | { file: AsyncIterable<string | Buffer>; name: string; type: string }
  /** An image, which is shown in a page. */
  | { image: Buffer; type: string };

export interface Page {
  title: string;
  body: JSX.Element;
  /** The list that the page belongs to, above its title. */
  back?: { href: string; label: string };
  /** The one thing that is mostly done here, beside the title. */
  action?: JSX.Element | undefined;
  /** The time that its times are relative to, if that is not the service's clock. */
  now?: Date;
  /** Loads the script for passkeys. */
  passkeys?: boolean;
  /** Loads htmx, for parts that update while the page is open. */
  htmx?: boolean;
}

/** The cookies to set or, when undefined, to remove. */
export interface Cookies {
  session?: string | undefined;
  device?: string;
  oidc?: string | undefined;
  /** A form that was sent without a fresh proof (`keepForm`). */
  kept?: string | undefined;
  language?: Language;
}

/** The roles that may use a route; the constants name the usual ones. */
export const MEMBERS: readonly Role[] = ROLES;
export const MONEY = TREASURERS;
/** The roles that may move money, and auditors. */
export const MONEY_READERS = readBy(MONEY);
/** The roles that see where the account's money goes. */
export const READERS = readBy(['owner', 'finance', 'viewer']);

interface RouteBase {
  method: 'get' | 'post';
}

/** Declares a page or action once, with the roles that may use it and what it does. A test calls all of them. */
export type Route =
  /** For everybody, signed in or not. */
  | (RouteBase & {
      path: `/panel/${string}`;
      access: 'public';
      review?: undefined;
      handle: (visit: Visit) => Promise<Reply>;
    })
  /** For users who are signed in; with `setUp`, even before they have a way to sign in again. */
  | (RouteBase & {
      path: '/panel' | `/panel/${string}`;
      access: 'user';
      setUp?: boolean;
      freshProof?: boolean;
      review?: undefined;
      handle: (visit: UserVisit) => Promise<Reply>;
    })
  /** For members of the account in the path, in one of these roles. */
  | (RouteBase & {
      path: AccountPath;
      access: readonly Role[];
      /** Whether the user must have proved who they are just before, as for keys, webhooks, money and the team (D29). */
      freshProof?: boolean;
      /** The page that shows an action's form for review, to which it comes back after a proof. */
      review?: { method: 'get' | 'post'; path: AccountPath };
      /** Individuals' accounts do not have this route, because only companies may integrate (D14). */
      companiesOnly?: true;
      /** How many bytes its form may have, where files are larger than usual; they are read only for who may send them. */
      maxUploadBytes?: number;
      handle: (visit: MemberVisit) => Promise<Reply>;
    });

/** Whether the visitor may read the areas of developers, which are keys, webhooks and the call log. */
export function isTechnical({ membership }: Pick<MemberVisit, 'membership'>): boolean {
  return readBy(TECHNICAL).includes(membership.role) && membership.accountKind === 'company';
}
