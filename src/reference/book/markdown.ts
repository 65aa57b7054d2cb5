import { Marked, type Tokens } from 'marked';

/** The page of a name in a text: `GET /v1/ping`, `payment_link.paid`. */
export type Locate = (name: string) => string | undefined;

export interface Markdown {
  /** A text of several paragraphs. */
  toHtml(text: string): string;
  /** The headings of a text, for its table of contents. */
  headingsOf(text: string): { id: string; title: string }[];
}

/**
 * Renders the contract's descriptions and the guides. Names in backquotes become links if there is a page
 * about it. Their HTML is not escaped: only texts of this repository may be rendered.
 */
export function createMarkdown(locate: Locate): Markdown {
  const marked = new Marked({
    renderer: {
      codespan({ text }) {
        const href = locate(text);
        const code = `<code>${escape(text)}</code>`;
        return href === undefined ? code : `<a href="${href}">${code}</a>`;
      },
      code({ text }) {
        return codeBlock(text);
      },
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token) {
        const head = `<tr>${token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('')}</tr>`;
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        return `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
    },
  });
  return {
    toHtml: (text) => marked.parse(text, { async: false }),
    headingsOf: (text) =>
      marked
        .lexer(text)
        .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
        .map((heading) => ({ id: slugOf(heading.text), title: heading.text.replaceAll('`', '') })),
  };
}

/** It can be scrolled with the keyboard; the page's script adds a button that copies it. */
export function codeBlock(text: string): string {
  return `<div class="code"><pre tabindex="0"><code>${escape(text)}</code></pre></div>\n`;
}

/** As GitHub makes them, so that links within a guide work in both places. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
