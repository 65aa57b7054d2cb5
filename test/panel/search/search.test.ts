import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { clabeCheckDigit } from '../../../src/methods/clabe.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import { createLink } from '../../payment-links/links.ts';
import { requestIdOf, untilLogged } from '../../request-logs/entries.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { fund, refundLink, setFees, WALLET } from '../../transfers/rig.ts';
import { CLABE, treasurer } from '../../treasury/rig.ts';
import { quoteConversion } from '../conversions/fixtures.ts';
import { join, type Person } from '../people.ts';
import { readable } from '../readable.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const PAYER = { name: 'Juana Inés de Asbaje', tracking_key: 'MBAN01002611200000123456', account: CLABE };

const clabeOf = (account: string): string => account + clabeCheckDigit(account);

describe('the search of the panel', function () {
  this.timeout(120_000);
  let service: TestService;
  let account: TestAccount;
  let other: TestAccount;
  let people: Record<'owner' | 'developer' | 'viewer', Person>;
  let stranger: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    other = await service.createAccount();
    people = {
      owner: await join(service, account.id, 'owner'),
      developer: await join(service, account.id, 'developer'),
      viewer: await join(service, account.id, 'viewer'),
    };
    stranger = await join(service, other.id, 'owner');
  });
  after(() => service?.close());

  const at = (id = account.id) => `/panel/accounts/${id}/search`;
  const ask = (q: string, { visitor } = people.owner, id = account.id) =>
    visitor.get(`${at(id)}?${new URLSearchParams({ q }).toString()}`);

  /** The pages that a search leads to: of its one hit, or of all its rows. */
  async function found(q: string, person = people.owner, id = account.id): Promise<string[]> {
    const { status, headers, text } = await ask(q, person, id);
    const root = `/panel/accounts/${id}/`;
    if (status === 303) return [headers.get('location')!.replace(root, '')];
    expect(status, q).to.equal(200);
    const rows = [...text.matchAll(/<th scope="row"[^>]*><a href="([^"]+)"/g)];
    return rows.map(([, href]) => href!.replace(root, ''));
  }

  /** A paid link of an account, with its deposit, and what is known of them. */
  async function paid({ api }: TestAccount, fields: object = {}, payer: Record<string, string> = PAYER) {
    const link = await createLink(api, { amount: '640', accepted_methods: ['SPEI'], ...fields });
    const [method] = link.methods;
    const notification = await notificationFor(service, link.code, method.method, { payer });
    const deposit = await receive(service, notification);
    const { destination, reference, providerReference } = notification;
    return { link, deposit: deposit!, destination, reference: reference!, providerReference };
  }

  it('finds a link by its code however it is written, its words, its reference and its metadata', async () => {
    const fields = {
      description: 'Bicicleta roja',
      reference: 'FAC-2026/0042',
      metadata: { order_id: 'SO-98765', email: 'ana@example.com' },
      payer_name: 'Ana María Núñez',
      amount: '1234.50',
    };
    const { code } = await createLink(account.api, fields);
    const bare = code.replaceAll('-', '');
    const texts = [code, code.toLowerCase(), bare, bare.slice(2), code.slice(0, 9), code.slice(3)];
    texts.push(
      'bicicleta',
      'ROJA bicicleta',
      'FAC-2026/0042',
      'so-98765',
      'ana@example.com',
      'nunez maria',
      '$1,234.50 MXNB',
    );
    for (const text of texts) expect(await found(text), text).to.deep.equal([`links/${code}`]);
  });

  it('finds a payment by what its payer has: account paid to, reference, tracking key, own account, name', async () => {
    const payer = { name: 'Ramón Gómez', tracking_key: 'HSBC445566', account: '002010077777777771' };
    const { link, deposit, ...place } = await paid(account, { description: 'Mesa' }, payer);
    const both = [`links/${link.code}`, `deposits/${deposit.id}`];
    expect(await found(place.destination), 'the account').to.deep.equal(both);
    const grouped = place.destination.replace(/^(\d{3})(\d{3})(\d{11})/, '$1 $2 $3 ');
    expect(await found(grouped), 'the account in groups').to.deep.equal(both);
    expect(await found(place.reference), 'the reference').to.deep.equal(both);
    expect(await found('hsbc445566'), 'the tracking key').to.deep.equal([both[1]]);
    expect(await found(payer.account), 'where it came from').to.deep.equal([both[1]]);
    expect(await found(place.providerReference), 'the provider’s reference').to.deep.equal([both[1]]);
    expect(await found('gomez ramon'), 'the name').to.deep.equal([both[0]]);
    expect(await found(deposit.id.toUpperCase()), 'the id').to.deep.equal([both[1]]);
  });

  it('finds a payment on a chain by its hash, and by the addresses that it came from and went to', async () => {
    const payer = { source_address: WALLET.toLowerCase(), transaction_hash: HASH };
    const { link, deposit, destination } = await paid(account, { accepted_methods: ['MXNB'] }, payer);
    expect(await found(HASH)).to.deep.equal([`deposits/${deposit.id}`]);
    expect(await found(HASH.toUpperCase().replace('X', 'x'))).to.deep.equal([`deposits/${deposit.id}`]);
    expect(await found(WALLET)).to.include(`deposits/${deposit.id}`);
    expect(await found(destination)).to.deep.equal([`links/${link.code}`, `deposits/${deposit.id}`]);
    expect(await found(HASH.replace('ab', 'ac'))).to.deep.equal([]);
  });

  it('finds nothing by an account that very many links share', async () => {
    const shared = '646180999999999990';
    const links = await Promise.all(Array.from({ length: 3 }, () => createLink(account.api)));
    const codes = links.map(({ code }) => code);
    await service.database.query(
      `update payment_link_methods set destination = $1 where method = 'SPEI' and link_code = any($2)`,
      [shared, codes],
    );
    expect(await found(shared)).to.have.length(3);
    await service.database.query(
      `set session_replication_role = replica;
       insert into payment_link_former_places (account_id, id, link_code, method, destination, instructions_issued_at)
       select '${other.id}', gen_random_uuid(), 'PL-' || n, 'SPEI', '${shared}', now() from generate_series(1, 200) as n;
       reset session_replication_role`,
    );
    expect(await found(shared)).to.deep.equal([]);
  });

  it('finds links, deposits, refunds, withdrawals, conversions and movements of an amount', async () => {
    const amount = '777.77';
    const link = await createLink(account.api, { amount, description: 'Silla' });
    const { depositId } = await fund(account, 'MXNB', amount);
    const { code } = await fund(account, 'MXNB', '5000');
    const refund = await refundLink(service, account.id, code, amount);
    const conversion = await quoteConversion(account, amount);
    const finance = await treasurer(service, account, 'finance');
    const withdrawal = await finance.withdraw(
      await finance.save('Banco', clabeOf('00201007777777777')),
      amount,
    );
    const hits = await found('$777.77');
    expect(hits).to.include.members([
      `links/${link.code}`,
      `deposits/${depositId}`,
      `refunds/${refund.id}`,
      `withdrawals/${withdrawal.id}`,
      `conversions/${conversion}`,
    ]);
    expect(new Set(hits).size, 'nothing twice').to.equal(hits.length);
    expect(await found(refund.id)).to.deep.equal([`refunds/${refund.id}`]);
    expect(await found(withdrawal.id)).to.deep.equal([`withdrawals/${withdrawal.id}`]);
    expect(await found(conversion)).to.deep.equal([`conversions/${conversion}`]);
    const { body } = await account.api.get('/v1/transactions?limit=1&type=payment');
    const [movement] = body.data;
    expect(await found(movement.id)).to.deep.equal([`deposits/${movement.source.id}`]);
  });

  it('finds recent movements by what they changed, such as a payment without its fee', async () => {
    await setFees(service, '0', '3.33');
    try {
      const { depositId } = await fund(account, 'MXNB', '1000.10');
      const movements = await account.api.get('/v1/transactions?limit=2');
      const fee = movements.body.data.find(({ type }: { type: string }) => type === 'fee');
      expect(await found(fee.amount.replace('-', '').replace(/0+$/, ''))).to.deep.equal([
        `deposits/${depositId}`,
      ]);
    } finally {
      await setFees(service, '0', '0');
    }
  });

  it('finds withdrawals and saved destinations by the account that they go to', async () => {
    const clabe = clabeOf('07201007777777777');
    const finance = await treasurer(service, account, 'finance');
    const destination = await finance.save('Nómina', clabe);
    await fund(account, 'MXNB', '500');
    const { id } = await finance.withdraw(destination, '100');
    const saved = `withdrawals/destinations/${destination}`;
    expect((await found(clabe.replace(/^(.{3})(.{3})/, '$1 $2 '))).sort()).to.deep.equal(
      [`withdrawals/${id}`, saved].sort(),
    );
    await service.database.query(`update transfers set provider_reference = $2 where id = $1`, [
      id,
      `Polygon:${HASH}`,
    ]);
    expect(await found(HASH)).to.include(`withdrawals/${id}`);
  });

  it('finds calls by request id and events by id', async () => {
    const created = await account.api.post('/v1/payment_links', {
      amount: '10',
      currency: 'MXNB',
      description: 'Call',
    });
    await untilLogged(account.api);
    const requestId = requestIdOf(created);
    expect(await found(requestId, people.developer)).to.deep.equal([`call-log/${requestId}`]);
    const { body } = await account.api.get('/v1/events?limit=1');
    expect(await found(body.data[0].id)).to.deep.equal([`events/${body.data[0].id}`]);
  });

  it('goes to the page of what alone is found, and says what can be searched for where nothing is', async () => {
    const { code } = await createLink(account.api, { description: 'Zapatos únicos' });
    const { status, headers } = await ask('zapatos');
    expect([status, headers.get('location')]).to.deep.equal([
      303,
      `/panel/accounts/${account.id}/links/${code}`,
    ]);
    const nothing = readable((await ask('<b>nada</b>')).text);
    expect(nothing).to.contain('Nothing matches').and.contain('You can search for:');
    expect((await ask('<b>nada</b>')).text).not.to.contain('<b>nada');
    expect(readable((await people.owner.visitor.get(at())).text)).to.contain('You can search for:');
  });

  it('shows ten of a kind, the newest first, and where the others are', async () => {
    const codes: string[] = [];
    for (let made = 0; made < 12; made++) {
      codes.unshift((await createLink(account.api, { description: `Camiseta ${made}` })).code);
    }
    expect(await found('camiseta')).to.deep.equal(codes.slice(0, 10).map((code) => `links/${code}`));
    const { text } = await ask('camiseta');
    expect(text).to.contain('Only 10 are shown.').and.contain(`/links?q=camiseta"`);
  });

  it('shows each role only what it may open', async () => {
    const clabe = clabeOf('01401007777777777');
    const finance = await treasurer(service, account, 'finance');
    const destination = await finance.save('Sueldos', clabe);
    await fund(account, 'MXNB', '888.88');
    const { id } = await finance.withdraw(destination, '888.88');
    const requestId = requestIdOf(await account.api.get('/v1/balances'));
    await untilLogged(account.api);
    for (const text of [id, '888.88', clabe]) {
      const pages = await found(text, people.developer);
      expect(
        pages.filter((page) => page.startsWith('withdrawals')),
        text,
      ).to.deep.equal([]);
      expect(await found(text, people.viewer), text).to.include(`withdrawals/${id}`);
    }
    expect(await found(requestId, people.viewer)).to.deep.equal([]);
    expect(await found(requestId, people.developer)).to.deep.equal([`call-log/${requestId}`]);
    // What is found can be opened.
    for (const person of Object.values(people)) {
      for (const page of await found('888.88', person)) {
        expect((await person.visitor.get(`/panel/accounts/${account.id}/${page}`)).status, page).to.equal(
          200,
        );
      }
    }
  });

  it('finds nothing of another account', async () => {
    const payer = { name: 'Secreta Persona', tracking_key: 'SECRET778899', account: '021010077777777779' };
    const { link, deposit, ...place } = await paid(
      account,
      { description: 'Ajeno', amount: '4321.09' },
      payer,
    );
    const hashed = await paid(
      account,
      { accepted_methods: ['MXNB'], amount: '99.01' },
      { transaction_hash: `0x${'cd'.repeat(32)}` },
    );
    const finance = await treasurer(service, account, 'finance');
    const destination = await finance.save('Ajena');
    const { id } = await finance.withdraw(destination, '150');
    const requestId = requestIdOf(await account.api.get('/v1/balances'));
    const { body: events } = await account.api.get('/v1/events?limit=1');
    const { body: movements } = await account.api.get('/v1/transactions?limit=1');
    await untilLogged(account.api);
    const texts = [
      link.code,
      'ajeno',
      '4321.09',
      'secreta',
      payer.tracking_key,
      payer.account,
      `0x${'cd'.repeat(32)}`,
    ];
    texts.push(
      place.destination,
      place.reference,
      place.providerReference,
      hashed.destination,
      deposit.id,
      id,
    );
    texts.push(requestId, events.data[0].id, movements.data[0].id, CLABE);
    for (const text of texts) {
      expect(await found(text), text).not.to.deep.equal([]);
      expect(await found(text, stranger, other.id), text).to.deep.equal([]);
    }
  });

  it('takes anything', async () => {
    const texts = [
      '%',
      '_',
      "' or 1=1 --",
      '"; drop table deposits; --',
      '.*(a+)+$',
      '\\',
      '[',
      '\u{1f9a6}'.repeat(100),
      '\ud800',
      '\u2028',
      '0x',
      '-',
      '$',
      ',',
      '1'.repeat(200),
      '9'.repeat(12) + '.' + '9'.repeat(8),
      'a '.repeat(100),
      'x'.repeat(10_000),
      'req_ffffffffffff7fffbfffffffffffffff',
      randomUUID(),
      '__proto__',
      'PL-',
      'evt_',
    ];
    for (const text of texts) expect((await ask(text)).status, text.slice(0, 40)).to.be.oneOf([200, 303]);
    const { visitor } = people.owner;
    expect((await visitor.get(`${at()}?q=%00`)).status).to.equal(400);
    for (const query of ['q=a&q=b', 'q[]=a', 'q[x]=a', 'q=%ff%fe', 'q=%ed%a0%80', '__proto__[q]=a']) {
      expect((await visitor.get(`${at()}?${query}`)).status, query).to.be.lessThan(500);
    }
  });
});
