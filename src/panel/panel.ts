import { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { misdirected } from '../cells/index.ts';
import { type Assets, CONTENT_SECURITY_POLICY } from '../pages/index.ts';
import {
  type AddressLimit,
  refusalFor,
  type Headers,
  limitByAddress,
  readForm,
  type Request,
  type Response,
  sendAnswer,
  streamAnswer,
} from '../http/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import type { Database } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import { inOneContext } from '../lib/one-context.ts';
import { hashToken, isToken } from '../people/index.ts';
import type { RateLimiter } from '../rate-limits/index.ts';
import { AREAS, panelRoutes } from './areas.ts';
import { isOffered } from './request/area.ts';
import { createCookieJar, type CookieJar } from './request/cookies.ts';
import { renderFor } from './frame/context.tsx';
import { renderPage, renderProblem, type Frame } from './frame/frame.tsx';
import type { Problem } from './frame/texts.ts';
import { admit, findUser, toVisit } from './request/guards.ts';
import type { PanelServices } from './request/services.ts';
import { readUploads } from './request/upload.ts';
import { paths } from './request/paths.ts';
import type { MemberVisit, Refused, Reply, Route, UserVisit, Visit } from './request/route.ts';
import { routeByDepth } from './routing.ts';

/** A company's users share an address. */
const PEOPLE: AddressLimit = { kind: 'panel', requestsPerMinute: 600 };
const MAX_FORM = { bytes: 64 * 1024, fields: 200 };
/** Ten times a logo. */
const MAX_UPLOAD_BYTES = 256 * 1024;

const LET_IN: Reply = { unchanged: true };

/** Responses are not cached either, because every answer of the service carries `Cache-Control: no-store`. */
const PANEL_HEADERS: Headers = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // With no referrer at all, browsers would withhold the origin of forms as well.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  Vary: 'Cookie',
};
const HTML: Headers = { ...PANEL_HEADERS, 'Content-Type': 'text/html; charset=utf-8' };

export interface PanelOptions extends PanelServices {
  limiter: RateLimiter;
  assets: Assets;
}

/** The account panel (D29). Each route of its table is behind the same guards, in the same frame. */
export function createPanel(options: PanelOptions): Router {
  const { db, cells, people, keyring, baseUrl, logger } = options;
  const cookies = createCookieJar(baseUrl);
  const router = Router();

  router.use(paths.home, demandHttps(baseUrl));
  router.use(paths.home, limitByAddress(options.limiter, PEOPLE));
  // Before the host is checked, because the link of an account that has moved comes here from the host of its new cell.
  router.use(paths.oneTimeLink, leadMovedLinks(options));
  router.use(paths.home, moveToOwnHost(options), readForm(MAX_FORM));
  const routes = panelRoutes(options).map((route) => placed(route, db));
  const isPage = createPageMatcher(routes);
  const guards = { db, cells, sessions: people.sessions, cookies, keyring, isPage, baseUrl };
  /** False if the route let the request in, and its upload is still to be read. */
  const answer = async (route: Route, request: Request, response: Response): Promise<boolean> => {
    const { visit, reply } = await admit(
      guards,
      route,
      toVisit(request, { cookies, sendsMail: options.sendsMail }),
    );
    if (reply === LET_IN) return false;
    await send({ options, routes, cookies, request, response }, visit, reply);
    return true;
  };
  router.use(
    routeByDepth(routes, (route) => [
      ...uploadsOf(route, answer),
      readUploads(MAX_UPLOAD_BYTES),
      refuseNul,
      async (request, response) => void (await answer(route, request, response)),
    ]),
  );
  router.use(paths.home, () => {
    throw new DomainError('route_not_found');
  });
  router.use(paths.home, explain(options, cookies, logger));
  return router;
}

/** The route, whose page of an account replicas may answer, and whose action is seen by who reads afterwards (D66). */
function placed(route: Route, db: Pick<Database, 'readingFor' | 'changing'>): Route {
  if (route.access === 'public') return route;
  if (route.access === 'user') {
    if (route.method === 'get') return route;
    // A person's name and ways to sign in are shown in all their accounts.
    const change = (visit: UserVisit): Promise<Reply> =>
      db.changing(
        visit.memberships.map(({ accountId }) => accountId),
        () => route.handle(visit),
      );
    return { ...route, handle: change };
  }
  const show = (visit: MemberVisit): Promise<Reply> =>
    db.readingFor(visit.accountId, async () => {
      const reply = await route.handle(visit);
      return 'file' in reply ? { ...reply, file: inOneContext(reply.file) } : reply;
    });
  const change = (visit: MemberVisit): Promise<Reply> =>
    db.changing([visit.accountId], () => route.handle(visit));
  return { ...route, handle: route.method === 'get' ? show : change };
}

/** Reads a large upload only once the request is admitted, so that strangers cannot make the service read so much. */
function uploadsOf(
  route: Route,
  answer: (route: Route, request: Request, response: Response) => Promise<boolean>,
): RequestHandler[] {
  if (!('maxUploadBytes' in route) || route.maxUploadBytes === undefined) return [];
  const letIn = { ...route, handle: () => Promise.resolve(LET_IN) } as Route;
  return [
    async (request, response, next) => {
      if (!(await answer(letIn, request, response))) next();
    },
    readUploads(route.maxUploadBytes),
  ];
}

/** Whether a path is that of a page, and not only of an action. */
function createPageMatcher(routes: readonly Route[]): (path: string) => boolean {
  const patterns = routes
    .filter(({ method }) => method === 'get')
    .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

interface Sending {
  options: PanelOptions;
  routes: readonly Route[];
  cookies: CookieJar;
  request: Request;
  response: Response;
}

async function send(sending: Sending, visit: Visit, reply: Reply): Promise<void> {
  const { options, cookies, request, response } = sending;
  const { call } = request;
  if ('refused' in reply) {
    const again = { ...visit, refused: reply.refused };
    return send(sending, again, await showAgain(sending.routes, again));
  }
  if ('cookies' in reply && reply.cookies) cookies.set(response, reply.cookies);
  if ('redirect' in reply) {
    const headers = { ...HTML, Location: reply.redirect };
    return sendAnswer(response, call, { status: 303, headers, text: '' });
  }
  if ('unchanged' in reply)
    return sendAnswer(response, call, { status: 204, headers: PANEL_HEADERS, text: '' });
  if ('partial' in reply) {
    const headers = { ...HTML, 'Content-Language': visit.language };
    return sendAnswer(response, call, { status: 200, headers, text: renderFor(visit, reply.partial) });
  }
  if ('json' in reply) {
    const headers = { ...PANEL_HEADERS, 'Content-Type': 'application/json; charset=utf-8' };
    return sendAnswer(response, call, { status: 200, headers, text: JSON.stringify(reply.json) });
  }
  if ('file' in reply) {
    const headers = {
      ...PANEL_HEADERS,
      'Content-Type': reply.type,
      'Content-Disposition': `attachment; filename="${reply.name}"`,
    };
    return streamAnswer(response, call, { status: 200, headers, text: '' }, reply.file).catch(
      (error: unknown) => {
        if (error instanceof DatabaseAway) return;
        options.logger.error('response aborted', { request_id: call.requestId, ...describeError(error) });
      },
    );
  }
  if ('image' in reply) {
    const headers = { ...PANEL_HEADERS, 'Content-Type': reply.type };
    return streamAnswer(response, call, { status: 200, headers, text: '' }, [reply.image]);
  }
  const text = renderPage(frameOf(options, visit), reply.page);
  const headers = { ...HTML, 'Content-Language': visit.language };
  sendAnswer(response, call, { status: reply.status ?? 200, headers, text });
}

/** The page of a form that was refused. A role that may send the form may see its page. */
async function showAgain(routes: readonly Route[], visit: Visit & { refused: Refused }): Promise<Reply> {
  const { page } = visit.refused;
  const route = routes.find(({ method, path }) => method === 'get' && path === page);
  if (!route) throw new Error(`the page of a form is missing: ${page}`);
  const reply = await route.handle(visit as MemberVisit);
  return 'page' in reply ? { ...reply, status: 422 } : reply;
}

function frameOf(options: PanelOptions, visit: Visit): Frame {
  const { assets, isTest } = options;
  const isMember = (some: Visit): some is MemberVisit => 'membership' in some;
  const isUser = (some: Visit): some is UserVisit | MemberVisit => 'session' in some;
  const here = visit.request.method === 'GET' ? visit.request.originalUrl : paths.home;
  return {
    assets,
    visit,
    language: visit.language,
    isTest,
    areas: isMember(visit) ? AREAS.filter((area) => isOffered(area, visit, options)) : [],
    here,
    user: isUser(visit) ? visit : undefined,
    hasOtherCells: options.cells.others.length > 0,
  };
}

/** Postgres cannot store it, and no form of ours sends it. */
const refuseNul: RequestHandler = (request, _response, next) => {
  const values = Object.values((request.body ?? {}) as Record<string, string | string[] | Buffer>).flat();
  const hasNul = values.some((value) => typeof value === 'string' && value.includes('\0'));
  if (request.originalUrl.includes('%00') || hasNul) throw new DomainError('invalid_request');
  next();
};

/** With HSTS, browsers return by https only. Sent only over https, because it affects the whole host. */
function demandHttps(baseUrl: () => string): RequestHandler {
  return (_request, response, next) => {
    if (new URL(baseUrl()).protocol === 'https:')
      response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    next();
  };
}

/** Leaves the one-time link of an account that has moved to the cell that has it (D74). */
function leadMovedLinks({
  cells,
  db,
}: Pick<PanelOptions, 'cells' | 'db'>): RequestHandler<{ token: string }> {
  return async ({ params: { token } }, _response, next) => {
    const cell = isToken(token)
      ? await cells.findHoldingCell(db.read, { token: hashToken(token) })
      : undefined;
    next(cell && misdirected(cell.cell));
  };
}

/**
 * Passkeys, cookies and forms belong to a host name, so visitors by IP address, or by the name of another cell, are
 * redirected to the own one.
 */
function moveToOwnHost({ baseUrl, cells }: Pick<PanelOptions, 'baseUrl' | 'cells'>): RequestHandler {
  const ofOthers = new Set(cells.others.map(({ url }) => new URL(url).hostname));
  return (request, response, next) => {
    const { hostname } = request;
    const own = new URL(baseUrl());
    const isByAddress = own.hostname === 'localhost' && /^(127\.0\.0\.1|\[::1\])$/.test(hostname);
    const isOfOther = hostname !== own.hostname && ofOthers.has(hostname);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || (!isByAddress && !isOfOther)) return next();
    const headers = { ...HTML, Location: `${own.origin}${request.originalUrl}` };
    sendAnswer(response, request.call, { status: 303, headers, text: '' });
  };
}

const PROBLEMS: Partial<Record<ErrorCode, Problem>> = {
  route_not_found: 'not_found',
  forbidden: 'not_allowed',
  rate_limit_exceeded: 'too_many',
  internal_error: 'failed',
};

/** An error page for people, in the signed-in user's frame. */
function explain(options: PanelOptions, cookies: CookieJar, logger: Logger): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    const { refusal, headers } = refusalFor(error, request.call, logger);
    const { status, code } = refusal;
    const visit = await withUser(options, cookies, request).catch(() =>
      toVisit(request, { cookies, sendsMail: options.sendsMail }),
    );
    if (status === 403) {
      const { requestId: request_id, clientAddress: address } = request.call;
      // The route, not the path, because the path of a one-time link is a secret.
      const route = (request.route as { path: string } | undefined)?.path;
      const userId = 'session' in visit ? (visit as UserVisit).session.userId : undefined;
      logger.warn('panel request refused', { request_id, address, route, user_id: userId });
    }
    const missing = status === 404 ? 'not_found' : 'not_accepted';
    const problem = PROBLEMS[code] ?? missing;
    const requestId = problem === 'failed' ? request.call.requestId : undefined;
    sendAnswer(response, request.call, {
      status,
      headers: { ...headers, ...HTML, 'Content-Language': visit.language },
      text: renderProblem(frameOf(options, visit), problem, requestId),
    });
  };
}

async function withUser(options: PanelOptions, cookies: CookieJar, request: Request): Promise<Visit> {
  const visit = toVisit(request, { cookies, sendsMail: options.sendsMail });
  const token = cookies.session(request);
  const { db, people } = options;
  const user =
    token === undefined ? undefined : await findUser({ db, sessions: people.sessions }, visit, token);
  return user ?? visit;
}
