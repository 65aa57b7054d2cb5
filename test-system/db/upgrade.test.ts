import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrate, migrationConfig } from '../../src/db/migrate.ts';
import { termsOf } from '../../src/payment-links/search.ts';
import { clusterUrl } from '../../test/support/database.ts';

/** What becomes of a database written by an earlier version. */
describe('upgrading', () => {
  let admin: pg.Client;
  let name: string;
  let db: Knex;

  before(async () => {
    admin = new pg.Client({ connectionString: clusterUrl('postgres') });
    await admin.connect();
  });
  after(() => admin?.end());
  beforeEach(async () => {
    name = `test_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${name}`);
    db = knex(migrationConfig(clusterUrl(name)));
  });
  afterEach(async () => {
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
  });

  /** Brings the database to the state just before a migration. */
  const migrateUpTo = async (migration: string): Promise<void> => {
    const [, pending] = (await db.migrate.list()) as [unknown, string[]];
    for (const next of [...pending].sort()) {
      if (next >= migration) return;
      await db.migrate.up({ name: next });
    }
  };
  const query = async (text: string): Promise<any[]> => (await db.raw<{ rows: any[] }>(text)).rows;

  it('assigns a reference that two accounts had to the first, and lists the other for the operator', async () => {
    await migrateUpTo('20261122141000');
    await query(`
      insert into accounts (id, name, created_at)
        select ('0192f3a2-0000-7000-8000-00000000000' || n)::uuid, 'Company', now() from generate_series(1, 2) as n;
      insert into deposits (account_id, id, status, unmatched_reason, method, asset, amount, destination, provider,
                            provider_reference, payer, created_at)
        select id, gen_random_uuid(), 'unmatched', 'UNKNOWN_DESTINATION', 'SPEI', 'MXN', 10, 'to ' || id, 'bank', 'the same',
               '{}', case when id::text like '%2' then timestamptz '2026-01-01' else '2026-01-02' end
          from accounts where name = 'Company'`);
    await migrate(clusterUrl(name));
    const owner = '0192f3a2-0000-7000-8000-000000000002';
    expect(
      await query('select provider, provider_reference, account_id from deposit_references'),
    ).to.deep.equal([{ provider: 'bank', provider_reference: 'the same', account_id: owner }]);
    const [conflict, ...others] = await query(
      'select account_id, provider_reference, destination, amount, final from deposit_conflicts',
    );
    expect(others).to.deep.equal([]);
    expect(conflict).to.include({ provider_reference: 'the same', amount: '10.00000000', final: true });
    expect(conflict.account_id).not.to.equal(owner);
    expect(conflict.destination).to.equal(`to ${conflict.account_id}`);
  });

  it('replaces failure reasons that were sentences with constants, and keeps the sentences as messages', async () => {
    await migrateUpTo('20261122141200');
    const sentences = ['No such account 032180000118359719', 'The bank knows nothing', 'ACCOUNT_CLOSED'];
    await query(`insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Company', now())`);
    for (const [at, sentence] of sentences.entries()) {
      await query(
        `insert into payouts (account_id, id, kind, status, asset, amount, method, destination, to_asset, to_amount, provider,
                              failure_reason, attempts, created_at, finished_at)
         select id, gen_random_uuid(), 'withdrawal', 'failed', 'MXNB', 10 + ${at}, 'SPEI', '{}', 'MXN', 10, 'simulator', '${sentence}',
                ${at === 1 ? 10 : 1}, now(), now()
           from accounts where name = 'Company'`,
      );
    }
    await migrate(clusterUrl(name));
    expect(
      await query('select failure_reason, failure_message from transfers order by amount'),
    ).to.deep.equal([
      { failure_reason: 'PROVIDER_REFUSED', failure_message: sentences[0] },
      // After ten attempts only an operator can end a transfer.
      { failure_reason: 'OPERATOR_DECIDED', failure_message: sentences[1] },
      { failure_reason: 'ACCOUNT_CLOSED', failure_message: null },
    ]);
  });

  it('numbers the events of each account in the order they were recorded', async () => {
    await migrateUpTo('20261122210000');
    await query(`
      insert into accounts (id, name, created_at)
        select ('0192f3a2-0000-7000-8000-00000000000' || n)::uuid, 'Company', now() from generate_series(1, 3) as n`);
    const record = (account: number, id: string, at: string) =>
      query(`insert into events (account_id, id, type, created_at, body)
             values ('0192f3a2-0000-7000-8000-00000000000${account}', '${id}', 'payment_link.paid', '${at}', '{}')`);
    // Recorded later than an event that happened after it.
    await record(1, 'b', '2026-01-02');
    await record(2, 'x', '2026-01-02');
    await record(1, 'a', '2026-01-01');
    await migrate(clusterUrl(name));
    expect(await query('select id, sequence from events order by account_id, sequence')).to.deep.equal([
      { id: 'b', sequence: '1' },
      { id: 'a', sequence: '2' },
      { id: 'x', sequence: '1' },
    ]);
    expect(await query('select last_sequence from event_sequences order by account_id')).to.deep.equal([
      { last_sequence: '2' },
      { last_sequence: '1' },
    ]);
  });

  it('lets quotes of existing links end when they would have, and amounts without conversion with the link', async () => {
    await migrateUpTo('20261122260000');
    await query(`
      insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Company', now());
      insert into payment_links (account_id, code, status, amount, currency, description, metadata, fee_bearer,
                                 checkout_url, qr_svg, created_at, expires_at, accepted_methods)
        select id, 'PL-AAAA-AAAA-AAAA', 'active', 20000, 'MXNB', '', '{}', 'merchant', '', '', '2026-01-01', '2026-01-08',
               '{SPEI,USDC}'
          from accounts where name = 'Company';
      insert into payment_link_methods (account_id, link_code, method, provider, asset, position, requires_conversion,
                                        amount_due, fee, exchange_rate, quote_status, amount_due_expires_at, decimals,
                                        instructions, destination, quote_reference)
        select account_id, code, method, 'simulator', asset, 1, converts, 1, 0, 1, m.status, until, 2, '{}', method, quote
          from payment_links,
               (values ('SPEI', 'MXN', false, 'native', timestamptz '2026-01-08', null),
                       ('USDC', 'USDC', true, 'locked', '2026-01-01 00:15', 'q1'))
                 as m (method, asset, converts, status, until, quote)`);
    await migrate(clusterUrl(name));
    expect(
      await query(`select method, quote_expires_at = amount_due_expires_at as with_quote, instructions_expire_at
                     from payment_link_methods order by method`),
    ).to.deep.equal([
      { method: 'SPEI', with_quote: null, instructions_expire_at: null },
      { method: 'USDC', with_quote: true, instructions_expire_at: null },
    ]);
    expect(
      await query('select method, quote_life_ms / 60000 as minutes from payment_methods order by position'),
    ).to.deep.equal([
      { method: 'SPEI', minutes: 15 },
      { method: 'WIRE', minutes: 72 * 60 },
      { method: 'MXNB', minutes: 15 },
      { method: 'USDC', minutes: 15 },
      { method: 'USDT', minutes: 15 },
      { method: 'BREB', minutes: 30 },
    ]);
  });

  it('makes existing links found by the words that a new one would be found by', async () => {
    await migrateUpTo('20261126120000');
    const link = {
      code: 'PL-AAAA-BBBB-CCCC',
      amount: '1250.50000000',
      description: 'Café Azul, mesa 4 (ya) ORD-2026.',
      reference: null,
      metadata: { total: '1,250.50 MXN', empty: '', '"\u2028\t\\': 'é\n' },
      payerName: 'José Ñúñez',
      customerId: null,
    };
    await query(`
      insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Company', now());
      insert into payment_links (account_id, code, status, amount, currency, description, metadata, payer_name, fee_bearer,
                                 checkout_url, qr_svg, created_at, expires_at, accepted_methods)
        select id, '${link.code}', 'active', ${link.amount}, 'MXNB', '${link.description}',
               '${JSON.stringify(link.metadata)}', '${link.payerName}', 'merchant', '', '', '2026-01-01', '2026-01-08', '{SPEI}'
          from accounts where name = 'Company'`);
    await migrate(clusterUrl(name));
    const rows = await query('select term, link_code, created_at from payment_link_terms order by term');
    expect(rows.map(({ term }) => term as string)).to.have.members(termsOf(link));
    expect(rows[0]).to.deep.include({ link_code: link.code, created_at: new Date('2026-01-01T00:00:00Z') });
  });

  it('lists and counts existing links by their states, and finds deposits by their references', async () => {
    await migrateUpTo('20261129100000');
    await query(`
      insert into accounts (id, name, created_at) values (gen_random_uuid(), 'Company', now());
      insert into payment_links (account_id, code, status, amount, currency, description, metadata, fee_bearer,
                                 checkout_url, qr_svg, created_at, expires_at, accepted_methods, paid_at, paid_with_method,
                                 deleted_at)
        select id, 'PL-' || n, link.status, 10, 'MXNB', '', '{}', 'merchant', '', '<svg/>', '2026-01-01', '2026-01-08', '{SPEI}',
               case link.status when 'paid' then timestamptz '2026-01-02' end,
               case link.status when 'paid' then 'SPEI' end,
               case n when 4 then timestamptz '2026-01-03' end
          from accounts,
               (values (1, 'active'), (2, 'active'), (3, 'paid'), (4, 'cancelled')) as link (n, status)
         where name = 'Company';
      insert into deposit_references (provider, provider_reference, account_id)
        select 'bank', 'one', id from accounts where name = 'Company';
      insert into deposits (account_id, id, status, payment_link_code, method, asset, amount, destination, provider,
                            provider_reference, payer, created_at)
        select id, gen_random_uuid(), 'credited', 'PL-3', 'SPEI', 'MXN', 10, 'there', 'bank', 'one', '{}', now()
          from accounts where name = 'Company'`);
    await migrate(clusterUrl(name));
    expect(
      await query('select link_code, status, paid_at from payment_link_states order by link_code'),
    ).to.deep.equal([
      { link_code: 'PL-1', status: 'active', paid_at: null },
      { link_code: 'PL-2', status: 'active', paid_at: null },
      { link_code: 'PL-3', status: 'paid', paid_at: new Date('2026-01-02') },
    ]);
    const counts = () =>
      query('select status, links::int from payment_link_counts where links <> 0 order by status');
    expect(await counts()).to.deep.equal([
      { status: 'active', links: 2 },
      { status: 'paid', links: 1 },
    ]);
    const [found] = await query(
      'select d.status from deposit_references r join deposits d on d.account_id = r.account_id and d.id = r.deposit_id',
    );
    expect(found).to.deep.equal({ status: 'credited' });
  });

  it('moves what came in, went out and was exchanged into the books of the providers', async () => {
    await migrateUpTo('20261202124000');
    const account = '0192f3a2-0000-7000-8000-000000000001';
    const [deposit, withdrawal, conversion] = [randomUUID(), randomUUID(), randomUUID()];
    await query(`
      insert into accounts (id, name, created_at) values ('${account}', 'Company', now());
      insert into deposit_references (account_id, provider, provider_reference, deposit_id)
        values ('${account}', 'evm', 'one', '${deposit}');
      insert into deposits (account_id, id, status, unmatched_reason, method, asset, amount, destination, provider,
                            provider_reference, payer, created_at)
        values ('${account}', '${deposit}', 'accepted', 'OVERPAID', 'USDC', 'USDC', 10, 'to', 'evm', 'one', '{}', now());
      insert into transfers (account_id, id, kind, status, asset, amount, fee, method, destination, to_asset, to_amount,
                             exchange_rate, quote_reference, provider, created_at, finished_at, provider_reference)
        values ('${account}', '${withdrawal}', 'withdrawal', 'settled', 'USDC', 3, 0, 'USDC', '{}', 'USDC', 3, null, null,
                'evm', now(), now(), 'two'),
               ('${account}', '${conversion}', 'conversion', 'settled', 'USDC', 4, 0, null, null, 'MXN', 70, 17.5, 'q',
                'bitso', now(), now(), 'three')`);
    const enter = async (object: string, id: string, postings: string): Promise<void> => {
      await query(`insert into ledger_balances (account_id, asset, book)
                   select '${account}', asset, book from (values ${postings}) as p (book, asset, amount)
                   on conflict do nothing`);
      await query(`
        with entry as (
          insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
          values ('${account}', gen_random_uuid(), 'made', '${object}', '${id}', now()) returning account_id, id
        ), moved as (
          update ledger_balances b set balance = balance + p.amount, moved_at = now()
            from (values ${postings}) as p (book, asset, amount) where b.asset = p.asset and b.book = p.book
        )
        insert into ledger_postings (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
        select account_id, gen_random_uuid(), id, asset, book, amount, greatest(amount, 0), 'made', now()
          from entry, (values ${postings}) as p (book, asset, amount)`);
    };
    await enter('deposit', deposit, `('rail', 'USDC', -10), ('available', 'USDC', 10)`);
    await enter('withdrawal', withdrawal, `('available', 'USDC', -3), ('rail', 'USDC', 3)`);
    await enter(
      'conversion',
      conversion,
      `('available', 'USDC', -4), ('conversion', 'USDC', 4), ('conversion', 'MXN', -70), ('available', 'MXN', 70)`,
    );
    await migrate(clusterUrl(name));
    const balances = await query(`select asset, book, balance from ledger_balances order by asset, book`);
    expect(balances.map(({ asset, book, balance }) => `${asset} ${book} ${Number(balance)}`)).to.deep.equal([
      'MXN available 70',
      'MXN conversion 0',
      'MXN conversion:bitso -70',
      'USDC available 3',
      'USDC conversion 0',
      'USDC conversion:bitso 4',
      'USDC rail 0',
      'USDC rail:evm -7',
    ]);
    // The books are their postings, and every entry is balanced.
    expect(
      await query(`select b.asset, b.book from ledger_balances b
                    where balance <> (select sum(amount) from ledger_postings p
                                       where (p.account_id, p.asset, p.book) = (b.account_id, b.asset, b.book))
                   union all
                   select asset, entry_id::text from ledger_postings group by asset, entry_id having sum(amount) <> 0`),
    ).to.deep.equal([]);
  });
});
