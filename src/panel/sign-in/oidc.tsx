import { withQuery } from '../../pages/index.ts';
import { type Errand, findIdentity, type Oidc, type VerifiedIdentity } from '../../people/index.ts';
import { createCookieJar } from '../request/cookies.ts';
import { findUser, requireOwnLink, safeNext, withNext } from '../request/guards.ts';
import { paths } from '../request/paths.ts';
import type { Reply, Route, UserVisit, Visit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { browserOf, logDenial } from './attempt.ts';
import { afterProof, createWaysReader, proofPage } from './proof.tsx';
import { signInPage } from './sign-in.tsx';

const WAYS = { hasOidc: true };

/** Signing in by OpenID Connect, if it is configured: to the provider, and back from it. */
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
        const { id, isFresh, hasWayIn } = visit.session;
        // No direct redirect here: browsers do not let a form's submission be redirected to the provider.
        if (!isFresh && hasWayIn) return { redirect: withNext(paths.proof.page, paths.me.page) };
        return leave(visit, 'link', id);
      },
    },
  ];
}

function backRoute(oidc: Oidc, services: PanelServices): Route {
  const { db, people, baseUrl, logger } = services;
  const readWays = createWaysReader(services);
  const { access, sessions } = people;
  const cookies = createCookieJar(baseUrl);
  const done = { oidc: undefined };

  /**
   * The user who linked this identity, if the provider still has the e-mail address that they use here. An
   * e-mail address alone is not enough: providers may reassign addresses.
   */
  const userOf = async (identity: VerifiedIdentity): Promise<string | undefined> => {
    const found = await findIdentity(db.read, identity);
    return found?.email === identity.email ? found.userId : undefined;
  };
  const signIn = async (visit: Visit, { next }: Errand, identity: VerifiedIdentity): Promise<Reply> => {
    const userId = await userOf(identity);
    const by = await browserOf(visit, cookies, sessions);
    const session =
      userId === undefined
        ? undefined
        : await db.transaction((trx) => access.signIn(trx, { userId, proof: 'oidc', ...by }));
    if (session === undefined) return deny(visit, next);
    return { redirect: next, cookies: { ...done, session, device: by.device } };
  };
  const prove = async (visit: UserVisit, { next }: Errand, identity: VerifiedIdentity): Promise<Reply> => {
    if ((await userOf(identity)) !== visit.session.userId) {
      logDenial(logger, visit, 'oidcFailed');
      const page = proofPage(visit, await readWays(visit), next, 'oidcFailed');
      return { page, status: 403, cookies: done };
    }
    const session = await db.transaction((trx) => sessions.prove(trx, visit.session));
    return { redirect: afterProof(cookies, visit, next), cookies: { ...done, session } };
  };
  const link = async (visit: UserVisit, identity: VerifiedIdentity): Promise<Reply> => {
    const { session, actor } = visit;
    const isLinked =
      identity.email === session.email &&
      (await db.transaction((trx) => access.linkIdentity(trx, actor, identity)));
    const page = session.hasWayIn ? paths.me.page : paths.setUp;
    if (!isLinked) return { redirect: withQuery(page, { problem: 'oidc_failed' }), cookies: done };
    return {
      redirect: session.hasWayIn ? withQuery(paths.me.page, { notice: 'oidc_linked' }) : paths.home,
      cookies: done,
    };
  };
  const deny = (visit: Visit, next: string, error?: unknown): Reply => {
    logDenial(logger, visit, 'oidcFailed', error);
    return { page: signInPage(visit, WAYS, next, 'oidcFailed'), status: 403, cookies: done };
  };
  /** The user in the session that the round trip is for, if this browser still has it. */
  const visitorOf = async (visit: Visit, { sessionId }: Errand): Promise<UserVisit | undefined> => {
    const token = cookies.session(visit.request);
    const user = token === undefined ? undefined : await findUser({ db, sessions }, visit, token);
    return user?.session.id === sessionId ? user : undefined;
  };

  return {
    method: 'get',
    path: paths.oidcCallback,
    access: 'public',
    handle: async (visit) => {
      const url = new URL(visit.request.originalUrl, baseUrl());
      const back = await oidc.finish(cookies.oidc(visit.request) ?? '', url).catch((error: unknown) => error);
      if (!isFinished(back)) return deny(visit, paths.home, back);
      const { errand, identity } = back;
      if (errand.purpose === 'sign-in') return signIn(visit, errand, identity);
      const user = await visitorOf(visit, errand);
      if (!user) return deny(visit, paths.home);
      return errand.purpose === 'link' ? link(user, identity) : prove(user, errand, identity);
    },
  };
}

type Finished = Awaited<ReturnType<Oidc['finish']>>;

function isFinished(back: unknown): back is Finished {
  return typeof back === 'object' && back !== null && 'errand' in back;
}
