import { LANGUAGES } from '../../pages/index.ts';
import { setLanguage } from '../../people/index.ts';
import { createCookieJar } from '../request/cookies.ts';
import { safeNext } from '../request/guards.ts';
import { paths } from '../request/paths.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';

/** The language of the pages. */
export function chooseLanguage({ db, baseUrl, people }: PanelServices): Route[] {
  const { sessions } = people;
  const cookies = createCookieJar(baseUrl);

  return [
    {
      method: 'post',
      path: paths.language,
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
