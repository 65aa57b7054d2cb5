import type { Request } from '../http/call.ts';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language in the URL, as set by the page's own switch; undefined when it is missing or unknown. */
export function chosenLanguage(request: Request): Language | undefined {
  return LANGUAGES.find((language) => language === request.query['lang']);
}

/** The language of the page: the chosen one, else Spanish for a browser that prefers it to English, else English. */
export function languageOf(request: Request): Language {
  // When several are equally preferred, or the browser states none, the first is taken.
  return chosenLanguage(request) ?? (request.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en');
}
