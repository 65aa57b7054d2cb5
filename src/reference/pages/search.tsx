import type { JSX } from 'preact';
import type { Book } from '../book/book.ts';
import type { Excerpt } from '../book/excerpt.ts';
import { type Hit, type Kind, KINDS } from '../book/search.ts';
import type { Content } from './frame.tsx';
import { type Texts, TEXTS } from './texts.ts';

/** The results per kind while all kinds are shown; a few more are shown directly rather than behind a link. */
const MAX_OF_KIND = 6;
const FEW = 3;
const MAX_HITS = 60;

/** The results by kind, beginning with the kind of the best match. */
export function searchPage(
  book: Book,
  hits: Hit[],
  { query, kind }: { query: string; kind?: Kind | undefined },
): Content {
  const texts = TEXTS[book.language];
  const { found } = texts;
  const addressOf = (only?: Kind): string =>
    `${book.addresses.search}?${new URLSearchParams({ q: query, ...(only && { kind: only }) }).toString()}`;
  const kinds = [...new Set(hits.map((hit) => hit.kind))].filter((one) => kind === undefined || one === kind);
  return {
    title: texts.search,
    query,
    main: (
      <>
        <p role="status">{query === '' ? found.enterTerm : found.matches(hits.length, query)}</p>
        {query !== '' && hits.length === 0 && <p>{found.tryOther}</p>}
        {kind !== undefined && (
          <p>
            <a href={addressOf()}>{found.allKinds}</a>
          </p>
        )}
        {kinds.map((one) => {
          const ofKind = hits.filter((hit) => hit.kind === one);
          const isCut = kind === undefined && ofKind.length > MAX_OF_KIND + FEW;
          const shown = ofKind.slice(0, isCut ? MAX_OF_KIND : MAX_HITS);
          const left = ofKind.length - shown.length;
          return (
            <section>
              <h2 id={one}>{found.kinds[one]}</h2>
              <ul class="hits">
                {shown.map((hit) => (
                  <Found hit={hit} texts={texts} />
                ))}
              </ul>
              {isCut && (
                <p>
                  <a href={addressOf(one)}>
                    {found.kinds[one]}: {found.more(left)}
                  </a>
                </p>
              )}
            </section>
          );
        })}
      </>
    ),
  };
}

export function kindOf(name: string | undefined): Kind | undefined {
  return KINDS.find((kind) => kind === name);
}

function Found({ hit, texts }: { hit: Hit; texts: Texts }): JSX.Element {
  const { kind, href, place, others } = hit;
  const [title, excerpt] = [hit.title(), hit.excerpt()];
  const isName = kind === 'field' || kind === 'error' || kind === 'event';
  return (
    <li>
      <a href={href}>{isName ? <code>{marked(title)}</code> : marked(title)}</a>{' '}
      {place !== '' && (
        <span>
          {kind === 'operation' ? <code class="endpoint">{place}</code> : place}
          {others > 0 && ` ${texts.found.alsoIn(others)}`}
        </span>
      )}
      {excerpt.length > 0 && <p>{marked(excerpt)}</p>}
    </li>
  );
}

function marked(excerpt: Excerpt): JSX.Element[] {
  return excerpt.map(({ text, isMarked }) => (isMarked ? <mark>{text}</mark> : <>{text}</>));
}
