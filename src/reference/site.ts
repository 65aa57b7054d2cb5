import { type ContractDocument, readTranslation } from '../contract/index.ts';
import type { Assets, Language } from '../pages/index.ts';
import { type Book, createBook } from './book/book.ts';
import { readChangelog } from './book/changelog.ts';
import { readGuides } from './book/guides.ts';
import { createSearch, type Search } from './book/search.ts';
import { changelogPage } from './pages/changelog.tsx';
import { eventPage } from './pages/event.tsx';
import { renderPage, type Content } from './pages/frame.tsx';
import { guidePage } from './pages/guide.tsx';
import { operationPage } from './pages/operation.tsx';
import { overview } from './pages/overview.tsx';
import { kindOf, searchPage } from './pages/search.tsx';
import { TEXTS } from './pages/texts.ts';

/** The reference in one language. */
export interface Site {
  /** All addresses that have a page. */
  paths(): string[];
  /** Undefined if there is no such page. */
  render(path: string): string | undefined;
  /** With a kind, only results of that kind. */
  renderSearch(query: string, kind?: string): Promise<string>;
  renderMissing(): string;
}

export interface SiteOptions {
  document: ContractDocument;
  assets: Assets;
  baseUrl: string;
  environment: 'test' | 'live';
}

/** The pages of the reference, one for each guide, operation and event, made from the contract. */
export async function createSite(options: SiteOptions & { language: Language }): Promise<Site> {
  const { document, assets, baseUrl, language } = options;
  const [guides, changelog, translate] = await Promise.all([
    readGuides(language),
    readChangelog(),
    language === 'en' ? () => undefined : readTranslation(),
  ]);
  const book = createBook({ document, guides, baseUrl, language, translate });
  const pages = pagesOf(book, changelog, options);
  let search: Promise<Search> | undefined;
  const { missing } = TEXTS[language];
  return {
    paths: () => [...pages.keys()],
    render(path) {
      const content = pages.get(path)?.();
      return content && renderPage(assets, book, path, content);
    },
    async renderSearch(query, kind) {
      search ??= createSearch(book);
      const hits = (await search).find(query);
      const path = `${book.addresses.search}?${new URLSearchParams({ q: query }).toString()}`;
      return renderPage(assets, book, path, searchPage(book, hits, { query, kind: kindOf(kind) }));
    },
    renderMissing: () =>
      renderPage(assets, book, book.addresses.overview, { title: missing.title, main: missing.text }),
  };
}

function pagesOf(
  book: Book,
  changelog: string,
  { baseUrl, environment }: SiteOptions,
): Map<string, () => Content> {
  const { addresses, chapters, guides, events } = book;
  const operations = chapters.flatMap((chapter) => chapter.operations);
  const callsGoTo = environment === 'test' ? baseUrl : undefined;
  return new Map<string, () => Content>([
    [addresses.overview, () => overview(book)],
    [addresses.changelog, () => changelogPage(book, changelog)],
    ...guides.map((guide) => [addresses.guide(guide.slug), () => guidePage(book, guide)] as const),
    ...operations.map(
      (entry) =>
        [
          addresses.operation(entry.operation.operationId),
          () => operationPage(book, entry, callsGoTo),
        ] as const,
    ),
    ...events.map((entry) => [addresses.event(entry.type), () => eventPage(book, entry)] as const),
  ]);
}
