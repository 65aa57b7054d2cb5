import type { Request } from '../http/call.ts';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the address says, as the page's own switch writes it; undefined when it says nothing that we know. */
export function chosenLanguage(request: Request): Language | undefined {
  return LANGUAGES.find((language) => language === request.query['lang']);
}

/** The language of the page: the chosen one, else Spanish for a browser that prefers it to English, else English. */
export function languageOf(request: Request): Language {
  // Of several that are equally welcome, and when the browser says nothing, the first is taken.
  return chosenLanguage(request) ?? (request.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en');
}
