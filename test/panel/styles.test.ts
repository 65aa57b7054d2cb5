import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** The panel, and the components that its pages are composed of. */
const FOLDERS = ['../../src/panel', '../../src/pages'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The texts of these folders' files with this ending. */
function read(ending: string): string[] {
  return FOLDERS.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );
}

function namesIn(texts: readonly string[], pattern: RegExp): Set<string> {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)]);
  return new Set(found.flatMap(([, names = '']) => names.split(' ')));
}

describe('the panel styles', () => {
  it('cover exactly the classes used in its pages', () => {
    const given = read('.tsx').flatMap((code) => code.match(/\bclass(="[^"]+"|=\{[^}]+\}|: '[^']+')/g) ?? []);
    const drawn = namesIn(given, /["']([a-z][a-z -]*)["']/g);
    const styled = namesIn(read('.css'), /\.([a-z][a-z-]*)(?=[^{}]*\{)/g);
    // Only for tests, which read the key as a user would.
    drawn.delete('totp-key');
    expect([...drawn].filter((name) => !styled.has(name))).to.deep.equal([]);
    expect([...styled].filter((name) => !drawn.has(name))).to.deep.equal([]);
  });
});
