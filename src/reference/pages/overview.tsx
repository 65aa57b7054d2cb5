import type { JSX } from 'preact';
import type { Book } from '../book/book.ts';
import { Text } from './fields.tsx';
import type { Content } from './frame.tsx';
import { Published } from './published.tsx';
import { TEXTS } from './texts.ts';

/** The guides, operations and events at a glance. */
export function overview(book: Book): Content {
  const { addresses, document, language } = book;
  const { info } = document;
  const texts = TEXTS[language];
  return {
    title: texts.documentation,
    summary: info.summary,
    main: (
      <>
        <Text book={book} text={info.description} />
        <h2 id="documents">{texts.documents}</h2>
        <Published language={language} />
        <p>
          <a href={addresses.changelog}>{texts.changelog.title}</a>
        </p>
        <h2 id="guides">{texts.guides}</h2>
        <ul>
          {book.guides.map(({ slug, title }) => (
            <li>
              <a href={addresses.guide(slug)}>{title}</a>
            </li>
          ))}
        </ul>
        <h2 id="operations">{texts.operations}</h2>
        {book.chapters.map((chapter) => (
          <section>
            <h3>{chapter.title}</h3>
            <Text book={book} text={chapter.description} />
            <ul class="operations">
              {chapter.operations.map(({ path, method, operation }) => (
                <li>
                  <a href={addresses.operation(operation.operationId)}>{operation.summary}</a>{' '}
                  <Endpoint method={method} path={path} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <h2 id="events">{texts.events}</h2>
        <p>
          {texts.eventsArePosted} {texts.see} <a href={addresses.guide('webhooks')}>Webhooks</a>.
        </p>
        <ul class="operations">
          {book.events.map(({ type, webhook }) => (
            <li>
              <a href={addresses.event(type)}>
                <code>{type}</code>
              </a>{' '}
              {webhook.description}
            </li>
          ))}
        </ul>
      </>
    ),
  };
}

export function Endpoint({ method, path }: { method: string; path: string }): JSX.Element {
  return (
    <code class="endpoint">
      {method} {path}
    </code>
  );
}
