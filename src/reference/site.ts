import type { ContractDocument } from '../contract/index.ts';
import type { Assets } from '../pages/index.ts';
import { addressOf, createBook, type Book } from './book/book.ts';
import { guidesFor, type Guide } from './book/guides.ts';
import { eventPage } from './pages/event.tsx';
import { renderPage, type Content } from './pages/frame.tsx';
import { guidePage } from './pages/guide.tsx';
import { operationPage } from './pages/operation.tsx';
import { overview } from './pages/overview.tsx';
import { searchPage } from './pages/search.tsx';

export interface Site {
  /** All addresses that have a page. */
  paths(): string[];
  /** Undefined if there is no such page. */
  render(path: string): string | undefined;
  renderSearch(query: string): string;
  renderMissing(): string;
}

/** The pages of the reference: one for each guide, operation and event, made from the contract. */
export function createSite(options: {
  document: ContractDocument;
  guides: Guide[];
  assets: Assets;
  baseUrl: () => string;
}): Site {
  const { document, guides, assets, baseUrl } = options;
  let read: { book: Book; pages: Map<string, () => Content> } | undefined;
  // At the first request, when the address is known.
  const site = () => {
    if (read) return read;
    const book = createBook(document, guidesFor(guides, baseUrl()), baseUrl());
    return (read = { book, pages: pagesOf(book) });
  };
  return {
    paths: () => [...site().pages.keys()],
    render(path) {
      const { book, pages } = site();
      const content = pages.get(path)?.();
      return content && renderPage(assets, book, path, content);
    },
    renderSearch(query) {
      const { book } = site();
      return renderPage(assets, book, '/docs/search', searchPage(book, query));
    },
    renderMissing: () =>
      renderPage(assets, site().book, '', {
        title: 'There is no such page',
        main: 'The menu has all pages.',
      }),
  };
}

function pagesOf(book: Book): Map<string, () => Content> {
  const operations = book.chapters.flatMap((chapter) => chapter.operations);
  return new Map<string, () => Content>([
    ['/docs', () => overview(book)],
    ...book.guides.map((guide) => [addressOf.guide(guide.slug), () => guidePage(book, guide)] as const),
    ...operations.map(
      (entry) =>
        [addressOf.operation(entry.operation.operationId), () => operationPage(book, entry)] as const,
    ),
    ...book.events.map((entry) => [addressOf.event(entry.type), () => eventPage(book, entry)] as const),
  ]);
}
