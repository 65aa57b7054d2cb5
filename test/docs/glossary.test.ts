import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('docs/glossary.md', () => {
  const page = readFileSync(at('docs/glossary.md'), 'utf8');
  const types = [...page.matchAll(/`(\w+)` in `([\w/.-]+\.tsx?)`/g)].map(([, name = '', file = '']) => ({
    name,
    file,
  }));

  it('names types that the code has, where they are', () => {
    expect(types.length).to.be.greaterThan(50);
    const gone = types.filter(({ name, file }) => !exportsOf(file).has(name));
    expect(gone).to.deep.equal([]);
  });

  it('has each word once', () => {
    const words = [...page.split('## Words to avoid')[0]!.matchAll(/^\| ([a-z][\w ,-]+?) +\|/gim)].map(
      ([, word]) => word,
    );
    const unique = new Set(words.filter((word) => word !== 'word'));
    expect(words.filter((word) => word !== 'word')).to.deep.equal([...unique]);
  });
});

/** The names that a file of `src` exports where it defines them. */
function exportsOf(file: string): Set<string> {
  if (!existsSync(at(`src/${file}`))) return new Set();
  const text = readFileSync(at(`src/${file}`), 'utf8');
  return new Set(
    [...text.matchAll(/^export (?:abstract )?(?:type|interface|class|const) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
}
