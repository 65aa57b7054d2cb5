import { type Book, addressOf } from '../book/book.ts';
import type { Guide } from '../book/guides.ts';
import { Text } from './fields.tsx';
import type { Content } from './frame.tsx';

export function guidePage(book: Book, guide: Guide): Content {
  const headings = book.markdown.headingsOf(guide.text);
  const index = book.guides.indexOf(guide);
  const [previous, next] = [book.guides[index - 1], book.guides[index + 1]];
  return {
    title: guide.title,
    main: (
      <>
        {headings.length > 2 && (
          <nav class="on-page" aria-label="On this page">
            <ul>
              {headings.map(({ id, title }) => (
                <li>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Text book={book} text={guide.text} />
        <nav class="neighbours" aria-label="Guides before and after">
          {previous && (
            <a href={addressOf.guide(previous.slug)} rel="prev">
              ← {previous.title}
            </a>
          )}
          {next && (
            <a href={addressOf.guide(next.slug)} rel="next">
              {next.title} →
            </a>
          )}
        </nav>
      </>
    ),
  };
}
