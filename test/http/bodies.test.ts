import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { expectError, rawCall, type RawRequest } from './raw-call.ts';

describe('request bodies', () => {
  let service: TestService;
  let account: TestAccount;
  const json = { 'content-type': 'application/json' };
  const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  function send(
    body: string | Buffer | undefined,
    { method = 'POST', path = '/v1/ping', headers = json }: Partial<RawRequest> = {},
  ): Promise<Answer> {
    return rawCall(service.baseUrl, {
      method,
      path,
      headers: { authorization: `Bearer ${account.key.secret}`, 'idempotency-key': randomUUID(), ...headers },
      body,
    });
  }
  const ping = (body: string | Buffer) => send(body);
  /** To a call that does more than echo it. */
  const post = (body: string | Buffer) => send(body, { path: '/v1/payment_links' });
  const createLink = (fields: object) => post(JSON.stringify({ ...link, ...fields }));

  it('are refused when they are not JSON', async () => {
    for (const body of [
      '{',
      '{"a":1} x',
      "{'a':1}",
      '{"a":01}',
      '{"a":+1}',
      '{"a":NaN}',
      '{"a":"\u0001"}',
      ' ',
    ]) {
      const answer = await ping(body);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message, body).to.match(/^The body is not valid JSON\./);
    }
  });

  it('are refused with the place of what is not JSON, and nothing else of them', async () => {
    const { body } = await ping('{"card": 4111x}');
    expect(body.error.message).to.equal('The body is not valid JSON. The first mistake is at character 14.');
    const cut = await ping('{"card": "4111');
    expect(cut.body.error.message).to.match(
      /^The body is not valid JSON\. (It ends too early|The first mistake is at)/,
    );
    expect((await ping('{"card":')).body.error.message).to.equal(
      'The body is not valid JSON. It ends too early.',
    );
  });

  it('are refused when they are not UTF-8', async () => {
    const invalid = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
    for (const body of [invalid, Buffer.from('{"a":"é"}', 'latin1'), Buffer.from('{}', 'utf16le')]) {
      expectError(await ping(body), 400, 'invalid_request');
    }
    expect((await ping('\ufeff{"a":"é"}')).body.echo).to.deep.equal({ a: 'é' });
  });

  it('are refused with the path to text that cannot be stored', async () => {
    for (const [body, param] of [
      ['{"a":"\\u0000"}', 'a'],
      ['{"a":"x\\ud800"}', 'a'],
      ['{"a":{"b":[0,"\\udc00\\ud800"]}}', 'a.b[1]'],
      ['{"a":{"x\\u0000":1}}', 'a'],
      ['{"\\ud800":1}', undefined],
    ] as const) {
      expectError(await post(body), 400, 'invalid_request', param);
    }
    expectError(await createLink({ description: 'a\0b' }), 400, 'invalid_request', 'description');
    expectError(await createLink({ description: '\ud83d' }), 400, 'invalid_request', 'description');
    expectError(
      await createLink({ metadata: { order: '\udc00' } }),
      400,
      'invalid_request',
      'metadata.order',
    );
  });

  it('are refused when nested too deeply, however deeply', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await ping(nested(32))).status).to.equal(200);
    expectError(await ping(nested(33)), 400, 'invalid_request', `a${'[0]'.repeat(31)}`);
    for (const body of [nested(9_998), `${'{"a":'.repeat(4_999)}1${'}'.repeat(4_999)}`]) {
      const answer = await ping(body);
      expect(answer.status).to.equal(400);
      expect(answer.body.error.message).to.equal('The body is nested deeper than 32 levels.');
      expect(answer.text.length).to.be.below(1_000);
    }
    expectError(await ping('['.repeat(200_000) + ']'.repeat(200_000)), 413, 'payload_too_large');
  });

  it('are refused with more than 10,000 values and names, however few bytes they take', async () => {
    const zeros = (count: number) => `{"a":[${Array.from({ length: count }).fill('0').join()}]}`;
    expect((await ping(zeros(9_997))).status).to.equal(200);
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const body of [zeros(9_998), zeros(124_000), nested, '{"a":'.repeat(40_000)]) {
      const answer = await post(body);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message).to.equal('The body has more than 10000 values and names.');
    }
  });

  it('are refused with names that are special in JavaScript', async () => {
    for (const [body, param] of [
      ['{"__proto__":{"a":1}}', '__proto__'],
      ['{"a":{"constructor":1}}', 'a.constructor'],
      ['{"a":[{"prototype":1}]}', 'a[0].prototype'],
      ['{"\\u005f_proto__":1}', '__proto__'],
    ] as const) {
      expectError(await post(body), 400, 'invalid_request', param);
    }
    expectError(
      await send('{"amount":"500","currency":"MXNB","description":"x","metadata":{"__proto__":"x"}}', {
        path: '/v1/payment_links',
      }),
      400,
      'invalid_request',
      'metadata.__proto__',
    );
    expect(({} as { a?: unknown }).a).to.equal(undefined);
  });

  it('are refused when a name occurs twice, since parsers differ in which one counts', async () => {
    for (const body of [
      '{"a":1,"a":1}',
      '{"a":{"b":1,"c":2,"b":3}}',
      '{"a":1,"\\u0061":2}',
      '[{"a":1,"a":2}]',
    ]) {
      const answer = await ping(body);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message, body).to.match(/twice/);
    }
    const answer = await send('{"amount":"1","amount":"500","currency":"MXNB","description":"x"}', {
      path: '/v1/payment_links',
    });
    expectError(answer, 400, 'invalid_request');
    const colons = '{"a":"b\\":","c:":":","d":[":",{"a":"x\\\\"}],"e" : "f" }';
    expect((await ping(colons)).body.echo).to.deep.equal(JSON.parse(colons));
  });

  it('are refused with numbers that would not be preserved', async () => {
    for (const number of ['1e100000', '-1e400', '12345678901234567890', '-9007199254740993', '1e22']) {
      const answer = await post(`{"a":[0,${number}]}`);
      expectError(answer, 400, 'invalid_request', 'a[1]');
      expect(answer.body.error.message, number).to.match(/text/);
    }
  });

  it('are accepted up to 256 KiB and refused above', async () => {
    const sized = (bytes: number) => JSON.stringify(link).padEnd(bytes);
    expect((await post(sized(256 * 1024))).status).to.equal(201);
    const larger = await post(sized(256 * 1024 + 1));
    expectError(larger, 413, 'payload_too_large');
    expect(larger.body.error.message).to.contain(String(256 * 1024));
    expectError(await post('x'.repeat(2_000_000)), 413, 'payload_too_large');
    expectError(await createLink({ description: 'x'.repeat(300_000) }), 413, 'payload_too_large');
  });

  it('are refused unless declared as uncompressed JSON in UTF-8', async () => {
    const refused: Record<string, string>[] = [
      {},
      { 'content-type': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/vnd.api+json' },
      { 'content-type': 'application/json-patch' },
      { 'content-type': 'application/json, text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json;charset=utf-16' },
      { ...json, 'content-encoding': 'gzip' },
      { ...json, 'content-encoding': 'deflate' },
      { ...json, 'content-encoding': 'br' },
      { ...json, 'content-encoding': 'x' },
    ];
    for (const path of ['/v1/ping', '/v1/payment_links', '/v1/webhook_endpoints']) {
      for (const headers of refused) {
        expectError(await send('{}', { path, headers }), 415, 'unsupported_media_type');
      }
    }
    for (const type of ['APPLICATION/JSON', 'application/json;charset="UTF-8"', 'application/json ; a=b']) {
      expect((await send('{}', { headers: { 'content-type': type } })).status, type).to.equal(200);
    }
    expect((await send('{}', { headers: { ...json, 'content-encoding': 'identity' } })).status).to.equal(200);
  });

  it('are reported when missing', async () => {
    for (const [body, headers] of [
      [undefined, {}],
      [undefined, json],
      ['', json],
      ['', {}],
    ] as const) {
      const answer = await send(body, { path: '/v1/payment_links', headers });
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message).to.equal('The body is required.');
    }
  });

  it('are refused by calls that take none, except for an empty object', async () => {
    const { body } = await createLink({});
    const path = `/v1/payment_links/${body.code}`;
    const calls = [
      { method: 'GET', path: '/v1/ping' },
      { method: 'GET', path: '/v1/health' },
      { method: 'GET', path: '/v1/payment_links' },
      { method: 'POST', path: `${path}/cancel` },
      { method: 'DELETE', path },
    ];
    for (const call of calls) {
      for (const sent of ['{"a":1}', 'null', '[]', '{', 'x'.repeat(300_000)]) {
        const answer = await send(sent, call);
        expectError(answer, 400, 'invalid_request');
        expect(answer.body.error.message).to.equal('This call takes no body.');
      }
      expectError(
        await send('a=1', { ...call, headers: { 'content-type': 'text/plain' } }),
        400,
        'invalid_request',
      );
    }
    const statuses = [];
    for (const call of calls) statuses.push((await send('{}', call)).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 204]);
  });

  it('are refused with the name of the wrong field', async () => {
    const wrong: [object, string][] = [
      [{ amount: undefined }, 'amount'],
      [{ currency: undefined }, 'currency'],
      [{ description: undefined }, 'description'],
      [{ surprise: 1 }, 'surprise'],
      [{ amount: 500 }, 'amount'],
      [{ amount: null }, 'amount'],
      ...['', '0', '0.00000000', '-1', '+1', '1e3', '0x10', '1_000', ' 1', '1,5', '1.', '.5', 'NaN', '٥'].map(
        (amount): [object, string] => [{ amount }, 'amount'],
      ),
      [{ amount: '1'.repeat(13) }, 'amount'],
      [{ amount: '999999999999' }, 'amount'],
      [{ amount: '1.123456789' }, 'amount'],
      [{ currency: 'EUR' }, 'currency'],
      [{ currency: 'mxnb' }, 'currency'],
      [{ currency: ['MXNB'] }, 'currency'],
      [{ description: '' }, 'description'],
      [{ description: 'x'.repeat(501) }, 'description'],
      [{ description: null }, 'description'],
      [{ description: { length: 3 } }, 'description'],
      [{ metadata: [] }, 'metadata'],
      [{ metadata: { a: 1 } }, 'metadata.a'],
      [{ metadata: { a: null } }, 'metadata.a'],
      [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
      [{ metadata: { '': 'x' } }, 'metadata'],
      [{ metadata: { ['k'.repeat(41)]: 'x' } }, 'metadata'],
      [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, 'x'])) }, 'metadata'],
      [{ accepted_methods: 'SPEI' }, 'accepted_methods'],
      [{ accepted_methods: ['SPEI', 'SPEI'] }, 'accepted_methods'],
      [{ accepted_methods: Array.from({ length: 21 }, (_, at) => `M${at}`) }, 'accepted_methods'],
      [{ accepted_methods: ['SPEI', 'spei'] }, 'accepted_methods[1]'],
      [{ accepted_methods: ['SPEI', 1] }, 'accepted_methods[1]'],
      [{ accepted_methods: ['SPEI', 'NOPE'] }, 'accepted_methods[1]'],
      [{ fee_bearer: 'me' }, 'fee_bearer'],
      ...['http://a.example', 'javascript:alert(1)', 'https://', 'https://a b', '//a', 'https:///', ''].map(
        (return_url): [object, string] => [{ return_url }, 'return_url'],
      ),
      [{ return_url: `https://a.example/${'x'.repeat(2048)}` }, 'return_url'],
      ...[
        'infinity',
        '-infinity',
        'now',
        'tomorrow',
        '+999999-01-01T00:00:00Z',
        '999999-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
        '0001-01-01T00:00:00Z',
        '2026-12-31T23:59:60Z',
        '2027-02-30T00:00:00Z',
        '2027-01-01',
        '2027-01-01T00:00:00',
        '1790000000',
        '',
      ].map((expires_at): [object, string] => [{ expires_at }, 'expires_at']),
      [{ expires_at: 1_790_000_000 }, 'expires_at'],
      [{ expires_at: new Date(Date.now() + 60_000) }, 'expires_at'],
      [{ expires_at: new Date(Date.now() + 91 * 86_400_000) }, 'expires_at'],
    ];
    for (const [fields, param] of wrong) {
      expectError(await createLink(fields), 400, 'invalid_request', param);
    }
    expect((await account.api.get('/v1/payment_links/stats')).body.cancelled).to.be.at.most(1);
  });

  it('get readable messages about what is wrong, not those of the validator', async () => {
    const messages: [object, string][] = [
      [{ amount: undefined }, 'amount is required.'],
      [{ surprise: 1 }, 'surprise is not a known field.'],
      [{ acceptedMethods: ['SPEI'] }, 'acceptedMethods is not a known field. Did you mean accepted_methods?'],
      [{ refrence: 'x' }, 'refrence is not a known field. Did you mean reference?'],
      [{ amount: 5 }, 'amount must be a string, in quotation marks.'],
      [{ metadata: [] }, 'metadata must be an object.'],
      [{ accepted_methods: 'SPEI' }, 'accepted_methods must be an array.'],
      [
        { amount: '1e3' },
        'amount must be a decimal string with up to 12 integer digits and up to 8 decimals, like "1500.00".',
      ],
      [
        { currency: 'EUR' },
        'currency must be one of MXNB, USDC, COP; for Mexican pesos use MXNB, a token at par with the peso.',
      ],
      [{ description: '' }, 'description must not be empty.'],
      [{ description: 'x'.repeat(501) }, 'description must have at most 500 characters.'],
      [{ metadata: { ['k'.repeat(41)]: 'x' } }, 'metadata: each name must have at most 40 characters.'],
      [{ metadata: { '': 'x' } }, 'metadata: each name must not be empty.'],
      [{ accepted_methods: ['SPEI', 'SPEI'] }, 'accepted_methods must not have the same item twice.'],
      [
        { accepted_methods: ['spei'] },
        'accepted_methods[0] must be the name of a payment method, like SPEI.',
      ],
      [
        { return_url: 'http://a.example' },
        'return_url must be an https URL without a user name, like https://shop.example.com/orders.',
      ],
      [
        { return_url: 'https://ada:secret@a.example/' },
        'return_url must be an https URL without a user name, like https://shop.example.com/orders.',
      ],
      [{ return_url: 'https://a b' }, 'return_url must be a valid URL, without spaces.'],
      [
        { expires_at: 'tomorrow' },
        'expires_at must be a date and time that exist, with a time zone, like 2026-11-20T15:04:05.000Z (in a query, write + as %2B).',
      ],
      [
        { expires_at: '2026-12-31T23:59:60Z' },
        'expires_at must be a time between the years 2000 and 2200, like 2026-11-20T15:04:05.000Z.',
      ],
    ];
    for (const [fields, message] of messages) {
      expect((await createLink(fields)).body.error.message).to.equal(message);
    }
  });

  it('get all that is wrong said at once, the first fault first, within bounds', async () => {
    const several = await createLink({ amount: 5, currency: 'EUR', curency: 'MXNB', metadata: [] });
    expectError(several, 400, 'invalid_request', 'curency');
    expect(several.body.error.message).to.equal(
      'curency is not a known field. Did you mean currency? amount must be a string, in quotation marks. ' +
        'currency must be one of MXNB, USDC, COP; for Mexican pesos use MXNB, a token at par with the peso. metadata must be an object.',
    );
    const unknown = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`field_${at}`, at]));
    const many = (await createLink(unknown)).body.error.message as string;
    expect(many).to.have.length.within(100, 400);
    expect(many).to.match(/^(field_\d+ is not a known field\. ?){5}$/);
    const events = { url: 'https://a.example', events: ['payment_link.paid'] };
    const endpoint = await send(JSON.stringify(events), { path: '/v1/webhook_endpoints' });
    expect(endpoint.body.error.message).to.equal('events is not a known field. Did you mean enabled_events?');
  });

  it('create nothing when they are refused', async () => {
    const fresh = await service.createAccount();
    for (const fields of [{ amount: '0' }, { expires_at: 'infinity' }, { metadata: { a: 1 } }]) {
      await fresh.api.post('/v1/payment_links', { ...link, ...fields });
    }
    expect((await fresh.api.get('/v1/payment_links/stats')).body.total).to.equal(0);
  });
});
