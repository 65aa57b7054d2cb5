import type { Cells } from '../../cells/index.ts';
import { type Language, languageOf, textOf, withQuery } from '../../pages/index.ts';
import type { Database } from '../../db/index.ts';
import type { Request } from '../../http/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { type TimeZone, UTC } from '../../lib/time-zone.ts';
import { hashToken, listMembershipsOf, type OwnMembership, type Sessions } from '../../people/index.ts';
import type { CookieJar } from './cookies.ts';
import { paths } from './paths.ts';
import type { Reply, Route, UserVisit, Visit } from './route.ts';
import { keepForm, referrerOf } from './resume.ts';
import { movedPage } from './moved.tsx';
import { Upload } from './upload.ts';

export interface GuardOptions {
  db: Pick<Database, 'read'>;
  cells: Pick<Cells, 'findHoldingCell'>;
  sessions: Pick<Sessions, 'find'>;
  cookies: CookieJar;
  keyring: Keyring;
  /** Whether a path is that of a page. */
  isPage: (path: string) => boolean;
  baseUrl: () => string;
}

/** The reply to a visit, and the visit itself with the facts learned on the way. */
interface Answered {
  visit: Visit;
  reply: Reply;
}

/**
 * Lets a visit through to its route's handler, or redirects it. Checks the session, then a method to sign in, then
 * membership and role, then a fresh proof. An account's data is never read before that. Throws `route_not_found` for an
 * account that the user does not belong to, the same as for one that does not exist, and for what an individual's
 * account does not have; `forbidden` for a role that may not use the route.
 */
export async function admit(options: GuardOptions, route: Route, visit: Visit): Promise<Answered> {
  if (route.method === 'post') requireOwnOrigin(visit.request, options.baseUrl());
  if (route.access === 'public') return { visit, reply: await route.handle(visit) };
  const token = options.cookies.session(visit.request);
  const user = token === undefined ? undefined : await findUser(options, visit, token);
  if (!user) {
    // Where the account has moved to, there is the sign-in too.
    const moved = await leadToMoved(options, route, visit);
    if (moved) return { visit, reply: moved };
    const cookies = token === undefined ? {} : { session: undefined };
    const redirect = withNext(paths.signIn.page, pageOf(route, visit));
    return { visit, reply: { redirect, cookies } };
  }
  const isSettingUp = route.access === 'user' && route.setUp === true;
  const { session } = user;
  if (!session.hasSignInMethod && !isSettingUp) return { visit, reply: { redirect: paths.setUp } };
  // A user without a method to sign in cannot give a proof. For them, the one-time link was the proof.
  const needsProof = route.freshProof === true && !session.isFresh && session.hasSignInMethod;
  if (route.access === 'user') {
    return { visit: user, reply: needsProof ? askForProof(options, route, visit) : await route.handle(user) };
  }
  const accountId = visit.param('account');
  const membership = user.memberships.find(({ accountId: account_id }) => account_id === accountId);
  if (!membership) {
    const moved = await leadToMoved(options, route, visit);
    if (moved) return { visit: user, reply: moved };
    throw new DomainError('route_not_found');
  }
  if (route.companiesOnly && membership.accountKind !== 'company') throw new DomainError('route_not_found');
  if (!route.access.includes(membership.role)) throw new DomainError('forbidden');
  const member = { ...user, membership, accountId, timeZone: membership.timeZone };
  if (!needsProof) return { visit: member, reply: await route.handle(member) };
  const reply = askForProof(options, route, member);
  const kept = route.method === 'post' ? keepForm(options.keyring, route, member) : undefined;
  // One that was kept earlier must not come back instead.
  return { visit: member, reply: { ...reply, cookies: { kept } } };
}

/** The visit as that of the user whose session has this token; undefined if it is not open. */
export async function findUser(
  { db, sessions }: Pick<GuardOptions, 'db' | 'sessions'>,
  visit: Visit,
  token: string,
): Promise<UserVisit | undefined> {
  // Together, because every page waits for both.
  const [session, memberships] = await Promise.all([
    sessions.find(token),
    listMembershipsOf(db.read, { tokenHash: hashToken(token) }),
  ]);
  if (!session) return undefined;
  return {
    ...visit,
    language: session.language ?? visit.language,
    timeZone: sharedZone(memberships),
    now: session.now,
    session,
    memberships,
    actor: {
      userId: session.userId,
      email: session.email,
      sessionId: session.id,
      address: visit.request.call.clientAddress,
      requestId: visit.request.call.requestId,
    },
  };
}

/** The zone of a person's accounts, or UTC where these have different ones. */
function sharedZone(memberships: readonly OwnMembership[]): TimeZone {
  const [zone = UTC, ...others] = new Set(memberships.map(({ timeZone }) => timeZone));
  return others.length === 0 ? zone : UTC;
}

/** A handler's view of a request. */
export function toVisit(
  request: Request,
  { cookies, sendsMail }: { cookies: CookieJar; sendsMail: boolean },
): Visit {
  const form = (request.body ?? {}) as Record<string, unknown>;
  return {
    request,
    language: languageBefore(request, cookies),
    sendsMail,
    timeZone: UTC,
    now: new Date(),
    param: (name) => textOf(request.params[name]) ?? '',
    query: (name) => textOf(request.query[name]),
    queries: (name) => [request.query[name] ?? []].flat().flatMap((value) => textOf(value) ?? []),
    field: (name) => textOf(form[name]) ?? '',
    file: (name) => {
      const value = form[name];
      return value instanceof Upload ? value : undefined;
    },
    fields: (name) => [form[name] ?? []].flat().flatMap((value) => textOf(value) ?? []),
  };
}

/** The language of a visitor who is not signed in, or has not chosen one. */
export function languageBefore(request: Request, cookies: CookieJar): Language {
  return cookies.language(request) ?? languageOf(request);
}

/**
 * Every change must come from a page of the panel. Browsers say so in `Sec-Fetch-Site`, older ones only in `Origin`. A
 * request with neither is refused, because the session cookie is sent with every request. Throws `forbidden`.
 */
function requireOwnOrigin(request: Request, baseUrl: string): void {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwnSite = site === undefined || site === 'same-origin';
  const isOwnOrigin = origin === undefined ? site !== undefined : origin === new URL(baseUrl).origin;
  if (!isOwnSite || !isOwnOrigin) throw new DomainError('forbidden');
}

/**
 * Sign-in at the OpenID provider starts with a link. Other sites must not start it, because it may end in a session
 * without any action by the user. Throws `forbidden`.
 */
export function requireOwnLink({ request }: Visit): void {
  const site = request.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') throw new DomainError('forbidden');
}

const askForProof = (options: GuardOptions, route: Route, visit: Visit): { redirect: string } => ({
  redirect: withNext(paths.proof.page, formPage(options, route, visit) ?? pageOf(route, visit)),
});

/**
 * Leads to the same page at the panel of the cell that the account in the path has moved to (D74); undefined unless it has. An
 * action gets a page, because browsers apply the CSP's `form-action` to redirects after a form, and because nothing was done.
 */
async function leadToMoved(
  { cells, db }: GuardOptions,
  route: Route,
  visit: Visit,
): Promise<Reply | undefined> {
  const accountId = visit.param('account');
  const cell = isId(accountId) ? await cells.findHoldingCell(db.read, { account: accountId }) : undefined;
  if (!cell) return undefined;
  const there = `${cell.url}${pageOf(route, visit)}`;
  return route.method === 'get'
    ? { redirect: there }
    : { page: movedPage(visit.language, there), status: 409 };
}

/** The page that an action's form was on, if the browser names it; one that an action has rendered is no page. */
function formPage({ baseUrl, isPage }: GuardOptions, route: Route, visit: Visit): string | undefined {
  const page = route.method === 'post' ? safePage(referrerOf(visit, baseUrl())) : undefined;
  return page !== undefined && isPage(page.replace(/\?.*/, '')) ? page : undefined;
}

/**
 * The page to return to. It is the page itself or, for an action whose form's page is not known, the page of its area.
 */
function pageOf(route: Route, { request }: Visit): string {
  if (route.method === 'get') return request.originalUrl;
  const { pathname } = new URL(request.originalUrl, 'http://panel');
  const [, own] = /^(\/panel\/accounts\/[^/]+(?:\/[^/]+)?|\/panel\/me)(?:\/|$)/.exec(pathname) ?? [];
  return own ?? paths.home;
}

export function withNext(path: string, next: string): string {
  return next === paths.home ? path : withQuery(path, { next });
}

/** A page of the panel to continue to, from an untrusted URL. */
export function safeNext(next: string | undefined): string {
  return safePage(next) ?? paths.home;
}

function safePage(page: string | undefined): string | undefined {
  // A path of our own, never another site's, so it has no `//`, no backslash, and no dots that could leave it.
  const isOwn = page !== undefined && /^\/panel(\/[A-Za-z0-9_-]+)*(\?[A-Za-z0-9_=&%.:+-]*)?$/.test(page);
  return isOwn ? page : undefined;
}
