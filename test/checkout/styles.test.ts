import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const CHECKOUT = fileURLToPath(new URL('../../src/checkout', import.meta.url));

/** All matches in a folder's files with this extension. */
function findAll(folder: string, ending: string, pattern: RegExp): Set<string> {
  const files = readdirSync(join(CHECKOUT, folder)).filter((file) => file.endsWith(ending));
  const found = files.flatMap((file) => [
    ...readFileSync(join(CHECKOUT, folder, file), 'utf8').matchAll(pattern),
  ]);
  return new Set(found.flatMap(([, names = '']) => names.split(' ')));
}

describe('the checkout styles', () => {
  it('cover exactly the classes used in its pages', () => {
    const drawn = findAll('pages', '.tsx', /class="([^"]+)"/g);
    for (const name of findAll('pages', '.tsx', /class=\{.+? \? '([^']+)'/g)) drawn.add(name);
    for (const name of findAll('assets', '.js', /classList\.add\('([^']+)'\)/g)) drawn.add(name);
    const styled = findAll('assets', '.css', /\.([a-z][a-z-]*)(?=[^{}]*\{)/g);
    expect([...drawn].filter((name) => !styled.has(name))).to.deep.equal([]);
    expect([...styled].filter((name) => !drawn.has(name))).to.deep.equal([]);
  });
});
