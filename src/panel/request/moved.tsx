import type { Language } from '../../pages/index.ts';
import type { Page } from './route.ts';

const en = {
  title: 'This account has moved',
  hint: 'Its panel has another address now, and what you sent was not done. Sign in there and send it again.',
  proceed: (host: string): string => `Continue at ${host}`,
};

const es: typeof en = {
  title: 'Esta cuenta se mudó',
  hint: 'Su panel tiene ahora otra dirección, y lo que enviaste no se hizo. Inicia sesión allí y envíalo de nuevo.',
  proceed: (host) => `Continuar en ${host}`,
};

const MOVED: Readonly<Record<Language, typeof en>> = { en, es };

/** For who sent something to an account that has moved to another cell; `href` is its page there. */
export function movedPage(language: Language, href: string): Page {
  const { title, hint, proceed } = MOVED[language];
  return {
    title,
    body: (
      <>
        <p>{hint}</p>
        <p>
          <a href={href}>{proceed(new URL(href).host)}</a>
        </p>
      </>
    ),
  };
}
