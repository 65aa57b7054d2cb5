import type { Request } from '../http/index.ts';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
/**
 * The locale of dates, which are written as in Mexico and the United States, or as in Colombia. Amounts follow their
 * currency.
 */
export type Locale = Language | 'es-CO';

/** The language in the URL, as set by the page's own switch; undefined when it is missing or unknown. */
export function chosenLanguage(request: Request): Language | undefined {
  return LANGUAGES.find((language) => language === request.query['lang']);
}

/**
 * The language of the page. It is the chosen one, else Spanish for a browser that prefers it to English, else English.
 */
export function languageOf(request: Request): Language {
  // When several are equally preferred, or the browser states none, the first is taken.
  return chosenLanguage(request) ?? (request.acceptsLanguages('en', 'es') === 'es' ? 'es' : 'en');
}

/** The page's language, with the date formats of the browser's region. */
export function localeOf(request: Request): Locale {
  const language = languageOf(request);
  return language === 'es' && request.acceptsLanguages('es-MX', 'es-CO') === 'es-CO' ? 'es-CO' : language;
}
