import { DomainError } from '../../lib/errors/errors.ts';
import { fillPath, type Language, withQuery } from '../../pages/index.ts';
import { findOpenLink, hashToken, isToken, type OpenLink } from '../../people/index.ts';
import { createCookieJar } from '../request/cookies.ts';
import { paths } from '../request/paths.ts';
import type { Page, Reply, Route, Visit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { browserOf } from '../sign-in/attempt.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  invitation: (account: string): string => `Join ${account}`,
  reset: 'Set up your sign-in',
  as: (email: string): string => `You continue as ${email}. The link works once.`,
  ended: {
    title: 'This link no longer works',
    hint: 'It was already used or has expired. Ask whoever sent it for a new one.',
    signIn: 'Sign in',
  },
};

const es: typeof en = {
  ...WORDS.es,
  invitation: (account) => `Únete a ${account}`,
  reset: 'Configura cómo entrarás',
  as: (email) => `Continúas como ${email}. El enlace funciona una sola vez.`,
  ended: {
    title: 'Este enlace ya no funciona',
    hint: 'Ya se usó o venció. Pide uno nuevo a quien te lo envió.',
    signIn: 'Iniciar sesión',
  },
};

const LINK: Readonly<Record<Language, typeof en>> = { en, es };

/** The page of a one-time link. */
export function useOneTimeLink({ db, people, baseUrl }: PanelServices): Route[] {
  const cookies = createCookieJar(baseUrl);

  const tokenOf = (visit: Visit): string | undefined => {
    const token = visit.param('token');
    return isToken(token) ? token : undefined;
  };

  return [
    {
      // Only the form uses the link up, because mail systems open links to check them.
      method: 'get',
      path: paths.oneTimeLink,
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
      path: paths.oneTimeLink,
      access: 'public',
      handle: async (visit) => {
        const token = tokenOf(visit);
        if (token === undefined) return ended(visit);
        const by = await browserOf(visit, cookies, people.sessions);
        try {
          const used = await db.transaction((trx) => people.access.useLink(trx, token, by));
          const { session, accountId, userId } = used;
          if (session !== undefined)
            return { redirect: paths.setUp, cookies: { session, device: by.device } };
          const isSignedIn = by.replaces?.userId === userId;
          return {
            redirect: isSignedIn
              ? fillPath(paths.overview.page, { account: accountId })
              : withQuery(paths.signIn.page, { flash: 'joined' }),
          };
        } catch (error) {
          if (error instanceof DomainError && error.code === 'one_time_link_ended') return ended(visit);
          throw error;
        }
      },
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
        <form method="post" action={fillPath(paths.oneTimeLink, { token })}>
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
            <a href={paths.signIn.page}>{signIn}</a>
          </p>
        </>
      ),
    },
    status: 404,
  };
}
