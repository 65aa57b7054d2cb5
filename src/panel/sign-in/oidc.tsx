import { withQuery } from '../../pages/index.ts';
import { type Errand, findIdentity, type Oidc, type VerifiedIdentity } from '../../people/index.ts';
import { createCookieJar } from '../request/cookies.ts';
import { findUser, requireOwnLink, safeNext, withNext } from '../request/guards.ts';
import { paths } from '../request/paths.ts';
import type { Reply, Route, UserVisit, Visit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { browserOf, logDenial } from './attempt.ts';
import { afterProof, createProofMethodsReader, proofPage } from './proof.tsx';
import { signInPage } from './sign-in.tsx';

const WAYS = { hasOidc: true };

/** The routes for signing in by OpenID Connect, if it is configured, to the provider and back from it. */
export function oidcRoutes(services: PanelServices): Route[] {
  const { oidc } = services.people;
  return oidc ? [...outRoutes(oidc, services), backRoute(oidc, services)] : [];
}

function outRoutes(oidc: Oidc, { logger }: PanelServices): Route[] {
  const leave = async (
    visit: Visit,
    purpose: Errand['purpose'],
    sessionId: string | null,
  ): Promise<Reply> => {
    requireOwnLink(visit);
    const next = safeNext(visit.query('next'));
    try {
      const { url, cookie } = await oidc.begin({ purpose, sessionId, next });
      return { redirect: url, cookies: { oidc: cookie } };
    } catch (error) {
      // The provider does not answer.
      logDenial(logger, visit, 'oidcFailed', error);
      return { page: signInPage(visit, WAYS, next, 'oidcFailed'), status: 403 };
    }
  };

  return [
    {
      method: 'get',
      path: paths.signIn.oidc,
      access: 'public',
      handle: (visit) => leave(visit, 'sign-in', null),
    },
    {
      method: 'get',
      path: paths.proof.oidc,
      access: 'user',
      handle: (visit) => leave(visit, 'proof', visit.session.id),
    },
    {
      method: 'get',
      path: paths.me.linkOidc,
      access: 'user',
      setUp: true,
      handle: async (visit) => {
        const { id, isFresh, hasSignInMethod: hasSignInMethod } = visit.session;
        // No direct redirect here, because browsers do not let a form's submission be redirected to the provider.
        if (!isFresh && hasSignInMethod) return { redirect: withNext(paths.proof.page, paths.me.page) };
        return leave(visit, 'link', id);
      },
    },
  ];
}

interface Parts extends Pick<PanelServices, 'db' | 'logger' | 'baseUrl'> {
  oidc: Oidc;
  access: PanelServices['people']['access'];
  sessions: PanelServices['people']['sessions'];
  cookies: ReturnType<typeof createCookieJar>;
  readProofMethods: ReturnType<typeof createProofMethodsReader>;
}

/** The round trip is over, so its cookie is removed. */
const DONE = { oidc: undefined };

function backRoute(oidc: Oidc, services: PanelServices): Route {
  const { db, logger, baseUrl } = services;
  const { access, sessions } = services.people;
  const cookies = createCookieJar(baseUrl);
  const readProofMethods = createProofMethodsReader(services);
  const parts: Parts = {
    db,
    logger,
    baseUrl,
    oidc,
    access,
    sessions,
    cookies,
    readProofMethods: readProofMethods,
  };
  return {
    method: 'get',
    path: paths.oidcCallback,
    access: 'public',
    handle: (visit) => comeBack(parts, visit),
  };
}

async function comeBack(parts: Parts, visit: Visit): Promise<Reply> {
  const { baseUrl, oidc, cookies } = parts;
  const url = new URL(visit.request.originalUrl, baseUrl());
  const back = await oidc.finish(cookies.oidc(visit.request) ?? '', url).catch((error: unknown) => error);
  if (!isFinished(back)) return deny(parts, visit, paths.home, back);
  const { errand, identity } = back;
  if (errand.purpose === 'sign-in') return signIn(parts, visit, errand, identity);
  const user = await visitorOf(parts, visit, errand);
  if (!user) return deny(parts, visit, paths.home);
  return errand.purpose === 'link' ? link(parts, user, identity) : prove(parts, user, errand, identity);
}

/**
 * The user who linked this identity, if the provider still has the e-mail address that they use here. An e-mail address
 * alone is not enough, because providers may reassign addresses.
 */
async function userOf({ db }: Parts, identity: VerifiedIdentity): Promise<string | undefined> {
  const found = await findIdentity(db.read, identity);
  return found?.email === identity.email ? found.userId : undefined;
}

async function signIn(
  parts: Parts,
  visit: Visit,
  { next }: Errand,
  identity: VerifiedIdentity,
): Promise<Reply> {
  const { cookies, sessions, db, access } = parts;
  const userId = await userOf(parts, identity);
  const by = await browserOf(visit, cookies, sessions);
  const session =
    userId === undefined
      ? undefined
      : await db.transaction((trx) => access.signIn(trx, { userId, proof: 'oidc', ...by }));
  if (session === undefined) return deny(parts, visit, next);
  return { redirect: next, cookies: { ...DONE, session, device: by.device } };
}

async function prove(
  parts: Parts,
  visit: UserVisit,
  { next }: Errand,
  identity: VerifiedIdentity,
): Promise<Reply> {
  const { logger, readProofMethods: readProofMethods, db, sessions, cookies } = parts;
  if ((await userOf(parts, identity)) !== visit.session.userId) {
    logDenial(logger, visit, 'oidcFailed');
    const page = proofPage(visit, await readProofMethods(visit), next, 'oidcFailed');
    return { page, status: 403, cookies: DONE };
  }
  const session = await db.transaction((trx) => sessions.prove(trx, visit.session));
  return { redirect: afterProof(cookies, visit, next), cookies: { ...DONE, session } };
}

async function link({ db, access }: Parts, visit: UserVisit, identity: VerifiedIdentity): Promise<Reply> {
  const { session, actor } = visit;
  const isLinked =
    identity.email === session.email &&
    (await db.transaction((trx) => access.linkIdentity(trx, actor, identity)));
  const page = session.hasSignInMethod ? paths.me.page : paths.setUp;
  if (!isLinked) return { redirect: withQuery(page, { problem: 'oidc_failed' }), cookies: DONE };
  return {
    redirect: session.hasSignInMethod ? withQuery(paths.me.page, { flash: 'oidc_linked' }) : paths.home,
    cookies: DONE,
  };
}

function deny({ logger }: Parts, visit: Visit, next: string, error?: unknown): Reply {
  logDenial(logger, visit, 'oidcFailed', error);
  return { page: signInPage(visit, WAYS, next, 'oidcFailed'), status: 403, cookies: DONE };
}

/** The user whose session began the round trip, if this browser still has that session. */
async function visitorOf(
  { cookies, db, sessions }: Parts,
  visit: Visit,
  { sessionId }: Errand,
): Promise<UserVisit | undefined> {
  const token = cookies.session(visit.request);
  const user = token === undefined ? undefined : await findUser({ db, sessions }, visit, token);
  return user?.session.id === sessionId ? user : undefined;
}

type Finished = Awaited<ReturnType<Oidc['finish']>>;

function isFinished(back: unknown): back is Finished {
  return typeof back === 'object' && back !== null && 'errand' in back;
}
