import { type Language, LANGUAGES } from '../../pages/index.ts';
import type { Request, Response } from '../../http/index.ts';
import { ERRAND_LIFE_S, isToken } from '../../people/index.ts';
import { RESUME_LIFE_S } from './resume.ts';
import type { Cookies } from './route.ts';

const A_YEAR_MS = 365 * 24 * 3600 * 1000;

export interface CookieJar {
  /** The token of the session. */
  session(request: Request): string | undefined;
  /** Identifies a browser in which a user has signed in before. It grants nothing. */
  device(request: Request): string | undefined;
  /** The sealed state of a round trip to the OpenID provider. */
  oidc(request: Request): string | undefined;
  /** A sealed form that was sent without a fresh proof. */
  kept(request: Request): string | undefined;
  /** For people who are not signed in. */
  language(request: Request): Language | undefined;
  set(response: Response, cookies: Cookies): void;
}

/**
 * With the prefix `__Host-`, a browser accepts a cookie only from this host and over https. Over plain http, as in a
 * first trial, both it and Secure are left out, because not every browser would keep the cookie.
 */
export function createCookieJar(baseUrl: () => string): CookieJar {
  const isSecure = (): boolean => new URL(baseUrl()).protocol === 'https:';
  const nameOf = (cookie: string): string => (isSecure() ? `__Host-${cookie}` : cookie);
  const read = (request: Request, cookie: string): string | undefined => {
    const pairs = (request.get('cookie') ?? '').split(/; ?/);
    const start = `${nameOf(cookie)}=`;
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  };
  const token = (text: string | undefined): string | undefined => (isToken(text) ? text : undefined);

  return {
    session: (request) => token(read(request, 'panel')),
    device: (request) => token(read(request, 'panel-device')),
    oidc: (request) => read(request, 'panel-oidc'),
    kept: (request) => read(request, 'panel-kept'),
    language: (request) => LANGUAGES.find((known) => known === read(request, 'panel-language')),
    set(response, cookies) {
      // Lax, so that a link in a message opens the panel signed in; changes are guarded by their origin.
      const common = { httpOnly: true, secure: isSecure(), sameSite: 'lax', path: '/' } as const;
      // It ends with the browser, or when the service says so.
      if (cookies.session !== undefined) response.cookie(nameOf('panel'), cookies.session, common);
      else if ('session' in cookies) {
        response.clearCookie(nameOf('panel'), common);
        // The back button must not show what was seen. Cookies stay, so that the device is known at the next sign-in.
        response.setHeader('Clear-Site-Data', '"cache", "storage"');
      }
      if (cookies.oidc !== undefined)
        response.cookie(nameOf('panel-oidc'), cookies.oidc, { ...common, maxAge: ERRAND_LIFE_S * 1000 });
      else if ('oidc' in cookies) response.clearCookie(nameOf('panel-oidc'), common);
      if (cookies.kept !== undefined)
        response.cookie(nameOf('panel-kept'), cookies.kept, { ...common, maxAge: RESUME_LIFE_S * 1000 });
      else if ('kept' in cookies) response.clearCookie(nameOf('panel-kept'), common);
      const lasting = { ...common, maxAge: A_YEAR_MS };
      if (cookies.device !== undefined) response.cookie(nameOf('panel-device'), cookies.device, lasting);
      if (cookies.language !== undefined)
        response.cookie(nameOf('panel-language'), cookies.language, lasting);
    },
  };
}
