import { expect } from 'chai';
import { createCustomer } from '../customers/customers.ts';
import { createLink, pay } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('payments customers', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const run = async (command: string, ...args: string[]): Promise<any> => {
    const { stdout } = await runPayments(
      service,
      ...['customers', command, ...args, '--account', account.id, '--json'],
    );
    return JSON.parse(stdout);
  };

  it('creates a customer as the API does, with an entry in the audit log', async () => {
    const created = await run(
      'create',
      '--name',
      'Ana Ruiz',
      '--tax-id',
      '890.903.938-8',
      '--language',
      'es',
    );
    expect(created).to.include({
      object: 'customer',
      name: 'Ana Ruiz',
      tax_id: '890903938-8',
      language: 'es',
    });
    expect((await account.api.get(`/v1/customers/${created.id}`)).body).to.deep.equal(created);
    const entries = await service.database.query(
      'select action, subject, user_id from audit_entries where account_id = $1',
      [account.id],
    );
    expect(entries).to.deep.equal([{ action: 'customer.created', subject: created.id, user_id: null }]);
  });

  it('says what is wrong with one that cannot be', async () => {
    await createCustomer(account.api, { reference: 'shop-1' });
    const refused = async (...args: string[]) => (await run('create', ...args)).error;
    expect(await refused('--name', 'Ana', '--tax-id', '890903938-7')).to.include({ code: 'invalid_request' });
    expect(await refused('--name', 'x'.repeat(141))).to.include({ code: 'invalid_request' });
    expect(await refused('--name', 'Ana', '--reference', 'shop-1')).to.include({
      code: 'customer_reference_taken',
    });
  });

  it('lists and finds customers of the account, newest first', async () => {
    const ana = await createCustomer(account.api, { name: 'Ana Ruiz' });
    const berta = await createCustomer(account.api, { name: 'Berta' });
    await createCustomer((await service.createAccount()).api, { name: 'Ana' });
    const ids = async (...args: string[]) => (await run('list', ...args)).data.map(({ id }: any) => id);
    expect(await ids()).to.deep.equal([berta.id, ana.id]);
    expect(await ids('--after', berta.id)).to.deep.equal([ana.id]);
    expect(await ids('--search', 'ruiz')).to.deep.equal([ana.id]);
    expect(await ids('--search', 'nobody')).to.deep.equal([]);
  });

  it('shows what a customer owes, and the statement of a period', async () => {
    const { id } = await createCustomer(account.api);
    const { code } = await createLink(account.api, { amount: '1000', customer_id: id, description: 'Paid' });
    await pay(account.api, code, { method: 'SPEI' });
    await createLink(account.api, { amount: '250.50', customer_id: id, description: 'Open' });
    expect((await run('show', id)).owed).to.deep.equal([
      { currency: 'MXNB', amount: '250.50000000', links: 1 },
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const statement = await run('statement', id, '--from', today, '--until', today);
    expect(statement).to.deep.include({ customer: 'Ana Ruiz', from: today, until: today });
    expect(statement.totals).to.deep.equal([
      {
        asset: 'MXNB',
        asked: '1250.50000000',
        paid: '1000.00000000',
        refunded: '0.00000000',
        owed: '250.50000000',
      },
    ]);
    expect(statement.entries.map(({ kind, description }: any) => `${kind} ${description}`)).to.deep.equal([
      'request Paid',
      'payment Paid',
      'request Open',
    ]);
    expect((await run('statement', id, '--from', today, '--until', '2020-01-01')).error.code).to.equal(
      'invalid_request',
    );
    const { error } = await run('show', '0192f3a4-d1c2-7e35-9a4b-5c6d7e8f9012');
    expect(error.code).to.equal('customer_not_found');
  });
});
