import type { JSX } from 'preact';
import { addressOf, type Book } from '../book/book.ts';
import { Text } from './fields.tsx';
import type { Content } from './frame.tsx';

/** The guides, operations and events at a glance. */
export function overview(book: Book): Content {
  const { info } = book.document;
  return {
    title: 'Documentation',
    summary: info.summary,
    main: (
      <>
        <Text book={book} text={info.description} />
        <h2 id="guides">Guides</h2>
        <ul>
          {book.guides.map(({ slug, title }) => (
            <li>
              <a href={addressOf.guide(slug)}>{title}</a>
            </li>
          ))}
        </ul>
        <h2 id="operations">Operations</h2>
        {book.chapters.map((chapter) => (
          <section>
            <h3>{chapter.name}</h3>
            <Text book={book} text={chapter.description} />
            <ul class="operations">
              {chapter.operations.map(({ path, method, operation }) => (
                <li>
                  <a href={addressOf.operation(operation.operationId)}>{operation.summary}</a>{' '}
                  <Endpoint method={method} path={path} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <h2 id="events">Events</h2>
        <p>
          Events are posted to webhook endpoints: see <a href={addressOf.guide('webhooks')}>Webhooks</a>.
        </p>
        <ul class="operations">
          {book.events.map(({ type, webhook }) => (
            <li>
              <a href={addressOf.event(type)}>
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
