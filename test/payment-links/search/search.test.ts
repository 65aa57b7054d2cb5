import { expect } from 'chai';
import { searchLinks, type LinkSearch } from '../../../src/payment-links/search-repository.ts';
import { searchedTerms, termsOf } from '../../../src/payment-links/search.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

describe('searching payment links', () => {
  let service: TestService;
  let account: TestAccount;
  let cafe: string;
  let wide: string;

  const create = async (fields: object, by = account): Promise<string> => {
    const { status, body } = await by.api.post('/v1/payment_links', {
      amount: '150',
      currency: 'MXNB',
      description: 'Order',
      ...fields,
    });
    expect(status).to.equal(201);
    return body.code as string;
  };
  const search = async (text: string, fields: Partial<LinkSearch> = {}, by = account): Promise<string[]> => {
    const found = await searchLinks(service.foundation.db.read, {
      accountId: by.id,
      text,
      status: undefined,
      createdAfter: undefined,
      createdBefore: undefined,
      limit: 10,
      ...fields,
    });
    return found.map(({ code }) => code);
  };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    cafe = await create({ description: 'Café Azul, mesa 4', payer_name: 'José Ñúñez' });
    wide = await create({ amount: '1234.5', metadata: { order_id: 'ORD-2026-001', channel: 'web' } });
  });
  after(() => service?.close());

  it('finds a link by its code, amount, description, metadata and payer, in any case and without accents', async () => {
    for (const text of [
      cafe,
      cafe.toLowerCase(),
      cafe.slice(0, 8),
      'cafe',
      'Azul',
      '  mesa 4 ',
      'nunez josé',
    ])
      expect(await search(text), text).to.deep.equal([cafe]);
    for (const text of ['ord-2026-001', 'ORD-2026', '1234.50', '1,234.5', 'WEB', 'order 1234.5'])
      expect(await search(text), text).to.deep.equal([wide]);
  });

  it('finds only links with all words, and nothing by signs alone', async () => {
    for (const text of ['cafe web', 'azu mes', 'zul', '…', '', '%', '-'])
      expect(await search(text), text).to.deep.equal([]);
  });

  it('finds a link by the name of who paid it', async () => {
    const code = await create({});
    await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
    expect(await search('simulated payer')).to.deep.equal([code]);
  });

  it('follows a change of the link', async () => {
    const code = await create({ description: 'Before', metadata: { a: 'kept', b: 'gone' } });
    await account.api.patch(`/v1/payment_links/${code}`, { description: 'After', metadata: { b: null } });
    for (const [text, found] of [
      ['before', []],
      ['gone', []],
      ['after', [code]],
      ['kept', [code]],
    ] as const)
      expect(await search(text), text).to.deep.equal(found);
  });

  it('lists the newest first, of one state or time, and none that was deleted', async () => {
    const codes: string[] = [];
    for (let count = 0; count < 3; count++) codes.push(await create({ description: 'Same words' }));
    const [first, second, third] = codes as [string, string, string];
    expect(await search('same')).to.deep.equal([third, second, first]);
    await account.api.post(`/v1/payment_links/${second}/cancel`);
    expect(await search('same', { status: 'cancelled' })).to.deep.equal([second]);
    expect(await search('same', { status: 'active' })).to.deep.equal([third, first]);
    const [{ created_at }] = (await service.database.query(
      `select created_at from payment_links where code = '${second}'`,
    )) as [{ created_at: Date }];
    expect(await search('same', { createdAfter: created_at })).to.deep.equal([third, second]);
    expect(await search('sam', { createdBefore: created_at })).to.deep.equal([second, first]);
    await account.api.delete(`/v1/payment_links/${second}`);
    expect(await search('same', { limit: 1 })).to.deep.equal([third]);
    expect(await search('same')).to.deep.equal([third, first]);
  });

  it('finds nothing of another account', async () => {
    const other = await service.createAccount();
    expect(await search('azul', {}, other)).to.deep.equal([]);
  });

  it('takes any text, and keeps few and short words of it', () => {
    const link = {
      code: 'PL-AAAA-BBBB-CCCC',
      amount: '10.00000000',
      reference: null,
      metadata: {},
      payerName: null,
      customerId: null,
    };
    const description = `${'x'.repeat(200)} \ud800 ${Array.from({ length: 300 }, (_, at) => `w${at}`).join(' ')}`;
    const terms = termsOf({ ...link, description }).filter((term) => !term.startsWith('='));
    expect(terms.slice(0, 3)).to.deep.equal(['aaaa-bbbb-cccc', '10', 'x'.repeat(64)]);
    expect(terms).to.have.length(100);
    expect(searchedTerms(description)).to.have.length(8);
  });
});
