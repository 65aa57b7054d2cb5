import { expect } from 'chai';
import fc from 'fast-check';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { canonicalJson, MAX_NODES, parseJson } from '../../src/lib/json.ts';

const MAX_DEPTH = 32;

const parse = (text: string) => parseJson(Buffer.from(text), MAX_DEPTH);

/** Acceptable JSON values: well-formed text without NUL, no reserved names, numbers that are preserved. */
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const name = text.filter((value) => !['__proto__', 'constructor', 'prototype'].includes(value));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      text,
      fc.maxSafeInteger(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    ),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(name, tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(json, fc.nat(3), (value, indent) => {
        expect(parse(JSON.stringify(value, null, indent))).to.deep.equal(value);
      }),
    );
  });

  it('fails only with invalid_request', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((value) => Buffer.from(value)),
        ),
        (bytes) => {
          try {
            parseJson(Buffer.from(bytes), MAX_DEPTH);
          } catch (error) {
            expect(error).to.be.instanceOf(DomainError);
            expect((error as DomainError).code).to.equal('invalid_request');
          }
        },
      ),
    );
  });

  it('detects a name that occurs twice, anywhere and however it is escaped', () => {
    fc.assert(
      fc.property(json, name, json, (value, twice, other) => {
        const pair = `${JSON.stringify(twice)}:${JSON.stringify(value)}`;
        const escaped = `"${[...twice].map(escape).join('')}" : ${JSON.stringify(other)}`;
        expect(() => parse(`{"a":[{${pair},"b":1,${escaped}}]}`)).to.throw(/twice/);
      }),
    );
    // Once in each of several objects is fine.
    expect(parse('[{"a":1},{"a":{"a":[{"a":"a\\":"}]}}]')).to.have.length(2);
  });

  it('is not confused by strings that look like names', () => {
    for (const value of [
      { a: '"b":1' },
      { 'a":': 'b' },
      { a: '\\' },
      { 'a\\': ':' },
      ['a', ':'],
      { a: '\\":"' },
    ]) {
      expect(parse(JSON.stringify(value))).to.deep.equal(value);
    }
  });

  describe('with more values and names than a body may hold', () => {
    const values = (count: number) => Array.from({ length: count });
    /** JSON with the most values and names allowed, and with too many, in various notations. */
    const shapes: [what: string, most: string, tooMany: string][] = [
      ['numbers', `[${values(9_999).fill('0').join()}]`, `[${values(10_000).fill('0').join()}]`],
      [
        'spaced numbers',
        `[ ${values(9_999).fill('-1.5e3').join(' , ')} ]`,
        `[ ${values(10_000).fill('12').join(' ,\n')} ]`,
      ],
      ['literals', `[${values(9_999).fill('null').join()}]`, `[${values(10_000).fill('true').join()}]`],
      ['strings', `[${values(9_999).fill('"a,[{:\\""').join()}]`, `[${values(10_000).fill('""').join()}]`],
      ['empty objects', `[${values(9_999).fill('{}').join()}]`, `[${values(10_000).fill('{ }').join()}]`],
      ['empty arrays', `[${values(9_999).fill('[]').join()}]`, `[${values(10_000).fill('[]').join()}]`],
      [
        'objects with a name',
        `[${values(3_333).fill('{"a":1}').join()}]`,
        `[${values(3_334).fill('{"a":1}').join()}]`,
      ],
      [
        'names in one object',
        `{${values(4_999)
          .map((_, at) => `"n${at}":""`)
          .join()}}`,
        `{${values(5_000)
          .map((_, at) => `"n${at}" : 0`)
          .join()}}`,
      ],
    ];
    for (const [what, most, tooMany] of shapes) {
      it(`accepts ${what} up to ${MAX_NODES}, and refuses one more`, () => {
        expect(parse(most)).to.deep.equal(JSON.parse(most));
        expect(() => parse(tooMany)).to.throw('The body has more than 10000 values and names.');
      });
    }

    it('refuses before parsing: in less time than parsing would take', () => {
      const zeros = Buffer.from(`[${values(124_000).fill('0').join()}]`);
      const refuse = () => expect(() => parseJson(zeros, MAX_DEPTH)).to.throw();
      expect(shortestMs(refuse)).to.be.below(shortestMs(() => JSON.parse(zeros.toString())));
    });

    function shortestMs(work: () => unknown): number {
      const times = values(30).map(() => {
        const startedAtMs = performance.now();
        work();
        return performance.now() - startedAtMs;
      });
      return Math.min(...times);
    }
  });

  function escape(character: string): string {
    return character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  }
});

describe('canonicalJson', () => {
  it('does not depend on the order of names, at any depth', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(shuffled(value))).to.equal(canonicalJson(value));
      }),
    );
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(same).to.equal(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
      }),
    );
    for (const [a, b] of [
      [{}, []],
      [{ a: undefined }, { a: null }],
      [{ a: 1 }, { a: '1' }],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: { b: 1 } }, { a: 1, b: 1 }],
      ['', null],
    ]) {
      expect(canonicalJson(a)).to.not.equal(canonicalJson(b));
    }
  });

  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).to.deep.equal(value);
      }),
    );
  });

  function shuffled(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, child]) => [key, shuffled(child)] as const)
        .reverse(),
    );
  }

  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value).sort();
    return keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]).concat([['{}', null]]);
  }
});
