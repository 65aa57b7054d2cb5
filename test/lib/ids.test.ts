import { expect } from 'chai';
import fc from 'fast-check';
import { deterministicHex, isId, newId, newLinkCode } from '../../src/lib/ids.ts';

describe('ids', () => {
  it('increase over time and are unique', () => {
    const ids = Array.from({ length: 5_000 }, newId);
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...ids].sort()).to.deep.equal(ids);
    expect(ids.every(isId)).to.equal(true);
  });

  it('are distinguished from everything else without the database', () => {
    const id = newId();
    expect(isId(id.toUpperCase())).to.equal(true);
    for (const text of [
      '',
      'x',
      id.slice(1),
      `${id}0`,
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}\n`,
      `urn:uuid:${id}`,
    ]) {
      expect(isId(text), JSON.stringify(text)).to.equal(false);
    }
    fc.assert(fc.property(fc.string(), (text) => !isId(text)));
  });

  it('of links have three blocks of four letters or digits, all of which occur', () => {
    const codes = Array.from({ length: 2_000 }, newLinkCode);
    for (const code of codes) expect(code).to.match(/^PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    expect(new Set(codes).size).to.equal(codes.length);
    expect(new Set(codes.join('').replaceAll(/PL-|-/g, '')).size).to.equal(36);
  });

  it('derived from parts are the same only for the same parts', () => {
    const parts = fc.array(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(deterministicHex(...a) === deterministicHex(...b)).to.equal(same);
      }),
    );
    expect(deterministicHex('a', 'bc')).to.not.equal(deterministicHex('ab', 'c'));
    expect(deterministicHex('a')).to.match(/^[0-9a-f]{64}$/);
  });
});
