import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { marked } from 'marked';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['deploy', 'docs', 'openapi', 'scripts', 'src', 'test', 'test-system'];
const BINARY = /\.(png|ico|woff2?|ttf|gz|pdf|zip)$/;
/** Copies of released contracts, and documents of other projects. */
const LEFT_OUT = /^openapi\/released\/|^scripts\/tools\//;
/** Elsewhere than in Markdown, a document is named by its path from the repository's root. */
const CITED = /(?<![\w/.-])docs\/[\w/.-]+\.(?:md|json|png)(?:#[\w-]+)?/g;

describe('links between documents', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
    .concat('README.md', 'package.json')
    .filter((file) => !LEFT_OUT.test(file) && !BINARY.test(file) && statSync(join(ROOT, file)).isFile());

  it('lead to a file and a heading that there are', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    expect(pages.length).to.be.greaterThan(40);
    const dead = pages.flatMap((page) =>
      linksIn(read(page))
        .filter((link) => !isThere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('are right in code, configuration and messages, too', () => {
    const dead = files
      .filter((file) => file !== 'test/docs/links.test.ts')
      .flatMap((file) =>
        [...read(file).matchAll(CITED)]
          .filter(([cited]) => !isThere('README.md', cited))
          .map(([cited]) => `${file}: ${cited}`),
      );
    expect(dead).to.deep.equal([]);
  });

  it('name headings as GitHub does', () => {
    const page =
      '# A lost `SECRETS_KEY`\n\n## What it costs, per call\n\n```sh\n# no heading\n```\n\n## What it costs, per call\n';
    expect([...anchorsIn(page)]).to.deep.equal([
      'a-lost-secrets_key',
      'what-it-costs-per-call',
      'what-it-costs-per-call-1',
    ]);
  });
});

const anchors = new Map<string, Set<string>>();

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const [, slug] = /^\/docs\/guides\/([\w-]+)$/.exec(path) ?? [];
  const file = slug === undefined ? fileOf(page, path) : guideOf(page, slug);
  if (file === undefined || !existsSync(join(ROOT, file))) return false;
  if (anchor === undefined) return true;
  if (!anchors.has(file)) anchors.set(file, anchorsIn(read(file)));
  return anchors.get(file)!.has(anchor);
}

const fileOf = (page: string, path: string): string =>
  path === '' ? page : normalize(join(dirname(page), decodeURI(path)));

/** The reference serves a guide without its number, in the language of the page that links to it. */
function guideOf(page: string, slug: string): string | undefined {
  const folder = page.startsWith('openapi/guides/es/') ? 'openapi/guides/es' : 'openapi/guides';
  const name = readdirSync(join(ROOT, folder)).find((file) => file.replace(/^\d+-/, '') === `${slug}.md`);
  return name === undefined ? undefined : join(folder, name);
}

/** Links and images, in Markdown or as HTML, except those to other hosts. */
function linksIn(page: string): string[] {
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(page), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href as string);
    if (token.type === 'html')
      links.push(...[...token.raw.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, to = '']) => to));
  });
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The ids that GitHub gives to headings: in lower case, without punctuation, and numbered if they repeat. */
function anchorsIn(page: string): Set<string> {
  const found = new Set<string>();
  void marked.walkTokens(marked.lexer(page), (token) => {
    if (token.type !== 'heading') return;
    const slug = (token.text as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let id = slug;
    for (let count = 1; found.has(id); count += 1) id = `${slug}-${count}`;
    found.add(id);
  });
  return found;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
