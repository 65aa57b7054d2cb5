import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';
import { createLink } from './links/fixtures.ts';
import { join, type Person } from './people.ts';

/** The behaviour that all lists share, shown with that of the payment links. */
describe('the lists of the panel', () => {
  let service: TestService;
  let owner: Person;
  let list: string;
  /** Newest first. */
  const codes: string[] = [];

  before(async () => {
    service = await startService();
    const account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    list = `/panel/accounts/${account.id}/links`;
    for (let count = 0; count < 27; count++) codes.unshift(await createLink(account));
  });
  after(() => service?.close());

  const read = async (path: string): Promise<string> => (await owner.visitor.get(path)).text;
  const shown = (text: string) => [...text.matchAll(/\/links\/(PL-[\w-]+)"/g)].map(([, code]) => code);
  const linkIn = (text: string, pattern: RegExp): string =>
    (pattern.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  const olderIn = (text: string) => linkIn(text, /href="([^"]+)" rel="next"/);

  it('go on to older rows with the same filters, and back', async () => {
    const first = await read(`${list}?status=active`);
    const older = olderIn(first);
    expect(older).to.contain('status=active');
    const second = await read(older);
    expect([...shown(first), ...shown(second)]).to.deep.equal(codes);
    expect(olderIn(second)).to.equal('');
    expect(linkIn(second, /class="pages"[^>]*><a href="([^"]+)"/)).to.equal(`${list}?status=active`);
  });

  it('end their first page with the totals of all that they find, by asset', async () => {
    const amounts = await service.database.query(
      `select currency, sum(amount)::numeric(20, 2)::text as sum from payment_links where status = 'active' group by 1`,
    );
    const first = await read(`${list}?status=active`);
    const totals = (text: string) =>
      /<h2>Totals<\/h2>[\s\S]*/.exec(text)?.[0].replaceAll(/<[^>]*>|,/g, '') ?? '';
    expect(amounts).to.have.length(1);
    expect(totals(first)).to.contain(`${String(amounts[0]?.['sum'])} ${String(amounts[0]?.['currency'])}`);
    expect(totals(first)).to.contain(String(codes.length));
    expect(totals(await read(olderIn(first)))).to.equal('');
  });

  it('say at the fields that a range ends before it begins, and of nothing else', async () => {
    const said = async (query: string) => {
      const text = await read(`${list}?${query}`);
      const marked = [...text.matchAll(/name="(\w+)"[^>]*aria-invalid/g)].map(([, name]) => name);
      return { isSaid: text.includes('“From” is later than “Until”'), marked };
    };
    const fine = { isSaid: false, marked: [] };
    expect(await said('from=2026-03-02&until=2026-03-01')).to.deep.equal({
      isSaid: true,
      marked: ['from', 'until'],
    });
    expect(await said('from=2026-03-01&until=2026-03-01')).to.deep.equal(fine);
    expect(await said('from=2026-03-02')).to.deep.equal(fine);
    expect(await said('from=tomorrow&until=2026-03-01')).to.deep.equal(fine);
  });

  it('end with the totals of the newest 10,000 of more, and say so', async () => {
    const account = await service.createAccount();
    const { visitor } = await join(service, account.id, 'viewer');
    const newest = await createLink(account, { amount: '150' });
    await service.database.query(
      `insert into payment_links
       select (jsonb_populate_record(l, jsonb_build_object('code', 'OLDER-' || n, 'amount', n,
                 'created_at', l.created_at - n * interval '1 minute'))).*
         from payment_links l, generate_series(1, 10000) n where l.code = $1`,
      [newest],
    );
    const { text } = await visitor.get(`/panel/accounts/${account.id}/links`);
    const [, totals = ''] = text.split('<h2>Totals</h2>');
    // All but the oldest: 150 + (1 + … + 9,999).
    expect(totals)
      .to.contain('Of the newest 10,000 only.')
      .and.contain('>10,000<')
      .and.contain('>49,995,150.00 ');
  });

  it('refuse a cursor of other filters', async () => {
    const older = olderIn(await read(`${list}?status=active`));
    expect((await owner.visitor.get(older.replace('active', 'paid'))).status).to.equal(400);
  });

  it('lead to a file of all that they are filtered by', async () => {
    const text = await read(`${list}?status=active&from=2026-01-01&until=&flash=deleted`);
    const file = linkIn(text, /href="([^"]*\/csv[^"]*)"/);
    expect(file).to.equal(`${list}/csv?status=active&from=2026-01-01`);
    expect((await read(file)).trim().split('\r\n')).to.have.length(1 + codes.length);
  });

  it('end with the last moment of the last day, and not with the first of the next', async () => {
    const dated = (at: string) =>
      service.database.query('update payment_links set created_at = $2 where code = $1', [codes[0], at]);
    const until = async () => shown(await read(`${list}?from=2026-03-01&until=2026-03-05`));
    await dated('2026-03-05T23:59:59.999Z');
    expect(await until()).to.deep.equal([codes[0]]);
    await dated('2026-03-06T00:00:00Z');
    expect(await until()).to.deep.equal([]);
  });

  it('name only the filters that they apply', async () => {
    const deposits = list.replace(/links$/, 'deposits');
    const text = await read(`${deposits}?status=unmatched&method=none&from=2026-12-01&until=tomorrow`);
    expect(text)
      .to.contain('Status: To be decided ×')
      .and.contain('From 1 Dec 2026 ×')
      .and.not.to.contain('Method: none')
      .and.not.contain('Until tomorrow');
  });

  it('say whether there is nothing yet, or nothing that matches', async () => {
    const { id } = await service.createAccount();
    const { visitor } = await join(service, id, 'viewer');
    const none = await visitor.get(`/panel/accounts/${id}/links`);
    const noMatch = await read(`${list}?until=2001-01-01`);
    const [inNone, inNoMatch] = [none.text, noMatch].map((text) => linkIn(text, /class="empty"><p>([^<]+)/));
    expect(inNone).not.to.equal('');
    expect(inNoMatch).not.to.equal('').and.not.to.equal(inNone);
  });

  it('name the column of each cell, since a phone shows no head', async () => {
    const [text = ''] = (await read(list)).split('<h2>Totals');
    const heads = [...text.matchAll(/<th scope="col"[^>]*>([^<]+)/g)].map(([, head]) => head);
    const [row = ''] = /<tr><th scope="row".*?<\/tr>/.exec(text) ?? [];
    expect([...row.matchAll(/data-label="([^"]+)"/g)].map(([, label]) => label)).to.deep.equal(
      heads.slice(1),
    );
  });
});
