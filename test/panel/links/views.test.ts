import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';
import { createLink, createPaidLink } from './fixtures.ts';

describe('saved views of the payment links', () => {
  let service: TestService;
  let account: TestAccount;
  let finance: Person;
  let developer: Person;
  let viewer: Person;

  before(async () => {
    service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
    account = await service.createAccount();
    [finance, developer, viewer] = await Promise.all([
      join(service, account.id, 'finance'),
      join(service, account.id, 'developer'),
      join(service, account.id, 'viewer'),
    ]);
  });
  beforeEach(() => service.database.query('delete from saved_views'));
  after(() => service?.close());

  const list = () => `/panel/accounts/${account.id}/links`;
  const save = ({ visitor }: Person, view: { name: string; query: string; shared?: string }) =>
    visitor.post(`${list()}/views`, { shared: '', ...view });
  const views = () =>
    service.database.query('select id, name, query, is_shared from saved_views order by name');
  const headings = (text: string) =>
    [.../<thead>(.*?)<\/thead>/s.exec(text)![1]!.matchAll(/<th[^>]*>([^<]*)</g)].map(
      ([, heading]) => heading,
    );

  it('open with their filters and columns, and are there for the team if they are shared', async () => {
    const [active, paid] = [await createLink(account, { reference: 'INV-7' }), await createPaidLink(account)];
    const query = 'status=active&columns=reference,amount';
    const { headers } = await save(finance, { name: 'Open invoices', query, shared: 'yes' });
    await save(finance, { name: 'Mine', query: 'status=paid' });
    const [mine, open] = await views();
    const location = headers.get('location')!;
    expect(location)
      .to.contain('status=active')
      .and.contain(`view=${open!['id'] as string}`);
    const { text } = await viewer.visitor.get(location);
    expect(text).to.contain(active).and.not.contain(paid);
    expect(headings(text)).to.deep.equal(['Description', 'Amount', 'Reference']);
    expect(readable(text)).to.contain('Open invoices (shared)').and.not.contain('Mine');
    expect(text).not.to.contain(mine!['id']);
    // The way of a person who opens the list and follows the view.
    const [, href = ''] = /href="([^"]*view=[^"]*)"/.exec((await viewer.visitor.get(list())).text) ?? [];
    expect((await viewer.visitor.get(href.replaceAll('&amp;', '&'))).text).to.contain(active);
  });

  it('open when they are saved, with the message that they are', async () => {
    const { headers } = await save(finance, { name: 'Invoices', query: 'status=active' });
    const { text } = await finance.visitor.get(headers.get('location')!);
    expect(text).to.match(/<a href="[^"]*" aria-current="[a-z]+">Invoices<\/a>/);
    expect(readable(text)).to.contain('The view was saved.').and.to.contain('Remove the view Invoices');
  });

  it('keep their columns while filters are changed, and in the file', async () => {
    await createLink(account, { reference: '=INV-8' });
    const chosen = `${list()}?columns=expires_at&columns=reference`;
    const { text } = await viewer.visitor.get(chosen);
    expect(headings(text)).to.deep.equal(['Description', 'Reference', 'Expires']);
    expect(text).to.contain('name="columns" value="expires_at,reference"');
    expect(text).to.match(
      /href="[^"]*status=paid[^"]*columns=expires_at%2Creference|href="[^"]*columns=expires_at%2Creference[^"]*status=paid/,
    );
    const file = await viewer.visitor.get(`${list()}/csv?columns=expires_at,reference`);
    const [first = '', line = ''] = file.text.replace('\ufeff', '').split('\r\n');
    expect(first).to.equal('code,description,reference,currency,expires_at,expires_at_local');
    expect(line).to.contain("'=INV-8");
    const whole = await viewer.visitor.get(`${list()}/csv`);
    expect(whole.text.split('\r\n')[0]).to.contain('checkout_url').and.contain('standing');
  });

  it('say it in a sentence when a filter, a value or a column is gone', async () => {
    await createLink(account);
    for (const query of ['status=active&colour=red', 'columns=amount,weight', 'tag=7']) {
      const { headers } = await save(finance, { name: 'Old', query });
      const { status, text } = await finance.visitor.get(headers.get('location')!);
      expect(status, query).to.equal(200);
      expect(readable(text), query).to.contain('has a filter or a column that no longer exists');
    }
    const { headers } = await save(finance, { name: 'Old', query: 'status=active&from=2020-01-01&q=order' });
    expect(readable((await finance.visitor.get(headers.get('location')!)).text)).not.to.contain(
      'no longer exists',
    );
    expect(await views(), 'the same name replaces').to.have.length(1);
  });

  it('are of no other account or person, and are changed by those who make links', async () => {
    await save(finance, { name: 'Mine', query: 'status=paid' });
    await save(finance, { name: 'Ours', query: 'status=paid', shared: 'yes' });
    const [mine, ours] = (await views()).map(({ id }) => id as string);
    const other = await service.createAccount();
    const stranger = await join(service, other.id, 'owner');
    const remove = ({ visitor }: Person, id: string, of = account.id) =>
      visitor.post(`/panel/accounts/${of}/links/views/${id}/remove`);
    expect((await remove(stranger, ours!, other.id)).status).to.equal(404);
    expect((await remove(developer, mine!)).status).to.equal(404);
    expect((await remove(developer, ours!)).headers.get('location')).to.contain('problem=forbidden');
    expect((await remove(viewer, ours!)).status).to.equal(403);
    expect((await save(viewer, { name: 'V', query: '' })).status).to.equal(403);
    expect(await views()).to.have.length(2);
    const owner = await join(service, account.id, 'owner');
    await remove(owner, ours!);
    await remove(finance, mine!);
    expect(await views()).to.deep.equal([]);
  });

  it('hold nothing but a bounded query, whatever is sent, and are twenty of a person', async () => {
    for (const query of [
      '<script>=1',
      `q=${'x'.repeat(2001)}`,
      'A=1',
      '__proto__=x&constructor=y&toString=z',
    ]) {
      const { status } = await save(finance, { name: 'Bad', query });
      expect(status, query.slice(0, 20)).to.be.oneOf([303, 422]);
    }
    const html = '<img src=x onerror=alert(1)>';
    const { headers } = await save(finance, { name: html, query: `q=${encodeURIComponent(html)}` });
    expect((await finance.visitor.get(headers.get('location')!)).text).not.to.contain('<img src=x');
    await service.database.query('delete from saved_views');
    const saved = await Promise.all(
      Array.from({ length: 22 }, (_, n) => save(finance, { name: `View ${n}`, query: 'status=paid' })),
    );
    expect(saved.filter(({ status }) => status === 303)).to.have.length(20);
    expect(readable(saved.find(({ status }) => status === 422)!.text)).to.contain('20 views of yours');
  });
});
