import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url);
const DOCUMENT = readFileSync(fileURLToPath(new URL('docs/security.md', ROOT)), 'utf8');
/** How far the numbers of each section of ASVS 5.0 go, of those at level 1 or 2, which always come first. */
const REQUIREMENTS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};

describe('the table of security requirements', () => {
  const rows = [...DOCUMENT.matchAll(/^\| (\d[\d., ]+?) +\| (.*) \|$/gm)].map(([, ids = '', text = '']) => ({
    ids: ids.split(', '),
    cells: text.split(' | '),
  }));

  it('has each requirement of level 1 and 2 once', () => {
    const expected = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    );
    expect(rows.flatMap(({ ids }) => ids).sort()).to.deep.equal(expected.sort());
  });

  it('says how each is met', () => {
    for (const { ids, cells } of rows) {
      expect(cells, ids[0]).to.have.length(3);
      expect(cells[1]?.trim(), ids[0]).not.to.equal('');
    }
  });

  it('names tests that exist', () => {
    const named = [...DOCUMENT.matchAll(/`(test(?:-system)?\/[^`]+\.test\.ts)` “([^”]+)”/g)];
    expect(named.length).to.be.greaterThan(80);
    for (const [, file = '', title = ''] of named) {
      const path = fileURLToPath(new URL(file, ROOT));
      expect(existsSync(path), file).to.equal(true);
      expect(readFileSync(path, 'utf8'), `${file}: ${title}`).to.contain(title);
    }
  });
});
