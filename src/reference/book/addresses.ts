import type { Language } from '../../pages/index.ts';

/** The URLs of the reference's pages in one language. Without a language, a page is in that of the browser. */
export interface Addresses {
  overview: string;
  search: string;
  changelog: string;
  guide(slug: string): string;
  operation(operationId: string): string;
  event(type: string): string;
}

export function addressesIn(language: Language): Addresses {
  const overview = `/docs/${language}`;
  return {
    overview,
    search: `${overview}/search`,
    changelog: `${overview}/changelog`,
    guide: (slug) => `${overview}/guides/${slug}`,
    operation: (operationId) => `${overview}/operations/${operationId}`,
    event: (type) => `${overview}/events/${type}`,
  };
}

/** The address of a page's version in another language. */
export function inLanguage(path: string, language: Language): string {
  return path.replace(/^\/docs(\/(en|es)(?=\/|$))?/, `/docs/${language}`);
}
