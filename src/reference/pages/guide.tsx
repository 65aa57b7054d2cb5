import type { Book } from '../book/book.ts';
import type { Guide } from '../book/guides.ts';
import type { Content } from './frame.tsx';
import { TEXTS } from './texts.ts';

export function guidePage(book: Book, guide: Guide): Content {
  const { addresses, language } = book;
  const texts = TEXTS[language];
  const headings = book.markdown.headingsOf(guide.text);
  const index = book.guides.indexOf(guide);
  const [previous, next] = [book.guides[index - 1], book.guides[index + 1]];
  return {
    title: guide.title,
    main: (
      <>
        {headings.length > 2 && (
          <nav class="on-page" aria-label={texts.onThisPage}>
            <ul>
              {headings.map(({ id, title }) => (
                <li>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div class="text" dangerouslySetInnerHTML={{ __html: book.markdown.guideToHtml(guide.text) }} />
        <nav class="neighbours" aria-label={texts.neighbours}>
          {previous && (
            <a href={addresses.guide(previous.slug)} rel="prev">
              ← {previous.title}
            </a>
          )}
          {next && (
            <a href={addresses.guide(next.slug)} rel="next">
              {next.title} →
            </a>
          )}
        </nav>
      </>
    ),
  };
}
