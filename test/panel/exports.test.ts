import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { join, type Person } from './people.ts';

describe('the lists of the panel as CSV', () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
    for (const [index, description] of ['Mesa', '=Silla', 'Lámpara'].entries()) {
      const { body } = await account.api.post('/v1/payment_links', {
        amount: '500',
        currency: 'MXNB',
        description,
        reference: `F-${index}`,
        metadata: { order_id: String(index) },
      });
      if (index < 2)
        await account.api.post(`/v1/test_helpers/payment_links/${body.code}/deposit`, { method: 'SPEI' });
    }
  });
  after(() => service?.close());

  const read = async (list: string, query = '', person = owner) => {
    const { text, status, headers } = await person.visitor.get(
      `/panel/accounts/${account.id}/${list}/csv${query}`,
    );
    const [head = [], ...lines] = text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(','));
    const rows = lines.map((line) =>
      Object.fromEntries(head.map((name, index) => [name, line[index] ?? ''])),
    );
    return { status, text, head, rows, file: headers.get('content-disposition') };
  };

  it('have the fields and values of the API', async () => {
    const { rows, head, text } = await read('links', '?metadata=order_id');
    expect(text, 'Excel takes it for UTF-8').to.match(/^\uFEFF/);
    const links = (await account.api.get('/v1/payment_links')).body.data as any[];
    expect(rows).to.have.length(3);
    for (const [index, link] of links.entries()) {
      expect(rows[index]).to.include({
        code: link.code,
        status: link.status,
        amount: link.amount,
        reference: link.reference,
        created_at: link.created_at,
        accepted_methods: link.accepted_methods.join(' '),
        'metadata.order_id': link.metadata.order_id,
      });
    }
    expect(rows[1]?.description).to.equal("'=Silla");
    // Every field but those that repeat another, or of which one chooses parts.
    const left = Object.keys(links[0]).filter((name) => !head.includes(name));
    expect(left.sort()).to.deep.equal(['metadata', 'object', 'url']);
  });

  it('have what the list is filtered by, and no more', async () => {
    expect((await read('links', '?status=paid')).rows.map(({ reference }) => reference)).to.deep.equal([
      'F-1',
      'F-0',
    ]);
    expect((await read('links', '?q=lampara')).rows.map(({ reference }) => reference)).to.deep.equal(['F-2']);
    expect((await read('links', '?from=2001-01-01&until=2001-01-02')).rows).to.deep.equal([]);
    const deposits = await read('deposits', '?method=SPEI');
    expect(deposits.rows.map(({ amount, method }) => `${amount} ${method}`)).to.deep.equal([
      '500.00000000 SPEI',
      '500.00000000 SPEI',
    ]);
    expect((await read('deposits', '?method=WIRE')).rows).to.deep.equal([]);
  });

  it('have the fields of every kind of transfer', async () => {
    const { body: deposits } = await account.api.get('/v1/deposits');
    const [known] = await service.database.query(
      `insert into transfers (account_id, id, kind, status, asset, amount, fee, method, destination, deposit_id,
         payment_link_code, provider, created_at, finished_at)
       select $1, gen_random_uuid(), 'refund', 'settled', 'MXNB', 5, 0, 'SPEI', '{"clabe": "032180000118359719"}', id,
         payment_link_code, 'simulator', now(), now() from deposits where account_id = $1 and id = $2 returning id`,
      [account.id, deposits.data[0].id],
    );
    const refund = (await account.api.get(`/v1/refunds/${(known as { id: string }).id}`)).body;
    const { rows, head } = await read('refunds', '?status=completed');
    expect(rows).to.have.length(1);
    expect(rows[0]).to.include({
      id: refund.id,
      status: 'completed',
      amount: '5.00000000',
      deposit_id: refund.deposit_id,
      'destination.clabe': "'032180000118359719",
    });
    const left = Object.keys(refund).filter((name) => !head.includes(name));
    expect(left.sort()).to.deep.equal(['destination', 'object']);
    expect((await read('conversions')).head).to.include.members(['from_asset', 'to_amount', 'exchange_rate']);
    expect((await read('withdrawals')).head).to.include.members(['net_amount', 'destination.address']);
    expect((await read('refunds', '?status=failed')).rows).to.deep.equal([]);
  });

  it('have the days that they are filtered by in their names', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const nameOf = async (query: string) => (await read('links', query)).file;
    expect(await nameOf('')).to.equal(`attachment; filename="payment-links-${today}.csv"`);
    expect(await nameOf('?from=2026-11-01&until=2026-11-30')).to.equal(
      'attachment; filename="payment-links-2026-11-01-2026-11-30.csv"',
    );
  });

  it('have each time in the account’s zone too', async () => {
    await owner.visitor.post(`/panel/accounts/${account.id}/settings/reporting`, {
      time_zone: 'America/Mexico_City',
      base_currency: '',
    });
    const { rows } = await read('links', '?status=paid');
    for (const name of ['created_at', 'paid_at'] as const) {
      const local = rows[0]?.[name === 'created_at' ? 'local_time' : `${name}_local`] ?? '';
      expect(Date.parse(`${local.replace(' ', 'T')}-06:00`)).to.equal(
        Math.floor(Date.parse(rows[0]?.[name] ?? '') / 1000) * 1000,
      );
    }
    const head = [...(await read('deposits')).head, ...(await read('refunds')).head];
    expect(head).to.include.members(['local_time', 'resolved_at_local', 'finished_at_local']);
  });

  it('name a deposit’s link and who decided on it', async () => {
    const { body: link } = await account.api.post('/v1/payment_links', {
      amount: '700',
      currency: 'MXNB',
      description: 'Sofá',
      reference: 'F-9',
    });
    const paid = await account.api.post(`/v1/test_helpers/payment_links/${link.code}/deposit`, {
      method: 'SPEI',
      amount: '650',
    });
    expect(paid.status).to.be.lessThan(300);
    const { rows: before } = await read('deposits', '?status=unmatched');
    expect(before).to.have.length(1);
    expect(before[0]).to.include({
      'payment_link.description': 'Sofá',
      'payment_link.reference': 'F-9',
      'payment_link.amount': '700.00000000',
      'payment_link.currency': 'MXNB',
      decided_by: '',
    });
    await owner.visitor.post(`/panel/accounts/${account.id}/deposits/${before[0]!['id']}/accept`, {
      once: randomUUID(),
    });
    const { rows: after } = await read('deposits', '?status=accepted');
    expect(after.map(({ decided_by }) => decided_by)).to.deep.equal([owner.email]);
  });

  it('name who asked for a transfer, who decided on it, and why it was refunded', async () => {
    for (const list of ['withdrawals', 'refunds', 'conversions'])
      expect((await read(list)).head).to.include.members(['decision', 'decided_by', 'decision_reason']);
    expect((await read('withdrawals')).head).to.include('destination_label');
    expect((await read('refunds')).head).to.include('note');
  });

  it('are for the roles that the lists are for', async () => {
    const developer = await join(service, account.id, 'developer');
    expect((await read('withdrawals', '', developer)).status).to.equal(403);
    expect((await read('deposits', '', developer)).status).to.equal(200);
  });
});
