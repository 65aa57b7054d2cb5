import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { SampleRequest } from '../support/data/sample-requests.ts';
import { hostileHeader, hostileJson, hostileText } from './hostile-values.ts';

/** A request as it goes over the wire. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** What every request to an operation is based on. */
export interface Ground {
  operation: SampleRequest;
  apiKey: string;
  /** Path parameters that name something the account owns. */
  owned: Record<string, string>;
}

/** Valid requests to an operation, with a few things wrong, strange or just unusual. */
export function hostileRequests(ground: Ground): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      path: pathOf(ground),
      query: queryOf(ground),
      headers: headersOf(ground),
      body: bodyOf(ground),
    })
    .map(({ path, query, headers, body }) => ({
      method: ground.operation.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body?.headers },
      body: body?.bytes,
    }));
}

/** Mostly usual values, so that a request gets far enough for the rest of it to matter. */
function mostly<T, U>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<U>, weight = 6): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: unusual });
}

function pathOf({ operation, owned }: Ground): fc.Arbitrary<string> {
  const raw = fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%C0%80',
    '%2e%2e',
    '%2F',
    '..',
    '',
    'a/b',
    'a;b=c',
    "'",
  );
  const values = operation.pathParams.map(({ name, example }) =>
    mostly(
      fc.constantFrom(owned[name] ?? example, example).map(percentEncode),
      fc.oneof(hostileText.map(percentEncode), raw),
      2,
    ),
  );
  return fc.tuple(...values).map((filled) => {
    const rest = [...filled];
    return operation.path.replace(/\{\w+\}/g, () => rest.shift() ?? '');
  });
}

function queryOf({ operation }: Ground): fc.Arbitrary<string> {
  const { queryParams } = operation;
  const pairs = queryParams.map(({ name, required, example }) =>
    mostly(
      fc.constant([`${name}=${percentEncode(example)}`]),
      fc.oneof(
        { weight: 5, arbitrary: hostileText.map((text) => [`${name}=${percentEncode(text)}`]) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            ...[
              [`${name}`],
              [`${name}=`],
              [`${name}=${example}`, `${name}=${example}`],
              [`${name}[]=${example}`],
            ],
            ...[
              [`${name}[x]=1`],
              [`${name}=%`],
              [`${name}=%ff`],
              [`${name}=%00`],
              [`${name.toUpperCase()}=${example}`],
            ],
          ),
        },
      ),
      required ? 3 : 1,
    ).chain((pair) =>
      required ? mostly(fc.constant(pair), fc.constant([])) : fc.constantFrom(pair, [], []),
    ),
  );
  const stranger = mostly(
    fc.constant([]),
    fc.oneof(
      hostileText.map((text) => [`${percentEncode(text)}=1`]),
      fc.constantFrom(['__proto__=1'], ['='], ['&&'], ['a=b=c'], ['?'], [`x=${'y'.repeat(9_000)}`]),
    ),
    12,
  );
  return fc.tuple(...pairs, stranger).map((parts) => parts.flat().join('&'));
}

function headersOf({ operation, apiKey }: Ground): fc.Arbitrary<Record<string, string>> {
  const rarely = (arbitrary: fc.Arbitrary<string>) => mostly(fc.constant(undefined), arbitrary, 20);
  const freshKey = fc.nat().map(() => randomUUID() as string);
  const keys = fc.oneof(hostileHeader, fc.constantFrom('one of few', 'another'), fc.constant(undefined));
  return fc
    .record({
      authorization: mostly(
        fc.constant(`Bearer ${apiKey}`),
        hostileHeader.map((text) => `Bearer ${text}`),
        30,
      ),
      'idempotency-key': operation.keyed ? mostly(freshKey, keys) : rarely(hostileHeader),
      'service-version': rarely(fc.oneof(hostileHeader, fc.constantFrom('2026-05-01', '2026-11-01'))),
      accept: rarely(fc.oneof(hostileHeader, fc.constantFrom('text/html', 'image/*', '*/*;q=0'))),
      'accept-encoding': rarely(fc.constantFrom('gzip', 'br', 'identity;q=0, *;q=0')),
      'content-type': rarely(fc.oneof(hostileHeader, fc.constant('application/json'))),
      traceparent: rarely(hostileHeader),
      cookie: rarely(hostileHeader),
      range: rarely(fc.constantFrom('bytes=0-0', 'bytes=9-1')),
      'if-none-match': rarely(fc.constantFrom('*', 'W/"x"')),
      'x-http-method-override': rarely(fc.constantFrom('DELETE', 'GET')),
      // Each from its own address, since calls without a valid key are rate limited by address.
      'x-forwarded-for': fc
        .nat()
        .map(() => `2001:db8::${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
}

interface HostileBody {
  bytes: Buffer;
  headers: Record<string, string>;
}

function bodyOf({ operation }: Ground): fc.Arbitrary<HostileBody | undefined> {
  const json = operation.bodies.length === 0 ? hostileJson : mutatedBody(operation);
  const bytes = mostly(
    json.map((value) => Buffer.from(JSON.stringify(value))),
    json.chain(damaged),
    8,
  );
  const sent = bytes.chain((body) =>
    mostly(fc.constant({ bytes: body, headers: { 'content-type': 'application/json' } }), dressed(body), 8),
  );
  return operation.bodies.length === 0
    ? mostly(fc.constant(undefined), sent)
    : mostly(sent, fc.constant(undefined), 20);
}

/** An example from the contract with fields missing, added or changed. */
function mutatedBody({ bodies, fields }: SampleRequest): fc.Arbitrary<unknown> {
  const field = mostly(fc.constantFrom(...fields, 'additional'), hostileText, 10);
  const change = fc.oneof(
    { weight: 1, arbitrary: fc.record({ field, drop: fc.constant(true), value: fc.constant(undefined) }) },
    { weight: 5, arbitrary: fc.record({ field, drop: fc.constant(false), value: hostileJson }) },
    // Wrong items or entries in a list or object.
    {
      weight: 2,
      arbitrary: fc.record({
        field,
        drop: fc.constant(false),
        value: fc.oneof(
          fc.array(hostileJson, { minLength: 1, maxLength: 3 }),
          fc.dictionary(hostileText, hostileJson, { minKeys: 1, maxKeys: 3 }),
        ),
      }),
    },
  );
  const changed = fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { maxLength: 3 }))
    .map(([body, changes]) => {
      const result = new Map(Object.entries(body));
      for (const { field: name, drop, value } of changes) {
        if (drop) result.delete(name);
        else result.set(name, value);
      }
      return Object.fromEntries(result);
    });
  return mostly(changed, hostileJson, 15);
}

const MAX_BODY_BYTES = 256 * 1024;

/** Ways to damage JSON. */
const DAMAGES: ((text: string) => Buffer)[] = [
  // Repeats the first name.
  (text) => Buffer.from(text.replace(/\{("(?:[^"\\]|\\.)*"):/, '{$1:1,$1:')),
  (text) => Buffer.from(text.slice(0, -1)),
  (text) => Buffer.from(text + text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`${text}\0`),
  (text) => Buffer.from(text.replaceAll('"', "'")),
  (text) => Buffer.from(text.replace('"', '"\\ud800')),
  (text) => Buffer.from(text.padEnd(MAX_BODY_BYTES)),
  (text) => Buffer.from(text.padEnd(MAX_BODY_BYTES + 1)),
  () => Buffer.from('[1e400]'),
  () => Buffer.from('{"__proto__":{"amount":"1"},"amount":"1"}'),
  () => Buffer.from('['.repeat(200_000)),
  () => Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
  () => Buffer.from('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)),
  () => Buffer.alloc(0),
  gzipSync,
];

function damaged(json: unknown): fc.Arbitrary<Buffer> {
  const text = JSON.stringify(json);
  return fc.oneof(
    fc.constantFrom(...DAMAGES).map((damage) => damage(text)),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.nat({ max: Math.max(0, text.length - 1) }).map((at) => {
      const bytes = Buffer.from(text);
      bytes[at] = 0xff;
      return bytes;
    }),
  );
}

const TYPES = [
  ...[
    'text/plain',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/json;charset=UTF-8',
  ],
  ...['application/json, text/html', 'APPLICATION/JSON', 'application/x-www-form-urlencoded', '', ';', '*/*'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/json;',
  ],
];

const BOMB = gzipSync(Buffer.alloc(4_000_000));

/** Ways to declare the body as something other than plain JSON, rightly or not. */
const DRESSES: ((bytes: Buffer) => { bytes?: Buffer; headers: Record<string, string> })[] = [
  (bytes) => ({ bytes: gzipSync(bytes), headers: { 'content-encoding': 'gzip' } }),
  (bytes) => ({ bytes: deflateSync(bytes), headers: { 'content-encoding': 'deflate' } }),
  (bytes) => ({ bytes: brotliCompressSync(bytes), headers: { 'content-encoding': 'br' } }),
  () => ({ bytes: BOMB, headers: { 'content-encoding': 'gzip' } }),
  ...['gzip', 'identity', 'gzip, gzip', 'x', ''].map((encoding) => () => ({
    headers: { 'content-encoding': encoding },
  })),
  () => ({ headers: { 'transfer-encoding': 'chunked' } }),
  () => ({ headers: { expect: '100-continue' } }),
  () => ({ headers: { expect: 'something' } }),
  ...TYPES.map((type) => () => ({ headers: { 'content-type': type } })),
];

function dressed(bytes: Buffer): fc.Arbitrary<HostileBody> {
  return fc.oneof(
    fc.constantFrom(...DRESSES).map((dress) => {
      const { headers, ...rest } = dress(bytes);
      return { bytes, headers: { 'content-type': 'application/json', ...headers }, ...rest };
    }),
    hostileHeader.map((type) => ({ bytes, headers: { 'content-type': type } })),
    fc.constant({ bytes, headers: {} }),
  );
}

/** Percent-encodes as UTF-8; lone surrogates as the bytes that they would have. */
function percentEncode(text: string): string {
  return Array.from(text, (character) =>
    character.isWellFormed()
      ? encodeURIComponent(character)
      : `%ED%${(0xa0 | ((character.charCodeAt(0) >> 6) & 0x1f)).toString(16)}%80`,
  ).join('');
}
