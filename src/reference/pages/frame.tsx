import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import { type AssetName, type Assets, LANGUAGES } from '../../pages/index.ts';
import { inLanguage } from '../book/addresses.ts';
import type { Book } from '../book/book.ts';
import { TEXTS } from './texts.ts';

export interface Content {
  title: string;
  /** For search engines and previews. */
  summary?: string | undefined;
  main: ComponentChildren;
  /** The scripts of this page, besides the script of all pages. */
  scripts?: AssetName[];
  /** The search query. */
  query?: string;
}

/** A page of the reference, with its content and the navigation. It works without its script. */
export function renderPage(assets: Assets, book: Book, path: string, content: Content): string {
  const { title, summary, main, scripts = [], query } = content;
  const { addresses, document, language } = book;
  const texts = TEXTS[language];
  return `<!doctype html>${render(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${document.info.title}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {summary !== undefined && <meta name="description" content={summary} />}
        <link rel="icon" href={assets.href('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.href('pico.css')} />
        <link rel="stylesheet" href={assets.href('docs.css')} />
        {LANGUAGES.map((other) => (
          <link rel="alternate" hreflang={other} href={inLanguage(path, other)} />
        ))}
        {['docs.js' as const, ...scripts].map((name) => (
          <script src={assets.href(name)} defer />
        ))}
      </head>
      <body data-copy={texts.copy} data-copied={texts.copied}>
        <header>
          <a class="brand" href={addresses.overview}>
            {document.info.title}
          </a>
          <form role="search" action={addresses.search}>
            <input
              type="search"
              name="q"
              placeholder={texts.search}
              aria-label={texts.search}
              maxLength={100}
              value={query}
            />
          </form>
          {LANGUAGES.filter((other) => other !== language).map((other) => (
            <a class="other-language" href={inLanguage(path, other)} lang={other} hreflang={other}>
              {TEXTS[other].languageName}
            </a>
          ))}
          <a class="to-menu" href="#menu">
            {texts.menu}
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
          <a href={`/?lang=${language}`}>{texts.startPage}</a> <a href="/openapi.yaml">OpenAPI (YAML)</a>{' '}
          <a href="/openapi.json">OpenAPI (JSON)</a> <a href="/openapi.postman.json">Postman</a>{' '}
          <a href="/llms.txt">llms.txt</a> <span>{texts.contract(document.info.version)}</span>
        </footer>
      </body>
    </html>,
  )}`;
}

/** Below the content on a phone, where the header links to it; beside it on a desktop. */
function Menu({ book, path }: { book: Book; path: string }): JSX.Element {
  const { addresses } = book;
  const texts = TEXTS[book.language];
  const toLink = (href: string, text: ComponentChildren): JSX.Element => (
    <li>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <nav id="menu" aria-label={texts.contents}>
      <p>{texts.guides}</p>
      <ul>{book.guides.map(({ slug, title }) => toLink(addresses.guide(slug), title))}</ul>
      <p>{texts.operations}</p>
      {book.chapters.map(({ title, operations }) => {
        const ids = operations.map(({ operation }) => operation.operationId);
        return (
          <details open={ids.some((id) => addresses.operation(id) === path)}>
            <summary>{title}</summary>
            <ul>
              {operations.map(({ operation }) =>
                toLink(addresses.operation(operation.operationId), operation.summary),
              )}
            </ul>
          </details>
        );
      })}
      <p>{texts.events}</p>
      <ul>{book.events.map(({ type }) => toLink(addresses.event(type), <code>{type}</code>))}</ul>
    </nav>
  );
}
