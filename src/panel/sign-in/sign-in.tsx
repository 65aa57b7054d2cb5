import { Field, Refusal, withQuery } from '../../pages/index.ts';
import type { Proof } from '../../people/index.ts';
import { Outcome, PasskeyForm } from '../frame/parts.tsx';
import { createCookieJar } from '../request/cookies.ts';
import { safeNext, withNext } from '../request/guards.ts';
import { paths } from '../request/paths.ts';
import type { Page, Reply, Route, Visit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { browserOf, checkPassword, logDenial } from './attempt.ts';
import { type Denial, OidcLink, PasswordAndCode, type SignInMethods } from './parts.tsx';
import { SIGN_IN } from './texts.ts';

/** Signing in, and out. */
export function signIn(services: PanelServices): Route[] {
  const { db, people, baseUrl, logger } = services;
  const { access, passkeys, sessions } = people;
  const cookies = createCookieJar(baseUrl);
  const methods = { hasOidc: people.oidc !== undefined };

  /** Begins a session in place of an earlier one of this browser. */
  const letIn = async (visit: Visit, userId: string, proof: Proof): Promise<Reply> => {
    const by = await browserOf(visit, cookies, sessions);
    const session = await db.transaction((trx) => access.signIn(trx, { userId, proof, ...by }));
    if (session === undefined) return deny(visit, 'wrong');
    return { redirect: safeNext(visit.field('next')), cookies: { session, device: by.device } };
  };

  const deny = (visit: Visit, denial: Denial): Reply => {
    logDenial(logger, visit, denial);
    const page = signInPage(visit, methods, safeNext(visit.field('next')), denial);
    return { page, status: denial === 'tooMany' ? 429 : 403 };
  };

  return [
    {
      method: 'get',
      path: paths.signIn.page,
      access: 'public',
      handle: (visit) => Promise.resolve({ page: signInPage(visit, methods, safeNext(visit.query('next'))) }),
    },
    {
      method: 'post',
      path: paths.signIn.page,
      access: 'public',
      handle: async (visit) => {
        const { allowed, result } = await checkPassword(services, visit, visit.field('email'));
        if (!result) return deny(visit, allowed ? 'wrong' : 'tooMany');
        return letIn(visit, result.userId, result.recoveryCode ? 'recovery_code' : 'password');
      },
    },
    {
      method: 'post',
      path: paths.signIn.passkeyOptions,
      access: 'public',
      handle: async () => ({ json: await passkeys.requestOptions(null) }),
    },
    {
      method: 'post',
      path: paths.signIn.passkey,
      access: 'public',
      handle: async (visit) => {
        const userId = await passkeys.verify(null, visit.field('response'));
        return userId === undefined ? deny(visit, 'passkeyFailed') : letIn(visit, userId, 'passkey');
      },
    },
    {
      method: 'post',
      path: paths.signOut,
      access: 'user',
      setUp: true,
      handle: async ({ actor }) => {
        await db.transaction((trx) => access.signOut(trx, actor));
        return {
          redirect: withQuery(paths.signIn.page, { flash: 'signed_out' }),
          cookies: { session: undefined },
        };
      },
    },
  ];
}

export function signInPage(visit: Visit, { hasOidc }: SignInMethods, next: string, denied?: Denial): Page {
  const texts = SIGN_IN[visit.language];
  const { joined, signedOut } = texts;
  return {
    title: texts.title,
    passkeys: true,
    body: (
      <div class="narrow">
        <Outcome flashMessages={{ joined, signed_out: signedOut }} />
        {denied && <Refusal>{texts[denied]}</Refusal>}
        <PasskeyForm
          action={paths.signIn.passkey}
          options={paths.signIn.passkeyOptions}
          use="get"
          label={texts.passkey}
          failed={texts.passkeyFailed}
        >
          <input type="hidden" name="next" value={next} />
        </PasskeyForm>
        {hasOidc && <OidcLink to={withNext(paths.signIn.oidc, next)} label={texts.oidc} />}
        <h2>{texts.byPassword}</h2>
        <form method="post" action={paths.signIn.page}>
          <input type="hidden" name="next" value={next} />
          <Field
            name="email"
            label={texts.email}
            type="email"
            value={visit.field('email')}
            autocomplete="username"
            maxlength={320}
          />
          <PasswordAndCode />
          <button type="submit" class="secondary">
            {texts.submit}
          </button>
        </form>
        <p class="muted">{texts.lost}</p>
      </div>
    ),
  };
}
