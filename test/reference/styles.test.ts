import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const REFERENCE = fileURLToPath(new URL('../../src/reference', import.meta.url));

function findAll(ending: RegExp, pattern: RegExp): Set<string> {
  const files = readdirSync(REFERENCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    ending.test(file),
  );
  const found = files.flatMap((file) => [...readFileSync(join(REFERENCE, file), 'utf8').matchAll(pattern)]);
  return new Set(found.flatMap(([, names = '']) => names.split(' ')));
}

describe("the reference's styles", () => {
  it('cover exactly the classes used in its pages', () => {
    const drawn = findAll(/\.tsx?$/, /class="([^"]+)"/g);
    const styled = findAll(/\.css$/, /\.((?!hljs-)[a-z][a-z-]*)(?=[^{}]*\{)/g);
    expect([...drawn].filter((name) => !styled.has(name))).to.deep.equal([]);
    expect([...styled].filter((name) => !drawn.has(name))).to.deep.equal([]);
  });
});
