/** What becomes of a code block of a document; docs/internal/developing.md explains the marks. */
export type Mark =
  | { readonly kind: 'run'; readonly until: string | undefined; readonly needs: readonly string[] }
  | { readonly kind: 'save'; readonly file: string }
  | { readonly kind: 'output' }
  | { readonly kind: 'not run'; readonly why: string };

export interface Block {
  readonly document: string;
  /** Where its first line of code stands, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly mark: Mark;
}

const SHELL = 'sh';

/** The fenced code blocks of a document, in order. Throws when one has no valid mark. */
export function blocksOf(document: string, markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', fence, language = ''] = /^( *)(`{3,}|~{3,})([^`\s]*)/.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) continue;
    const start = at + 1;
    do at += 1;
    while (at < lines.length && lines[at]?.trim() !== fence);
    const where = `${document}:${start + 1}`;
    if (at === lines.length) throw new Error(`${where}: the block has no end.`);
    const text = lines
      .slice(start, at)
      .map((line) => line.slice(Math.min(indent.length, line.search(/\S|$/))))
      .join('\n');
    const mark = markAbove(lines, start - 1, where);
    if (mark.kind === 'run' && language !== SHELL)
      throw new Error(`${where}: only blocks of the language "${SHELL}" are run, not of "${language}".`);
    blocks.push({ document, line: start + 1, text, mark });
  }
  return blocks;
}

function markAbove(lines: readonly string[], fenceAt: number, where: string): Mark {
  const above = lines.slice(0, fenceAt).findLast((line) => line.trim() !== '') ?? '';
  const comment = /^ *<!-- (.+) -->$/.exec(above)?.[1];
  const mark = comment === undefined ? undefined : parseMark(comment);
  if (mark) return mark;
  const found = comment === undefined ? 'has no mark' : `has an unknown mark, "${comment}"`;
  throw new Error(
    `${where}: the block ${found}. docs/internal/developing.md lists the marks ("Executable documents").`,
  );
}

function parseMark(comment: string): Mark | undefined {
  if (comment === 'output') return { kind: 'output' };
  const [, name, value = ''] = /^(run|save|not run)(?:: (.+))?$/.exec(comment) ?? [];
  switch (name) {
    case 'run':
      return parseRun(value);
    case 'save':
      return value === '' ? undefined : { kind: 'save', file: value };
    case 'not run':
      return value === '' ? undefined : { kind: 'not run', why: value };
    default:
      return undefined;
  }
}

/** Like `needs caddy; background until "ready"`, with either part or none. */
function parseRun(parts: string): Mark | undefined {
  const match = /^(?:needs ([^;"]+))?(?:(?:^|; )background until "(.+)")?$/.exec(parts);
  return match ? { kind: 'run', needs: match[1]?.split(/, */) ?? [], until: match[2] } : undefined;
}
