import { Marked, type RendererObject, type Tokens } from 'marked';
import { memoize } from '../../lib/memoize.ts';
import { escapeHtml, highlight } from './highlight.ts';

/** More texts than a contract has. */
const MAX_KNOWN = 5_000;

interface Links {
  /** The page of a name in a text: `GET /v1/ping`, `payment_link.paid`. */
  locate: (name: string) => string | undefined;
  /** The target of a link in a text, in the page's language. */
  resolve: (href: string) => string;
}

export interface Markdown {
  /** A text of several paragraphs. */
  toHtml(text: string): string;
  /** A guide, whose table rows can be linked by the name that each is about. A page has only one. */
  guideToHtml(text: string): string;
  /** The headings of a text, for its table of contents. */
  headingsOf(text: string): { id: string; title: string }[];
  /** A text in parts, each under a heading with an id; the part before the first heading has none. */
  sectionsOf(text: string): { id: string | undefined; title: string; text: string }[];
}

/**
 * Renders the contract's descriptions and the guides. Names in backquotes become links if there is a page about them.
 * Their HTML is not escaped, so only texts of this repository may be rendered.
 */
export function createMarkdown(links: Links): Markdown {
  const marked = new Marked({ renderer: createRenderer(links, () => []) });
  const guides = new Marked({ renderer: createRenderer(links, rowIdsOf) });
  const headings = (text: string) =>
    marked.lexer(text).filter((token): token is Tokens.Heading => token.type === 'heading');
  return {
    // A field's description is on many pages.
    toHtml: memoize((text: string) => marked.parse(text, { async: false }), { maxKnown: MAX_KNOWN }),
    guideToHtml: (text) => guides.parse(text, { async: false }),
    headingsOf: (text) =>
      headings(text)
        .filter(({ depth }) => depth === 2)
        .map((heading) => ({ id: slugOf(heading.text), title: titleOf(heading) })),
    sectionsOf(text) {
      const sections: { id: string | undefined; title: string; text: string }[] = [];
      let section = { id: undefined as string | undefined, title: '', text: '' };
      for (const token of marked.lexer(text)) {
        if (token.type === 'heading') {
          sections.push(section);
          const heading = token as Tokens.Heading;
          section = { id: slugOf(heading.text), title: titleOf(heading), text: '' };
        } else if (token.type !== 'code') {
          section.text += token.raw;
        }
      }
      return [...sections, section].filter(({ title, text }) => title !== '' || text.trim() !== '');
    },
  };
}

function createRenderer(
  { locate, resolve }: Links,
  idsOf: (table: Tokens.Table) => (string | undefined)[],
): RendererObject {
  return {
    codespan({ text }) {
      const href = locate(text);
      const code = `<code>${escapeHtml(text)}</code>`;
      return href === undefined ? code : `<a href="${href}">${code}</a>`;
    },
    code({ text, lang = '' }) {
      return codeBlock(text, lang);
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${resolve(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    table(token) {
      const ids = idsOf(token);
      const head = token.header.map(
        ({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
      );
      const rows = token.rows.map((row, index) => {
        const id = ids[index] === undefined ? '' : ` id="${ids[index]}"`;
        return `<tr${id}>${row.map(({ tokens }) => `<td>${this.parser.parseInline(tokens)}</td>`).join('')}</tr>`;
      });
      return `<div class="wide" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
    },
  };
}

/** Scrollable with the keyboard; the page's script adds a copy button. */
export function codeBlock(text: string, language: string): string {
  return `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>\n`;
}

/** Rows that are about a name each, such as an error's code, can be linked by it. */
function rowIdsOf({ header, rows }: Tokens.Table): (string | undefined)[] {
  for (const column of header.keys()) {
    const names = rows.map((row) => /^`([a-z_.]+)`$/.exec(row[column]?.text ?? '')?.[1]);
    if (names.every((name) => name !== undefined) && new Set(names).size === names.length) return names;
  }
  return rows.map(() => undefined);
}

function titleOf({ text }: Tokens.Heading): string {
  return text.replaceAll('`', '');
}

/** As GitHub makes them, so that links within a guide work in both places. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}
