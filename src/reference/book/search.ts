import MiniSearch, { type SearchResult } from 'minisearch';
import type { Book } from './book.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { eachField, eventFields, type FieldEntry, operationFields } from './fields.ts';
import type { Shape } from './schemas.ts';
import { termOf, wordsOf } from './words.ts';

/** The kinds of search results. */
export const KINDS = ['guide', 'operation', 'event', 'error', 'field'] as const;
export type Kind = (typeof KINDS)[number];

interface Entry {
  kind: Kind;
  href: string;
  title: string;
  /** Other names of it. */
  names: string;
  text: string;
  /** The page that has it, which is the guide of a section or the page of a field. */
  place: string;
  /** The number of other pages with the same field. */
  others: number;
}

export interface Hit {
  kind: Kind;
  href: string;
  place: string;
  others: number;
  /** The shown text with hits marked; made on demand, because only few results are shown. */
  title(): Excerpt;
  excerpt(): Excerpt;
}

export interface Search {
  /** Best first. */
  find(query: string): Hit[];
}

const BOOSTS: Record<Kind, number> = { guide: 1.4, operation: 1.2, event: 1.2, error: 1.2, field: 1 };
/** A smaller share of the best match's score is chance. */
const MIN_SHARE = 0.04;
const MIN_FUZZY_LENGTH = 4;

/** The entries indexed at a time, so that calls of the API need not wait for the whole index. */
const CHUNK = 50;

/** An index of the whole book, in memory, of some thousand short texts. */
export async function createSearch(book: Book): Promise<Search> {
  const entries = readEntries(book);
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['title', 'names', 'text'],
    tokenize: (text) => wordsOf(text).flatMap(({ parts }) => parts),
    processTerm: termOf,
    searchOptions: {
      tokenize: (text) => wordsOf(text).map(({ word }) => word),
      boost: { title: 4, names: 3 },
      prefix: true,
      fuzzy: (term) => (term.length < MIN_FUZZY_LENGTH ? false : 0.2),
      weights: { prefix: 0.6, fuzzy: 0.3 },
      boostDocument: (id) => BOOSTS[entries[id as number]?.kind ?? 'field'],
    },
  });
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: CHUNK },
  );
  return {
    find(query) {
      const exact = index.search(query, { combineWith: 'AND' });
      // Results with some of the words are better than none.
      const results = exact.length > 0 ? exact : index.search(query, { combineWith: 'OR' });
      const best = results[0]?.score ?? 0;
      return results
        .filter(({ score }) => score >= best * MIN_SHARE)
        .flatMap((result) => {
          const entry = entries[result.id as number];
          return entry ? [hitOf(entry, result)] : [];
        });
    },
  };
}

function hitOf({ kind, href, title, text, place, others }: Entry, { terms }: SearchResult): Hit {
  const found = new Set(terms);
  return {
    kind,
    href,
    place,
    others,
    title: () => excerptOf(title, found),
    excerpt: () => excerptOf(text, found),
  };
}

function readEntries(book: Book): Entry[] {
  const { addresses, guides, markdown, chapters, events, errors } = book;
  const operations = chapters.flatMap((chapter) => chapter.operations);
  const plain = { names: '', place: '', others: 0 };
  return [
    ...guides.flatMap(({ slug, title, text }) =>
      markdown.sectionsOf(text).map((section): Entry => ({
        ...plain,
        kind: 'guide',
        href: addresses.guide(slug) + (section.id === undefined ? '' : `#${section.id}`),
        title: section.id === undefined ? title : section.title,
        text: section.text,
        place: section.id === undefined ? '' : title,
      })),
    ),
    ...operations.map(({ path, method, operation }): Entry => ({
      ...plain,
      kind: 'operation',
      href: addresses.operation(operation.operationId),
      title: operation.summary ?? operation.operationId,
      names: `${operation.operationId} ${method} ${path}`,
      text: operation.description ?? '',
      place: `${method} ${path}`,
    })),
    ...events.map(({ type, webhook }): Entry => ({
      ...plain,
      kind: 'event',
      href: addresses.event(type),
      title: type,
      text: webhook.description,
    })),
    ...errors.map(({ code, status, description }): Entry => ({
      ...plain,
      kind: 'error',
      href: `${addresses.guide('errors')}#${code}`,
      title: code,
      text: description,
      place: `HTTP ${status}`,
    })),
    ...readFields(book),
  ];
}

/** A field that several pages describe alike is listed once, on the first of them. */
function readFields(book: Book): Entry[] {
  const { document, addresses, chapters, events } = book;
  const found = new Map<string, Entry>();
  const pages = new Map<string, Set<string>>();
  const add = (entries: FieldEntry[], page: string, place: string): void => {
    for (const { entry, shape } of eachField(document, entries)) {
      const text = [entry.description ?? shape.description ?? '', ...valuesOf(shape)]
        .filter((part) => part !== '')
        .join('\n\n');
      const key = `${entry.name} ${text}`;
      pages.set(key, (pages.get(key) ?? new Set()).add(page));
      if (found.has(key)) continue;
      const href = `${page}#${entry.id}`;
      found.set(key, { kind: 'field', href, title: entry.name, names: '', text, place, others: 0 });
    }
  };
  for (const entry of chapters.flatMap((chapter) => chapter.operations)) {
    const { operationId, summary = operationId } = entry.operation;
    const { path, query, header, body, response } = operationFields(document, entry);
    add([...path, ...query, ...header, ...body, ...response], addresses.operation(operationId), summary);
  }
  for (const entry of events) {
    const { body, header } = eventFields(document, entry);
    add([...body, ...header], addresses.event(entry.type), entry.type);
  }
  return [...found].map(([key, entry]) => ({ ...entry, others: (pages.get(key)?.size ?? 1) - 1 }));
}

function valuesOf({ enum: values = [], 'x-enumDescriptions': descriptions = {} }: Shape): string[] {
  return values
    .filter((value) => value !== null)
    .map((value) => [value, descriptions[value]].filter((part) => part !== undefined).join(' · '));
}
