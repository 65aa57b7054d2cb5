import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { createCustomer } from './customers.ts';

const NOT_FOUND = { status: 404, code: 'customer_not_found' };
const TAKEN = { status: 409, code: 'customer_reference_taken' };

describe('customers', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const create = (fields: object) => account.api.post('/v1/customers', fields);
  const change = (id: string, fields: object) => account.api.patch(`/v1/customers/${id}`, fields);
  const read = (id: string) => account.api.get(`/v1/customers/${id}`);
  const remove = (id: string) => account.api.delete(`/v1/customers/${id}`);
  const idsBy = async (filters: Record<string, string>): Promise<string[]> => {
    const { status, body } = await account.api.get(
      `/v1/customers?${new URLSearchParams(filters).toString()}`,
    );
    expect(status).to.equal(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  describe('when created', () => {
    it('have all that was given, and a tax id without separators', async () => {
      const { status, headers, body } = await create({
        name: 'Ejemplo Comercial S.A. de C.V.',
        email: 'Pagos@ejemplo.mx',
        tax_id: 'eje-120315-ab1',
        reference: 'shop-1042',
        language: 'es',
        metadata: { segment: 'wholesale' },
      });
      expect(status).to.equal(201);
      const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = body;
      expect(headers.get('location')).to.equal(`/v1/customers/${id}`);
      expect(rest).to.deep.equal({
        object: 'customer',
        name: 'Ejemplo Comercial S.A. de C.V.',
        email: 'Pagos@ejemplo.mx',
        tax_id: 'EJE120315AB1',
        reference: 'shop-1042',
        language: 'es',
        metadata: { segment: 'wholesale' },
      });
      expect(updatedAt).to.equal(createdAt);
      expect((await read(id)).body).to.deep.equal(body);
    });

    it('need only a name', async () => {
      const body = await createCustomer(account.api);
      expect(body).to.deep.include({
        ...{ email: null, tax_id: null, reference: null, language: null, metadata: {} },
      });
    });

    it('are refused with an address, tax id or name that cannot be one', async () => {
      const lines = ['ana@example.com\nBcc: all@example.com', 'ana@example.com\r\n', 'ana@exam\u0085ple.com'];
      for (const email of [
        ...lines,
        'ana',
        'Ana <ana@example.com>',
        'a@b, c@example.com',
        'ana@exa\u202emple.com',
      ])
        expect(refusal(await create({ name: 'Ana', email })), email).to.deep.equal(invalid('email'));
      for (const tax_id of ['EJE121315AB1', '890903938-7', 'nobody knows'])
        expect(refusal(await create({ name: 'Ana', tax_id })), tax_id).to.deep.equal(invalid('tax_id'));
      for (const name of ['', '   ', 'Ana\nRuiz', 'x'.repeat(141)])
        expect(refusal(await create({ name })), name).to.deep.equal(invalid('name'));
    });

    it('once for each idempotency key', async () => {
      const key = randomUUID();
      const once = () => account.api.post('/v1/customers', { name: 'Ana' }, { idempotencyKey: key });
      const [first, second] = [await once(), await once()];
      expect(second.body).to.deep.equal(first.body);
      expect(second.headers.get('idempotent-replay')).to.equal('true');
      expect(await idsBy({})).to.have.length(1);
    });

    it('need their own scopes, which keys made before do not have', async () => {
      const forbidden = { status: 403, code: 'insufficient_scope' };
      const links = await service.createAccount({ scopes: ['links:read', 'links:write'] });
      expect(refusal(await links.api.get('/v1/customers'))).to.deep.equal(forbidden);
      expect(refusal(await links.api.post('/v1/customers', { name: 'Ana' }))).to.deep.equal(forbidden);
      const writer = await service.createAccount({ scopes: ['customers:write'] });
      const { id } = await createCustomer(writer.api);
      expect(refusal(await writer.api.get(`/v1/customers/${id}`))).to.deep.equal(forbidden);
      const reader = await service.createAccount({ scopes: ['customers:read'] });
      expect((await reader.api.get('/v1/customers')).status).to.equal(200);
      expect(refusal(await reader.api.post('/v1/customers', { name: 'Ana' }))).to.deep.equal(forbidden);
    });
  });

  describe('by their reference', () => {
    it('are unique in the account, and reusable once deleted', async () => {
      const { id } = await createCustomer(account.api, { reference: 'shop-1' });
      expect(refusal(await create({ name: 'B', reference: 'shop-1' }))).to.deep.equal(TAKEN);
      const other = await service.createAccount();
      await createCustomer(other.api, { reference: 'shop-1' });
      expect((await remove(id)).status).to.equal(204);
      const next = await createCustomer(account.api, { reference: 'shop-1' });
      const another = await createCustomer(account.api, { reference: 'shop-2' });
      expect(refusal(await change(another.id, { reference: 'shop-1' }))).to.deep.equal(TAKEN);
      expect((await change(next.id, { reference: 'shop-1' })).status).to.equal(200);
    });

    it('are created once when requested several times at once', async () => {
      const reference = randomUUID();
      const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Ana', reference })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(7).fill(409)]);
      for (const answer of answers.filter(({ status }) => status === 409))
        expect(refusal(answer)).to.deep.equal(TAKEN);
      expect(await idsBy({ reference })).to.have.length(1);
    });
  });

  describe('in a list', () => {
    it('are newest first, in pages', async () => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) ids.unshift((await createCustomer(account.api, { name })).id);
      const first = (await account.api.get('/v1/customers?limit=2')).body;
      const second = (await account.api.get(`/v1/customers?limit=2&cursor=${first.next_cursor}`)).body;
      expect([...first.data, ...second.data].map(({ id }) => id)).to.deep.equal(ids);
      expect([first.has_more, second.has_more, second.next_cursor]).to.deep.equal([true, false, null]);
    });

    it('match all given filters', async () => {
      const ana = await createCustomer(account.api, { email: 'Ana@Example.com', tax_id: 'RUGA850214AB9' });
      const shop = await createCustomer(account.api, { tax_id: '890903938-8', reference: 'a/b+c d' });
      await createCustomer((await service.createAccount()).api, { email: 'ana@example.com' });
      expect(await idsBy({ email: 'ANA@example.com' })).to.deep.equal([ana.id]);
      expect(await idsBy({ tax_id: 'ruga-850214-ab9' })).to.deep.equal([ana.id]);
      expect(await idsBy({ tax_id: '890.903.938-8' })).to.deep.equal([shop.id]);
      expect(await idsBy({ tax_id: '890903938-8', email: 'ana@example.com' })).to.deep.equal([]);
      expect(await idsBy({ reference: 'a/b+c d' })).to.deep.equal([shop.id]);
      expect(await idsBy({ created_after: shop.created_at })).to.deep.equal([shop.id]);
      expect(refusal(await account.api.get('/v1/customers?tax_id=nobody'))).to.deep.equal(invalid('tax_id'));
    });
  });

  describe('when changed', () => {
    it('keep what is not named, and lose what is null', async () => {
      const before = await createCustomer(account.api, {
        email: 'ana@example.com',
        reference: 'shop-1',
        metadata: { a: '1', b: '2' },
      });
      const { body } = await change(before.id, {
        name: 'Ana Ruiz García',
        email: null,
        metadata: { a: null, c: '3' },
      });
      expect(body).to.deep.equal({
        ...before,
        name: 'Ana Ruiz García',
        email: null,
        metadata: { b: '2', c: '3' },
        updated_at: body.updated_at,
      });
      expect(Date.parse(body.updated_at)).to.be.greaterThan(Date.parse(before.updated_at));
      expect((await read(before.id)).body).to.deep.equal(body);
    });

    it('are refused as new ones are', async () => {
      const { id } = await createCustomer(account.api);
      expect(refusal(await change(id, {})).status).to.equal(400);
      expect(refusal(await change(id, { email: 'a@b\nc.com' }))).to.deep.equal(invalid('email'));
      expect(refusal(await change(id, { tax_id: '1-1' }))).to.deep.equal(invalid('tax_id'));
      const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']));
      expect(refusal(await change(id, { metadata }))).to.deep.equal(invalid('metadata'));
    });
  });

  describe('when deleted', () => {
    it('leave nothing but an id', async () => {
      const secrets = { name: 'Zoraida', email: 'zoraida@example.com', tax_id: 'RUGA850214AB9' };
      const { id } = await createCustomer(account.api, {
        ...secrets,
        reference: 'z',
        metadata: { a: 'Zoraida' },
      });
      expect((await remove(id)).status).to.equal(204);
      for (const answer of [await read(id), await change(id, { name: 'Z' }), await remove(id)])
        expect(refusal(answer)).to.deep.equal(NOT_FOUND);
      expect(await idsBy({})).to.deep.equal([]);
      const kept = await service.database.query(
        `select to_jsonb(c) as row from customers c where id = $1
          union all select to_jsonb(t) from customer_terms t where customer_id = $1`,
        [id],
      );
      expect(kept).to.have.length(1);
      expect(JSON.stringify(kept)).not.to.match(/zoraida|RUGA|example/i);
    });
  });

  it('are found in no other account', async () => {
    const { id } = await createCustomer(account.api);
    const { api } = await service.createAccount();
    for (const answer of [
      await api.get(`/v1/customers/${id}`),
      await api.patch(`/v1/customers/${id}`, { name: 'X' }),
      await api.delete(`/v1/customers/${id}`),
      await api.get('/v1/customers/nobody'),
    ])
      expect(refusal(answer)).to.deep.equal(NOT_FOUND);
    expect((await read(id)).body.name).to.equal('Ana Ruiz');
  });
});
