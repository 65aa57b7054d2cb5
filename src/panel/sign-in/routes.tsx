import { LANGUAGES } from '../../pages/index.ts';
import { describeError, type Logger } from '../../lib/logger.ts';
import {
  newToken,
  normaliseEmail,
  type Proof,
  type Sessions,
  setLanguage,
  type SignIn,
} from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { createCookieJar, type CookieJar } from '../request/cookies.ts';
import { safeNext } from '../request/guards.ts';
import type { Reply, Route, UserVisit, Visit } from '../request/route.ts';
import { proofPage, signInPage, type Denial } from './pages.tsx';

/** Signing in and out, proving it again, and the language of the pages. */
export function signInRoutes({ db, people, baseUrl, logger }: PanelServices): Route[] {
  const { access, limits, passkeys, passwords, sessions } = people;
  const cookies = createCookieJar(baseUrl);
  const ways = { hasOidc: people.oidc !== undefined };

  /** Begins a session in place of an earlier one of this browser. */
  const letIn = async (visit: Visit, userId: string, proof: Proof): Promise<Reply> => {
    const by = await browserOf(visit, cookies, sessions);
    const session = await db.transaction((trx) => access.signIn(trx, { ...by, userId, proof }));
    if (session === undefined) return deny(visit, 'wrong');
    return { redirect: safeNext(visit.field('next')), cookies: { session, device: by.device } };
  };
  const deny = (visit: Visit, denial: Denial): Reply => {
    logDenial(logger, visit, denial);
    const page = signInPage(visit, ways, safeNext(visit.field('next')), denial);
    return { page, status: denial === 'tooMany' ? 429 : 403 };
  };
  /** The user whose password and code were typed, within the limits. */
  const check = (visit: Visit, typed: string) => {
    const email = normaliseEmail(typed);
    const address = visit.request.call.clientAddress;
    const device = cookies.device(visit.request);
    return limits.within({ email, address, device }, () =>
      passwords.verify(email, visit.field('password'), visit.field('code')),
    );
  };

  /** The session continues under a new token, as after any sign-in. */
  const prove = async (visit: UserVisit): Promise<Reply> => {
    const session = await db.transaction((trx) => sessions.prove(trx, visit.session));
    return { redirect: safeNext(visit.field('next')), cookies: { session } };
  };
  const denyProof = (visit: UserVisit, denial: Denial): Reply => {
    logDenial(logger, visit, denial);
    const page = proofPage(visit, ways, safeNext(visit.field('next')), denial);
    return { page, status: denial === 'tooMany' ? 429 : 403 };
  };

  return [
    {
      method: 'get',
      path: '/panel/sign-in',
      access: 'public',
      handle: (visit) => Promise.resolve({ page: signInPage(visit, ways, safeNext(visit.query('next'))) }),
    },
    {
      method: 'post',
      path: '/panel/sign-in',
      access: 'public',
      handle: async (visit) => {
        const { allowed, result } = await check(visit, visit.field('email'));
        if (!result) return deny(visit, allowed ? 'wrong' : 'tooMany');
        return letIn(visit, result.userId, result.recoveryCode ? 'recovery_code' : 'password');
      },
    },
    {
      method: 'post',
      path: '/panel/sign-in/passkey/options',
      access: 'public',
      handle: async () => ({ json: await passkeys.requestOptions(null) }),
    },
    {
      method: 'post',
      path: '/panel/sign-in/passkey',
      access: 'public',
      handle: async (visit) => {
        const userId = await passkeys.verify(null, visit.field('response'));
        return userId === undefined ? deny(visit, 'passkeyFailed') : letIn(visit, userId, 'passkey');
      },
    },
    {
      method: 'post',
      path: '/panel/sign-out',
      access: 'user',
      setUp: true,
      handle: async ({ actor }) => {
        await db.transaction((trx) => access.signOut(trx, actor));
        return { redirect: '/panel/sign-in?notice=signed_out', cookies: { session: undefined } };
      },
    },
    {
      method: 'get',
      path: '/panel/proof',
      access: 'user',
      handle: (visit) => Promise.resolve({ page: proofPage(visit, ways, safeNext(visit.query('next'))) }),
    },
    {
      method: 'post',
      path: '/panel/proof',
      access: 'user',
      handle: async (visit) => {
        const { allowed, result } = await check(visit, visit.session.email);
        if (!result) return denyProof(visit, allowed ? 'wrong' : 'tooMany');
        return prove(visit);
      },
    },
    {
      method: 'post',
      path: '/panel/proof/passkey/options',
      access: 'user',
      handle: async ({ session }) => ({ json: await passkeys.requestOptions(session.userId) }),
    },
    {
      method: 'post',
      path: '/panel/proof/passkey',
      access: 'user',
      handle: async (visit) => {
        const userId = await passkeys.verify(visit.session.userId, visit.field('response'));
        return userId === undefined ? denyProof(visit, 'passkeyFailed') : prove(visit);
      },
    },
    {
      method: 'post',
      path: '/panel/language',
      access: 'public',
      handle: async (visit) => {
        const language = LANGUAGES.find((known) => known === visit.field('language'));
        const redirect = safeNext(visit.field('next'));
        if (!language) return { redirect };
        const token = cookies.session(visit.request);
        const session = token === undefined ? undefined : await sessions.find(token);
        if (session) await db.transaction((trx) => setLanguage(trx, { userId: session.userId, language }));
        return { redirect, cookies: { language } };
      },
    },
  ];
}

/** Without the input: people type passwords into the wrong field. */
export function logDenial(logger: Logger, { request }: Visit, reason: Denial, error?: unknown): void {
  const { requestId, clientAddress: address } = request.call;
  const cause = error === undefined ? {} : describeError(error);
  logger.warn('somebody was not let in to the panel', {
    request_id: requestId,
    address,
    path: request.path,
    reason,
    ...cause,
  });
}

/** The browser of a sign-in: its address, and its previous session. */
export async function browserOf(
  { request }: Visit,
  cookies: CookieJar,
  sessions: Pick<Sessions, 'find'>,
): Promise<Omit<SignIn, 'userId' | 'proof'>> {
  const token = cookies.session(request);
  const session = token === undefined ? undefined : await sessions.find(token);
  const { clientAddress: address, requestId } = request.call;
  return {
    from: { address, agent: request.get('user-agent') ?? '' },
    device: cookies.device(request) ?? newToken(),
    requestId,
    replaces: session && {
      userId: session.userId,
      email: session.email,
      sessionId: session.id,
      address,
      requestId,
    },
  };
}
