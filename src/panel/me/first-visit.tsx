import type { Language } from '../../pages/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { findOpenLink, hashToken, isToken, type OpenLink } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { createCookieJar } from '../request/cookies.ts';
import { Outcome } from '../frame/parts.tsx';
import { NewPasskey } from './pages.tsx';
import { ME } from './texts.ts';
import type { Page, Reply, Route, UserVisit, Visit } from '../request/route.ts';
import { OidcLink } from '../sign-in/pages.tsx';
import { browserOf } from '../sign-in/routes.tsx';

interface LinkTexts {
  invitation: (account: string) => string;
  reset: string;
  as: (email: string) => string;
  proceed: string;
  ended: { title: string; hint: string; signIn: string };
}

const LINK: Readonly<Record<Language, LinkTexts>> = {
  en: {
    invitation: (account) => `Join ${account}`,
    reset: 'Set up your sign-in',
    as: (email) => `You continue as ${email}. The link works once.`,
    proceed: 'Continue',
    ended: {
      title: 'This link no longer works',
      hint: 'It was already used or has expired. Ask whoever sent it for a new one.',
      signIn: 'Sign in',
    },
  },
  es: {
    invitation: (account) => `Únete a ${account}`,
    reset: 'Configura cómo entrarás',
    as: (email) => `Continúas como ${email}. El enlace funciona una sola vez.`,
    proceed: 'Continuar',
    ended: {
      title: 'Este enlace ya no funciona',
      hint: 'Ya se usó o venció. Pide uno nuevo a quien te lo envió.',
      signIn: 'Iniciar sesión',
    },
  },
};

/** The page of a one-time link, and the page where a new user sets up their sign-in. */
export function firstVisitRoutes({ db, people, baseUrl }: PanelServices): Route[] {
  const cookies = createCookieJar(baseUrl);
  const tokenOf = (visit: Visit): string | undefined => {
    const token = visit.param('token');
    return isToken(token) ? token : undefined;
  };

  return [
    {
      // Mail systems open links to check them: only the form uses the link up.
      method: 'get',
      path: '/panel/links/:token',
      access: 'public',
      handle: async (visit) => {
        const token = tokenOf(visit);
        const link =
          token === undefined ? undefined : await findOpenLink(db.read, { tokenHash: hashToken(token) });
        return token === undefined || !link ? ended(visit) : { page: linkPage(visit, link, token) };
      },
    },
    {
      method: 'post',
      path: '/panel/links/:token',
      access: 'public',
      handle: async (visit) => {
        const token = tokenOf(visit);
        if (token === undefined) return ended(visit);
        const by = await browserOf(visit, cookies, people.sessions);
        try {
          const used = await db.transaction((trx) => people.access.useLink(trx, token, by));
          const { session, accountId, userId } = used;
          if (session !== undefined)
            return { redirect: '/panel/set-up', cookies: { session, device: by.device } };
          const isSignedIn = by.replaces?.userId === userId;
          return { redirect: isSignedIn ? `/panel/accounts/${accountId}` : '/panel/sign-in?notice=joined' };
        } catch (error) {
          if (error instanceof DomainError && error.code === 'one_time_link_ended') return ended(visit);
          throw error;
        }
      },
    },
    {
      method: 'get',
      path: '/panel/set-up',
      access: 'user',
      setUp: true,
      handle: (visit) =>
        Promise.resolve(
          visit.session.hasWayIn
            ? { redirect: '/panel' }
            : { page: setUpPage(visit, people.oidc !== undefined) },
        ),
    },
  ];
}

function linkPage({ language }: Visit, link: OpenLink, token: string): Page {
  const texts = LINK[language];
  return {
    title: link.purpose === 'invitation' ? texts.invitation(link.accountName) : texts.reset,
    body: (
      <div class="narrow">
        <p>{texts.as(link.email)}</p>
        <form method="post" action={`/panel/links/${token}`}>
          <button type="submit">{texts.proceed}</button>
        </form>
      </div>
    ),
  };
}

function ended({ language }: Visit): Reply {
  const { title, hint, signIn } = LINK[language].ended;
  return {
    page: {
      title,
      body: (
        <>
          <p>{hint}</p>
          <p>
            <a href="/panel/sign-in">{signIn}</a>
          </p>
        </>
      ),
    },
    status: 404,
  };
}

function setUpPage(visit: UserVisit, hasOidc: boolean): Page {
  const texts = ME[visit.language];
  return {
    title: texts.setUpTitle,
    passkeys: true,
    body: (
      <div class="narrow">
        <Outcome visit={visit} problems={texts.problems} />
        <p>{texts.setUpWhy}</p>
        <div class="scripted">
          <h2>{texts.setUpPasskey}</h2>
          <NewPasskey visit={visit} />
        </div>
        <h2>{texts.setUpPassword}</h2>
        <p>
          <a href="/panel/me/password" role="button" class="secondary">
            {texts.setPassword}
          </a>
        </p>
        {hasOidc && (
          <>
            <h2>{texts.setUpOidc}</h2>
            <OidcLink to="/panel/me/oidc/link" label={texts.linkOidc} />
          </>
        )}
      </div>
    ),
  };
}
