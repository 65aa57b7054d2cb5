import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SECRET_VARIABLES } from '../../src/config/secret-files.ts';
import { RAILS } from '../../src/rails/list.ts';

const read = (page: string): string => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

/** What the first column of a page's tables names as code. */
function namedIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+…?)`/g)].map(([, name = '']) => name));
}

describe('the documents of what rails declare', () => {
  for (const { name, variables, live } of RAILS) {
    const declared = Object.keys(variables ?? {});
    if (declared.length === 0) continue;

    it(`have each variable of ${name} on its page, and lead there from the table of all variables`, () => {
      const manual = read('docs/reference/configuration.md');
      const prefixes = namedIn(manual).map((one) => one.replace(/…$/, ''));
      const missing = declared.filter((variable) => !prefixes.some((prefix) => variable.startsWith(prefix)));
      expect(missing, 'docs/reference/configuration.md').to.deep.equal([]);
      const page = live?.page ?? 'docs/reference/configuration.md';
      expect(
        declared.filter((variable) => !read(page).includes(`\`${variable}\``)),
        page,
      ).to.deep.equal([]);
      expect(manual).to.include(`](${page.replace('docs/', '../')}#`);
    });
  }

  it('name each file that may hold a secret', () => {
    const [, listed = ''] = /may be left out, and `NAME_FILE` set([^]*?)A line break/.exec(
      read('docs/reference/configuration.md'),
    )!;
    const files = [...listed.matchAll(/`(\w+)_FILE`/g)].map(([, name = '']) => name);
    expect(files.sort()).to.deep.equal(SECRET_VARIABLES.toSorted());
  });
});
