import fc from 'fast-check';

/** Characters that may mean something to a parser, a database or a terminal. */
const CHARACTERS = [
  ...'aZ09.-_+ %/?#&=:;,\'"\\{}[]$<>\n\r\t\0\u007f\u00a0\u2028\u202e\ufeff\uffff',
  ...['é', 'e\u0301', '١', '५', '𝟙', '１', 'ß', 'ﬁ', '😀', '👩‍👩‍👧', '\ud800', '\udfff', '\udc00\ud800'],
];

const WORDS = [
  ...[
    '',
    ' ',
    'null',
    'undefined',
    'true',
    'NaN',
    'Infinity',
    '-Infinity',
    'infinity',
    '-0',
    '+1',
    '-1',
    '1e5',
  ],
  ...[
    '1e100000',
    '0x10',
    '0b1',
    '1_000',
    '1,5',
    '1.',
    '.5',
    '00',
    '１５００',
    '١٥٠٠',
    '1500\0',
    ' 1500',
    '1500\n',
  ],
  ...['999999999999.99999999', '1000000000000', '0.00000000', '0.000000001', '9223372036854775808'],
  ...[
    '2026-11-20',
    '2026-02-30T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-11-20T15:04:05',
  ],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999-14:00'],
  ...['999999-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '2026-11-20t15:04:05z'],
  ...[
    '2026-11-20T15:04:05.123456789123456789Z',
    '2026-11-20T15:04:05+99:99',
    '2026-11-20 15:04:05Z',
    'now',
    'epoch',
  ],
  ...['2026-11-20T15:04:05+23:59', '２０２６-11-20T15:04:05Z', 'today', '-infinity'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    "'; select 1; --",
    '$1',
    '%s',
    '${x}',
    '../..',
    '.',
    '..',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...[
    '{0192f3a4-c3b2-7d64-9e01-5f2a8c7b4d10}',
    '0192f3a4c3b27d649e015f2a8c7b4d10',
    'PL-AAAA-AAAA-AAAA',
    'pl-aaaa-aaaa-aaaa',
  ],
  ...[
    'req_ffffffffffff7fffbfffffffffffffff',
    'req_0192f3a4c1d07b3e8f5a6b7c8d9e0f12',
    'MXNB',
    'SPEI',
    'active',
    'payment',
  ],
  ...[
    'https://example.com',
    'https://',
    'https://[::1]/',
    'https://a@b:99999/',
    'https://127.0.0.1/',
    'https://例え.jp/x',
  ],
  ...[
    'http://example.com',
    'javascript:alert(1)',
    'https://example.com/\0',
    'https://exa mple.com',
    'https://%zz/',
  ],
];

/** Around bounds that contracts often set. */
const LENGTHS = [
  1, 2, 3, 16, 17, 31, 33, 36, 37, 40, 41, 64, 65, 255, 256, 257, 500, 501, 512, 513, 2048, 2049, 4000,
];

const ofLength = fc
  .tuple(fc.constantFrom('x', '9', 'é', '😀', ' ', 'A-'), fc.constantFrom(...LENGTHS))
  .map(([unit, length]) => unit.repeat(length).slice(0, length * 2));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 24 }),
  ofLength,
);

const hostileNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  1.5,
  0.1,
  100,
  101,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
);

const deep = fc.tuple(fc.constantFrom(1, 30, 31, 32, 33, 400), fc.boolean()).map(([levels, inArrays]) => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = inArrays ? [value] : { a: value };
  return value;
});

const crowded = fc
  .tuple(fc.constantFrom(0, 1, 20, 21, 50, 51, 3_000), fc.constantFrom('same', 'list', 'names'))
  .map(([length, kind]) => {
    if (kind === 'names') return Object.fromEntries(Array.from({ length }, (_, at) => [`k${at}`, 'x']));
    return Array.from({ length }, (_, at) => (kind === 'same' ? 'SPEI' : `M${at}`));
  });

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null, [], {}, [null], [[]], { '': '' }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: crowded },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** What Node's client accepts as a header value: bytes, but no line breaks or control characters. */
export const hostileHeader: fc.Arbitrary<string> = hostileText.map((text) =>
  text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, 'ÿ').slice(0, 2_000),
);
