import { addressOf, type Book } from '../book/book.ts';
import { Endpoint } from './overview.tsx';
import type { Content } from './frame.tsx';
import type { JSX } from 'preact';

interface Hit {
  href: string;
  title: string;
  text: string;
  note?: JSX.Element;
}

/** What has all words of the query, first where the title has them. */
export function searchPage(book: Book, query: string): Content {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hasAll = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const hits =
    words.length === 0 ? [] : pagesOf(book).filter(({ title, text }) => hasAll(`${title} ${text}`));
  const sorted = [
    ...hits.filter(({ title }) => hasAll(title)),
    ...hits.filter(({ title }) => !hasAll(title)),
  ];
  return {
    title: 'Search',
    main: (
      <>
        <p>
          {words.length === 0
            ? 'Enter a search term.'
            : `${sorted.length} ${sorted.length === 1 ? 'page matches' : 'pages match'} “${query}”.`}
        </p>
        <ul class="operations">
          {sorted.map(({ href, title, note }) => (
            <li>
              <a href={href}>{title}</a> {note}
            </li>
          ))}
        </ul>
      </>
    ),
  };
}

function pagesOf({ guides, chapters, events, document }: Book): Hit[] {
  const operations = chapters.flatMap((chapter) => chapter.operations);
  return [
    ...guides.map(({ slug, title, text }) => ({ href: addressOf.guide(slug), title, text })),
    ...operations.map(({ path, method, operation }) => ({
      href: addressOf.operation(operation.operationId),
      title: operation.summary ?? operation.operationId,
      text: `${method} ${path} ${JSON.stringify(operation)} ${JSON.stringify(bodyOf(operation, document))}`,
      note: <Endpoint method={method} path={path} />,
    })),
    ...events.map(({ type, webhook }) => ({
      href: addressOf.event(type),
      title: type,
      text: webhook.description,
    })),
  ];
}

/** So that an operation is found by the fields that it takes. */
function bodyOf(
  { requestBody }: Book['chapters'][number]['operations'][number]['operation'],
  { components }: Book['document'],
): unknown {
  const name = requestBody?.content?.['application/json']?.schema.$ref?.split('/').at(-1);
  return name === undefined ? '' : components['schemas']?.[name];
}
