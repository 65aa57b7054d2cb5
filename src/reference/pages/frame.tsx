import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { Assets } from '../../pages/index.ts';
import { addressOf, type Book } from '../book/book.ts';

export interface Content {
  title: string;
  /** For search engines and previews. */
  summary?: string | undefined;
  main: ComponentChildren;
}

/** A page of the reference: its content, and the navigation. It works without its script. */
export function renderPage(assets: Assets, book: Book, path: string, content: Content): string {
  const { title, summary, main } = content;
  return `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${book.document.info.title}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {summary !== undefined && <meta name="description" content={summary} />}
        <link rel="icon" href={assets.href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.href('pico.css')} />
        <link rel="stylesheet" href={assets.href('docs.css')} />
        <script src={assets.href('docs.js')} defer />
      </head>
      <body>
        <header>
          <a class="brand" href="/docs">
            {book.document.info.title}
          </a>
          <form role="search" action="/docs/search">
            <input type="search" name="q" placeholder="Search" aria-label="Search" maxLength={100} />
          </form>
          <a class="to-menu" href="#menu">
            Menu
          </a>
        </header>
        <div class="columns">
          <main>
            <h1>{title}</h1>
            {main}
          </main>
          <Menu book={book} path={path} />
        </div>
        <footer>
          <a href="/">Start page</a> <a href="/openapi.yaml">OpenAPI (YAML)</a>{' '}
          <a href="/openapi.json">OpenAPI (JSON)</a> <a href="/openapi.postman.json">Postman</a>{' '}
          <a href="/llms.txt">llms.txt</a> <span>Contract {book.document.info.version}</span>
        </footer>
      </body>
    </html>,
  )}`;
}

/** Below the content on a phone, where the header leads to it; beside it on a desktop. */
function Menu({ book, path }: { book: Book; path: string }): JSX.Element {
  const toLink = (href: string, text: ComponentChildren): JSX.Element => (
    <li>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <nav id="menu" aria-label="Contents">
      <p>Guides</p>
      <ul>{book.guides.map(({ slug, title }) => toLink(addressOf.guide(slug), title))}</ul>
      <p>Operations</p>
      {book.chapters.map(({ name, operations }) => {
        const ids = operations.map(({ operation }) => operation.operationId);
        return (
          <details open={ids.some((id) => addressOf.operation(id) === path)}>
            <summary>{name}</summary>
            <ul>
              {operations.map(({ operation }) =>
                toLink(addressOf.operation(operation.operationId), operation.summary),
              )}
            </ul>
          </details>
        );
      })}
      <p>Events</p>
      <ul>{book.events.map(({ type }) => toLink(addressOf.event(type), <code>{type}</code>))}</ul>
    </nav>
  );
}
