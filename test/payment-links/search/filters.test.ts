import { expect } from 'chai';
import { invalid, refusal } from '../../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { createLink, pay, readLink } from '../links.ts';

describe('finding payment links and money by exact values', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  const list = (query: string, { api } = account, resource = 'payment_links') =>
    api.get(`/v1/${resource}?${query}`);
  const codesOf = async (query: string, by = account): Promise<string[]> => {
    const { status, body, text } = await list(query, by);
    expect(status, text).to.equal(200);
    return body.data.map(({ code }: { code: string }) => code);
  };
  const make = async (fields: object, by = account): Promise<string> =>
    (await createLink(by.api, fields)).code as string;

  it('keeps a reference from creation on, which an update replaces or removes', async () => {
    const code = await make({ reference: 'INV 2026/1' });
    expect(await readLink(account.api, code)).to.include({ reference: 'INV 2026/1' });
    expect(await readLink(account.api, await make({}))).to.include({ reference: null });

    await account.api.patch(`/v1/payment_links/${code}`, { reference: 'INV 2026/2' });
    expect(await codesOf('reference=INV%202026%2F1')).to.deep.equal([]);
    expect(await codesOf('reference=INV%202026%2F2')).to.deep.equal([code]);
    const { body } = await account.api.patch(`/v1/payment_links/${code}`, { description: 'Other' });
    expect(body).to.include({ reference: 'INV 2026/2' });
    const removed = await account.api.patch(`/v1/payment_links/${code}`, { reference: null });
    expect(removed.body).to.include({ reference: null });
    expect(await codesOf('reference=INV%202026%2F2')).to.deep.equal([]);
  });

  it('refuses a reference that is empty, too long or not storable', async () => {
    for (const reference of ['', 'x'.repeat(256), 'a\0b', '\ud800', 7]) {
      const answer = await account.api.post('/v1/payment_links', {
        ...{ amount: '100', currency: 'MXNB', description: 'x', reference },
      });
      expect(answer.status, JSON.stringify(reference)).to.equal(400);
    }
    expect(await make({ reference: 'é'.repeat(255) })).to.be.a('string');
  });

  it('finds all links of a reference, letter for letter, and none of another account', async () => {
    const other = await service.createAccount();
    const codes = [await make({ reference: 'ORD-1' }), await make({ reference: 'ORD-1' })];
    for (const reference of ['ord-1', 'ORD-10', 'ORD-1 ']) await make({ reference });
    await make({ reference: 'ORD-1' }, other);
    expect(await codesOf('reference=ORD-1')).to.deep.equal(codes.reverse());
  });

  it('finds links with all of the given metadata, also under odd keys', async () => {
    const metadata = { order: '1', 'a b&c=d': 'é €', toString: 'x', hasOwnProperty: '' };
    const code = await make({ metadata });
    const sibling = await make({ metadata: { order: '1' } });
    expect(await codesOf('metadata[order]=1')).to.deep.equal([sibling, code]);
    expect(await codesOf('metadata%5Border%5D=1')).to.deep.equal([sibling, code]);
    for (const [key, value] of Object.entries(metadata).slice(1)) {
      const query = `metadata[${encodeURIComponent(key)}]=${encodeURIComponent(value)}`;
      expect(await codesOf(`${query}&metadata[order]=1`), query).to.deep.equal([code]);
      expect(await codesOf(`${query}&metadata[order]=2`), query).to.deep.equal([]);
    }
    await account.api.patch(`/v1/payment_links/${sibling}`, { metadata: { order: '2' } });
    expect(await codesOf('metadata[order]=1')).to.deep.equal([code]);
    expect(await codesOf('metadata[order]=2')).to.deep.equal([sibling]);
  });

  it('takes metadata as repeated pairs too, for clients that know no brackets', async () => {
    const metadata = { shop: 'north', url: 'https://shop.example/1?a=b', 'a b': '' };
    const code = await make({ metadata });
    await make({ metadata: { shop: 'south' } });
    for (const [key, value] of Object.entries(metadata)) {
      const pair = encodeURIComponent(`${key}:${value}`);
      expect(await codesOf(`metadata=${pair}`), pair).to.deep.equal([code]);
    }
    expect(await codesOf('metadata=shop:north&metadata=a%20b:')).to.deep.equal([code]);
    expect(await codesOf('metadata=shop:south&metadata=a%20b:')).to.deep.equal([]);
    expect(await codesOf('metadata[shop]=north&metadata=a+b:')).to.deep.equal([code]);
  });

  it('takes the pairs under a name of their own, as each generator writes a list', async () => {
    const code = await make({ metadata: { 0: 'zero', city: 'a:b' } });
    await make({ metadata: { 0: 'zero', city: 'other' } });
    for (const names of [
      ['metadata_pairs', 'metadata_pairs'],
      ['metadata_pairs[]', 'metadata_pairs[]'],
      ['metadata_pairs[0]', 'metadata_pairs[1]'],
      ['metadata[]', 'metadata[]'],
    ]) {
      const query = `${names[0]}=city:a:b&${names[1]}=0:zero`;
      expect(await codesOf(query), query).to.deep.equal([code]);
    }
    // Under the object's own name, a number is a key.
    expect(await codesOf('metadata[0]=zero&metadata_pairs=city:a:b')).to.deep.equal([code]);
  });

  it('refuses metadata that cannot be looked for', async () => {
    for (const query of [
      ...[
        'metadata=1',
        'metadata={"a":"b"}',
        'metadata[]=1',
        'metadata_pairs=1',
        'metadata_pairs[0]=1',
        'metadata_pairs[a]=a:1',
        'metadata_pairs[0]=a:1&metadata[a]=1',
        'metadata[__proto__]=1',
        'metadata[constructor]=1',
        'metadata[a][b]=1',
        'metadata[a=1',
        'metadata]=1',
      ],
      ...[
        'metadata=a:1&metadata=a:2',
        'metadata[a]=1&metadata=a:1',
        'metadata=',
        'metadata=:1',
        'metadata=[a]:1',
      ],
      ...[
        'metadata=__proto__:1',
        'metadata=a:%00',
        `metadata=${'k'.repeat(41)}:1`,
        `metadata=k:${'v'.repeat(501)}`,
      ],
      ...['metadata[a]=1&metadata[a]=2', 'metadata[a]=1&metadata=2', 'metadata[a]=%00', 'metadata[%00]=1'],
      ...['metadata[a]=%ED%A0%80%00', `metadata[${'k'.repeat(41)}]=1`, `metadata[k]=${'v'.repeat(501)}`],
      ...['Metadata[a]=1', 'reference[a]=1', '[a]=1', 'status[]=paid', '__proto__[a]=1', 'reference='],
      Array.from({ length: 6 }, (_, key) => `metadata[${key}]=1`).join('&'),
      Array.from({ length: 6 }, (_, key) => `metadata=${key}:1`).join('&'),
    ]) {
      const answer = await list(query);
      expect(answer.status, `${query}: ${answer.text}`).to.equal(400);
      expect(answer.body.error.code).to.equal('invalid_request');
    }
    expect(refusal(await list('metadata=1'))).to.deep.equal(invalid('metadata'));
    expect(refusal(await list('metadata[a][b]=1'))).to.deep.equal(invalid('metadata'));
  });

  it('finds links of an amount, however it is written, and nothing else that has the number', async () => {
    const code = await make({ amount: '20123.50' });
    await make({ amount: '20123.51', description: '20123.50', metadata: { total: '20123.50' } });
    for (const amount of ['20123.5', '20123.50', '000020123.50000000']) {
      expect(await codesOf(`amount=${amount}`), amount).to.deep.equal([code]);
    }
    for (const amount of ['20123,50', '1e5', '-1', '', '0x10', '1'.repeat(13)]) {
      expect(refusal(await list(`amount=${amount}`)), amount).to.deep.equal(invalid('amount'));
    }
  });

  it('combines them with the other filters, and pages through what is found', async () => {
    const by = await service.createAccount();
    const codes: string[] = [];
    for (let index = 0; index < 5; index++) {
      codes.unshift(await make({ reference: 'R', metadata: { b: '1', a: '2' } }, by));
      await make({ reference: 'R', metadata: { b: '1' } }, by);
    }
    const query = 'reference=R&metadata[a]=2&amount=20000&currency=MXNB&status=active&limit=2';
    const first = await list(query, by);
    const next = (cursor: string, of = query) => list(`${of}&cursor=${cursor}`, by);
    const second = await next(first.body.next_cursor);
    const third = await next(second.body.next_cursor);
    const found = [first, second, third].flatMap(({ body }) => body.data);
    expect(found.map(({ code }) => code)).to.deep.equal(codes);
    expect(third.body).to.include({ has_more: false, next_cursor: null });

    const others = await list('metadata[b]=1&metadata[a]=2&limit=2', by);
    const swapped = await next(others.body.next_cursor, 'metadata[a]=2&metadata[b]=1&limit=2');
    expect(swapped.body.data.map(({ code }: { code: string }) => code)).to.deep.equal(codes.slice(2, 4));
    const refused = await next(others.body.next_cursor, 'metadata[a]=2&metadata[b]=2&limit=2');
    expect(refusal(refused)).to.deep.equal({ status: 400, code: 'invalid_cursor', param: 'cursor' });

    await by.api.post(`/v1/payment_links/${codes[0]}/cancel`);
    expect(await codesOf(query.replace('&limit=2', ''), by)).to.deep.equal(codes.slice(1));
    expect(await codesOf('reference=R&metadata[a]=2&status=cancelled', by)).to.deep.equal([codes[0]]);
    await by.api.delete(`/v1/payment_links/${codes[0]}`);
    expect(await codesOf('reference=R&metadata[a]=2', by)).to.deep.equal(codes.slice(1));
  });

  it('finds deposits, refunds and withdrawals of an amount', async () => {
    const code = await make({ amount: '20777.25' });
    const { body: deposit } = await pay(account.api, code, { method: 'SPEI' });
    const idsOf = async (resource: string, amount: string) =>
      (await list(`amount=${amount}`, account, resource)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsOf('deposits', '20777.25')).to.deep.equal([deposit.id]);
    expect(await idsOf('deposits', '20777.26')).to.deep.equal([]);
    expect(await idsOf('refunds', '20777.25')).to.deep.equal([]);
    expect(await idsOf('withdrawals', '20777.25')).to.deep.equal([]);
    expect(refusal(await list('amount=1', account, 'conversions'))).to.deep.equal(invalid('amount'));
  });

  it("gives the links of a counter the code's own reference", async () => {
    const { body: code } = await account.api.post('/v1/qr_codes', {
      ...{ name: 'Till 4', currency: 'MXNB', fixed_amount: '20000', external_reference: 'till-04' },
    });
    await fetch(code.url, { redirect: 'manual' });
    expect(await codesOf('reference=till-04')).to.have.length(1);
  });
});
