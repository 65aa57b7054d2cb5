import { expect } from 'chai';
import { createCustomer } from '../../customers/customers.ts';
import { createLink, pay } from '../../payment-links/links.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';

describe('customers in the panel', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const root = (path = '') => `/panel/accounts/${account.id}${path}`;
  const textOf = async (path: string, { visitor } = owner) => {
    const { status, text } = await visitor.get(root(path));
    expect(status, path).to.equal(200);
    return text;
  };
  const post = (path: string, form: Record<string, string>, { visitor } = owner) =>
    visitor.post(root(path), { once: crypto.randomUUID(), ...form });

  it('are found by the beginning of their name, address, tax id and reference', async () => {
    const ana = await createCustomer(account.api, {
      name: 'Ana María Ñúñez',
      email: 'anita@example.com',
      tax_id: '890903938-8',
      reference: 'SHOP-77',
    });
    const other = await createCustomer(account.api, { name: 'Berta' });
    await createCustomer((await service.createAccount()).api, { name: 'Ana of another account' });
    for (const word of ['ana', 'nunez', 'maria ana', 'anita@', '890.903.938-8', '890903938', 'shop-77']) {
      const text = await textOf(`/customers?q=${encodeURIComponent(word)}`);
      expect(text, word).to.contain(ana.id).and.not.contain(other.id).and.not.contain('another account');
    }
    for (const word of ['anabel', 'ana berta', '***'])
      expect(await textOf(`/customers?q=${encodeURIComponent(word)}`), word).to.contain('No customers match');
  });

  it('are found by the search over everything', async () => {
    const { id } = await createCustomer(account.api, { name: 'Zoraida Pérez', email: 'zoraida@example.com' });
    for (const word of ['zoraida', 'perez', 'zoraida@example.com']) {
      const { headers } = await owner.visitor.get(root(`/search?q=${encodeURIComponent(word)}`));
      expect(headers.get('location'), word).to.equal(root(`/customers/${id}`));
    }
  });

  it('show what they owe and their links, which the list of links sums', async () => {
    const { id } = await createCustomer(account.api, { name: 'Ana' });
    const links = [
      await createLink(account.api, { amount: '1000', customer_id: id, description: 'First' }),
      await createLink(account.api, { amount: '250.50', customer_id: id, description: 'Second' }),
    ];
    await createLink(account.api, { amount: '77', description: 'For nobody' });
    expect(await textOf('/customers')).to.contain('1,250.50');
    const page = await textOf(`/customers/${id}`);
    expect(page)
      .to.contain('1,250.50')
      .and.contain('2 open links')
      .and.contain('First')
      .and.not.contain('For nobody');
    await pay(account.api, links[0].code, { method: 'SPEI' });
    expect(await textOf(`/customers/${id}`))
      .to.contain('1 open link')
      .and.not.contain('1,250.50');
    const all = await textOf(`/customers/${id}/links`);
    expect(all).to.contain('1,250.50').and.contain('Second').and.not.contain('For nobody');
    expect(await textOf(`/customers/${id}/links?status=active`))
      .to.contain('Second')
      .and.not.contain('First');
    expect(await textOf(`/links/${links[1].code}`)).to.contain(`href="${root(`/customers/${id}`)}"`);
  });

  it('are chosen for a new link by a search, without scripts too', async () => {
    const { id } = await createCustomer(account.api, { name: 'Ana Ruiz' });
    const form = { amount: '150', currency: 'MXNB', description: 'Order 7', customer: 'ruiz' };
    const { text } = await owner.visitor.post(root('/links/customers'), form);
    expect(text).to.contain('Order 7').and.contain(`value="${id}"`).and.contain('No customer');
    const named = await textOf(`/links/new?customer=${id}`);
    expect(named).to.match(new RegExp(`value="${id}"[^>]*checked|checked[^>]*value="${id}"`));
    const created = await post('/links', { ...form, life: '24', fee_bearer: 'merchant', customer_id: id });
    const [, code] = /links\/(PL-[A-Z0-9-]+)/.exec(created.headers.get('location')!)!;
    expect((await account.api.get(`/v1/payment_links/${code}`)).body.customer_id).to.equal(id);
  });

  it('cannot be chosen from another account', async () => {
    const stranger = await createCustomer((await service.createAccount()).api, { name: 'Ana Ruiz' });
    const form = { amount: '150', currency: 'MXNB', description: 'Order 7', customer: 'ruiz' };
    const { text } = await owner.visitor.post(root('/links/customers'), {
      ...form,
      customer_id: stranger.id,
    });
    expect(text).not.to.contain(stranger.id);
    const refused = await post('/links', { ...form, life: '24', customer_id: stranger.id });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain('This customer no longer exists');
  });

  it('have names that are text wherever they stand, and no formula in files', async () => {
    const name = '=HYPERLINK("http://evil.example","x")<img src=x onerror=alert(1)>';
    const { id } = await createCustomer(account.api, { name, reference: '+1+1' });
    const { code } = await createLink(account.api, { customer_id: id });
    const pages = ['/customers', `/customers/${id}`, `/customers/${id}/edit`, `/customers/${id}/statement`];
    for (const path of [...pages, `/links/${code}`, `/links/new?customer=${id}`, '/customers?q=hyperlink'])
      expect(await textOf(path), path)
        .to.contain('&lt;img')
        .and.not.contain('<img src=x');
    const [, line] = (await textOf('/customers/csv')).trim().split('\r\n');
    expect(line).to.contain(`"'=HYPERLINK(""http://evil.example"",""x"")<img`).and.contain(`,'+1+1,`);
  });

  it('are created and changed with a trace that names nobody, and erased when deleted', async () => {
    const form = { name: 'Zoraida', email: 'zoraida@example.com', tax_id: '', reference: '', language: 'es' };
    const created = await post('/customers/new', form);
    const [, id = ''] =
      /customers\/([0-9a-f-]{36})\?flash=created/.exec(created.headers.get('location')!) ?? [];
    expect((await account.api.get(`/v1/customers/${id}`)).body).to.include({
      name: 'Zoraida',
      language: 'es',
    });
    await post(`/customers/${id}/edit`, { ...form, tax_id: 'RUGA850214AB9' });
    expect((await account.api.get(`/v1/customers/${id}`)).body.tax_id).to.equal('RUGA850214AB9');
    await post(`/customers/${id}/delete`, {});
    expect((await owner.visitor.get(root(`/customers/${id}`))).status).to.equal(404);
    const entries = await service.database.query(
      `select action, to_jsonb(e) as entry from audit_entries e where account_id = $1 and action like 'customer.%'
        order by created_at`,
      [account.id],
    );
    expect(entries.map(({ action }) => action)).to.deep.equal(
      ['created', 'changed', 'deleted'].map((deed) => `customer.${deed}`),
    );
    expect(JSON.stringify(entries)).not.to.match(/zoraida|RUGA/i);
  });

  it('keep what the form does not have', async () => {
    const { id } = await createCustomer(account.api, { metadata: { segment: 'wholesale' } });
    await post(`/customers/${id}/edit`, { name: 'Ana', email: '', tax_id: '', reference: '', language: '' });
    expect((await account.api.get(`/v1/customers/${id}`)).body.metadata).to.deep.equal({
      segment: 'wholesale',
    });
  });

  it('are only shown to whoever may not make links', async () => {
    const { id } = await createCustomer(account.api);
    const viewer = await join(service, account.id, 'viewer');
    const page = await textOf(`/customers/${id}`, viewer);
    expect(page).to.contain('Ana Ruiz').and.not.contain('/edit').and.not.contain('/delete');
    expect((await post(`/customers/${id}/delete`, {}, viewer)).status).to.equal(403);
    expect((await viewer.visitor.get(root('/customers/new'))).status).to.equal(403);
  });

  it('are listed in pages, however many there are', async () => {
    await service.database.query(
      `insert into customers (account_id, id, name, metadata, created_at, updated_at)
       select $1, gen_random_uuid(), 'Customer ' || n, '{}', now() - n * interval '1 second', now()
         from generate_series(1, 3000) as n`,
      [account.id],
    );
    const [, cursor] = /href="[^"]*cursor=([^"&]+)/.exec(await textOf('/customers'))!;
    const second = await textOf(`/customers?cursor=${cursor}`);
    expect(second).to.contain('Customer 26<').and.not.contain('Customer 25<');
    expect((await textOf('/customers/csv')).trim().split('\r\n')).to.have.length(3001);
  });
});
