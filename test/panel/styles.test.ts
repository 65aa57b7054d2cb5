import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** The panel, and the components that its pages are composed of. */
const FOLDERS = ['../../src/panel', '../../src/pages'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** All matches in these folders' files with this ending. */
function findAll(ending: string, pattern: RegExp): Set<string> {
  const files = FOLDERS.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((file) => file.endsWith(ending))
      .map((file) => join(folder, file)),
  );
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)]);
  return new Set(found.flatMap(([, names = '']) => names.split(' ')));
}

describe('the panel styles', () => {
  it('cover exactly the classes used in its pages', () => {
    const drawn = findAll('.tsx', /class="([^"]+)"/g);
    const styled = findAll('.css', /\.([a-z][a-z-]*)(?=[^{}]*\{)/g);
    // Only for tests, which read the key as a user would.
    drawn.delete('totp-key');
    expect([...drawn].filter((name) => !styled.has(name))).to.deep.equal([]);
    expect([...styled].filter((name) => !drawn.has(name))).to.deep.equal([]);
  });
});
