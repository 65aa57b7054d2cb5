import { expect } from 'chai';
import { createLogger } from '../../src/lib/logger.ts';
import { createPaymentLinkService, type LinkRequest } from '../../src/payment-links/service.ts';
import { createProviders } from '../../src/methods/providers/registry.ts';
import { createSimulator } from '../../src/methods/providers/simulator/simulator.ts';
import type { Answer, Client } from '../support/client.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60 * 1000;

describe('creating a payment link', () => {
  let service: TestService;
  let account: TestAccount;
  let api: Client;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    api = account.api;
  });
  after(() => service?.close());

  const create = (fields: object = {}): Promise<Answer> =>
    api.post('/v1/payment_links', {
      amount: '1500',
      currency: 'MXNB',
      description: 'Order 10442',
      ...fields,
    });

  describe('responds', () => {
    it('with every field, and defaults for what was left out', async () => {
      const { status, headers, body: link } = await create();
      expect(status).to.equal(201);
      expect(headers.get('location')).to.equal(`/v1/payment_links/${link.code}`);
      expect(link.code).to.match(/^PL-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
      const { methods, qr, created_at, expires_at, ...rest } = link;
      const url = `${service.baseUrl}/pay/${link.code}`;
      expect(rest).to.deep.equal({
        object: 'payment_link',
        code: link.code,
        status: 'active',
        amount: '1500.00000000',
        currency: 'MXNB',
        description: 'Order 10442',
        metadata: {},
        customer_id: null,
        fee_bearer: 'merchant',
        accepted_methods: ['SPEI', 'MXNB'],
        url,
        checkout_url: url,
        return_url: null,
        payer_name: null,
        reference: null,
        paid_at: null,
        paid_with_method: null,
        amount_received: null,
        difference: null,
      });
      expect(qr).to.deep.include({ object: 'checkout_qr', format: 'svg', encodes: url });
      expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 30_000);
      expect(Date.parse(expires_at) - Date.parse(created_at)).to.equal(7 * DAY_MS);
      expect(methods.map((entry: any) => entry.method)).to.deep.equal(['SPEI', 'MXNB']);
      expect(methods[0]).to.deep.include({
        object: 'payment_link_method',
        asset: 'MXN',
        requires_conversion: false,
        amount_due: '1500.00',
        fee: '0.00000000',
        exchange_rate: '1.00000000',
        amount_due_expires_at: expires_at,
        quote_status: 'native',
      });
    });

    it('with the instructions for each method', async () => {
      const byMethod = async (currency: string, amount: string) => {
        const { body } = await create({ currency, amount });
        return Object.fromEntries(body.methods.map((entry: any) => [entry.method, entry.instructions]));
      };
      const { SPEI, MXNB } = await byMethod('MXNB', '1500');
      expect(SPEI).to.have.all.keys('clabe', 'reference', 'bank');
      expect(SPEI.clabe).to.match(/^\d{18}$/);
      expect(MXNB).to.have.all.keys('address', 'network', 'payment_uri');
      expect(MXNB.network).to.equal('Arbitrum');
      expect(MXNB.payment_uri).to.match(
        new RegExp(
          `^ethereum:0x[0-9a-fA-F]{40}@31337/transfer\\?address=${MXNB.address}&uint256=1500000000$`,
        ),
      );
      const { WIRE, USDC, USDT } = await byMethod('USDC', '150');
      expect(WIRE).to.have.all.keys('bank', 'reference');
      expect(USDC.network).to.equal('Polygon');
      expect(USDT.network).to.equal('Ethereum');
      const { BREB } = await byMethod('COP', '2000');
      expect(BREB).to.have.all.keys('reference', 'bank');
    });

    it('with everything that was requested', async () => {
      const expiresAt = new Date(Date.now() + 3 * DAY_MS).toISOString();
      const asked = {
        amount: '25.12345678',
        currency: 'USDC',
        description: 'Ñandú & <b>café</b> 🌵',
        accepted_methods: ['USDT', 'USDC'],
        metadata: { order: '10442', tienda: 'Reforma', empty: '' },
        fee_bearer: 'payer',
        return_url: 'https://shop.example.com/@orders/10442?from=pay@shop',
        payer_name: 'Juana Pérez Luna',
        expires_at: expiresAt,
      };
      const { status, body } = await create(asked);
      expect(status).to.equal(201);
      expect(body).to.deep.include(asked);
      expect(body.methods.map((entry: any) => entry.method)).to.deep.equal(['USDT', 'USDC']);
    });

    it('with the same bytes as reading the link later', async () => {
      const created = await create({
        // Keys in an order that no store would choose by itself.
        metadata: { zz: '1', a: 'ñ', longer_than_the_others: '2', B: '3', '7': '4' },
        fee_bearer: 'payer',
        amount: '150.1',
        return_url: 'https://shop.example.com/',
      });
      const read = await api.get(`/v1/payment_links/${created.body.code}`);
      expect(read.text).to.equal(created.text);

      const list = await api.get('/v1/payment_links?limit=1');
      const summary = Object.entries(created.body).filter(
        ([name]) => !['return_url', 'payer_name', 'qr', 'methods'].includes(name),
      );
      expect(JSON.stringify(list.body.data[0])).to.equal(JSON.stringify(Object.fromEntries(summary)));

      const cancelled = await api.post(`/v1/payment_links/${created.body.code}/cancel`);
      expect(cancelled.text).to.equal(
        created.text
          .replace('"status":"active"', '"status":"cancelled"')
          .replaceAll('"quote_status":"native"', '"quote_status":"expired"'),
      );
      expect((await api.get(`/v1/payment_links/${created.body.code}`)).text).to.equal(cancelled.text);
    });
  });

  describe('accepted_methods', () => {
    it('default to all that can pay the amount', async () => {
      // SPEI has a minimum of 100 MXN.
      expect((await create({ amount: '99.99999999' })).body.accepted_methods).to.deep.equal(['MXNB']);
      expect((await create({ amount: '100' })).body.accepted_methods).to.deep.equal(['SPEI', 'MXNB']);
      expect((await create({ currency: 'USDC', amount: '99' })).body.accepted_methods).to.deep.equal([
        'USDC',
        'USDT',
      ]);
    });

    it('are left out as an empty list, as some generated clients do', async () => {
      const { status, body } = await create({ amount: '100', accepted_methods: [] });
      expect(status).to.equal(201);
      expect(body.accepted_methods).to.deep.equal(['SPEI', 'MXNB']);
    });

    it('are refused by index when they cannot pay', async () => {
      const refused = async (methods: unknown, fields: object = {}) =>
        refusal(await create({ accepted_methods: methods, ...fields }));
      expect(await refused(['SPEI', 'PIGEON']), 'unknown').to.deep.equal(invalid('accepted_methods[1]'));
      expect(await refused(['USDC', 'SPEI']), 'other family').to.deep.equal(invalid('accepted_methods[0]'));
      expect(await refused(['MXNB', 'SPEI'], { amount: '99.99999999' }), 'below minimum').to.deep.equal(
        invalid('accepted_methods[1]'),
      );
      expect(await refused(['SPEI', 'spei']), 'not a name').to.deep.equal(invalid('accepted_methods[1]'));
      expect(await refused(['SPEI', 7]), 'not a string').to.deep.equal(invalid('accepted_methods[1]'));
      expect(await refused(['SPEI', 'MXNB', 'SPEI']), 'twice').to.deep.equal(invalid('accepted_methods'));
      expect(await refused('SPEI'), 'not a list').to.deep.equal(invalid('accepted_methods'));
    });

    it('that the account may not use are forbidden, and left out of the default', async () => {
      const limited = await service.createAccount();
      await service.changeAccount(limited.id, { disableMethods: ['SPEI'] });
      const request = { amount: '1500', currency: 'MXNB', description: 'x' };
      const named = await limited.api.post('/v1/payment_links', {
        ...request,
        accepted_methods: ['MXNB', 'SPEI'],
      });
      expect(refusal(named)).to.deep.equal({ status: 403, code: 'forbidden', param: 'accepted_methods[1]' });
      const unnamed = await limited.api.post('/v1/payment_links', request);
      expect(unnamed.body.accepted_methods).to.deep.equal(['MXNB']);

      await service.changeAccount(limited.id, { disableMethods: ['MXNB'] });
      expect(refusal(await limited.api.post('/v1/payment_links', request))).to.deep.equal(invalid('amount'));
      await service.changeAccount(limited.id, { enableMethods: ['SPEI'] });
      const again = await limited.api.post('/v1/payment_links', request);
      expect(again.body.accepted_methods).to.deep.equal(['SPEI']);
    });

    it('that the service has disabled are unknown', async () => {
      await service.database.query(`update payment_methods set enabled = false where method = 'USDT'`);
      try {
        const link = { currency: 'USDC', amount: '99' };
        expect((await create(link)).body.accepted_methods).to.deep.equal(['USDC']);
        expect(refusal(await create({ ...link, accepted_methods: ['USDT'] }))).to.deep.equal(
          invalid('accepted_methods[0]'),
        );
      } finally {
        await service.database.query(`update payment_methods set enabled = true where method = 'USDT'`);
      }
    });
  });

  describe('the amount', () => {
    const limits = [
      { currency: 'MXNB', least: '10', below: '9.99999999', most: '1000000', above: '1000000.00000001' },
      { currency: 'USDC', least: '1', below: '0.99999999', most: '50000', above: '50000.00000001' },
      // 1,000 to 1,599 COP are within the limits, but no method accepts them.
      {
        currency: 'COP',
        least: '1600',
        below: '999.99999999',
        most: '200000000',
        above: '200000000.00000001',
      },
    ];
    for (const { currency, least, below, most, above } of limits) {
      it(`may be ${least} to ${most} ${currency}, inclusive`, async () => {
        for (const amount of [least, most]) {
          const { status, body } = await create({ currency, amount });
          expect(status).to.equal(201);
          expect(body.amount).to.equal(`${amount}.00000000`);
        }
        for (const amount of [below, above]) {
          expect(refusal(await create({ currency, amount })), amount).to.deep.equal(invalid('amount'));
        }
      });
    }

    it('is refused when no method can pay it', async () => {
      expect(refusal(await create({ currency: 'COP', amount: '1599.99999999' }))).to.deep.equal(
        invalid('amount'),
      );
    });

    for (const amount of [
      ...['0', '0.00000000', '0.00000001', '999999999999', '1000000000000', '0001500000000', '100.123456789'],
      ...[
        '-100',
        '+100',
        '1e3',
        '0x64',
        '1_000',
        '1,000',
        ' 100',
        '100 ',
        '100.',
        '.5',
        '',
        'NaN',
        'Infinity',
      ],
      ...['١٠٠', '100\n', 100, 100.5, null, ['100'], { amount: '100' }],
    ]) {
      it(`is refused when it is ${JSON.stringify(amount)}`, async () => {
        expect(refusal(await create({ amount }))).to.deep.equal(invalid('amount'));
      });
    }

    it("keeps its 8 decimals, and is rounded up to each rail's precision", async () => {
      const due = async (currency: string, amount: string) => {
        const { body } = await create({ currency, amount });
        expect(body.amount).to.equal(amount);
        const native = body.methods.filter((entry: any) => !entry.requires_conversion);
        return Object.fromEntries(native.map((entry: any) => [entry.method, entry.amount_due]));
      };
      expect(await due('MXNB', '100.00000001')).to.deep.equal({ SPEI: '100.01', MXNB: '100.000001' });
      expect(await due('MXNB', '100.01000000')).to.deep.equal({ SPEI: '100.01', MXNB: '100.010000' });
      expect(await due('MXNB', '999999.99999999')).to.deep.equal({
        SPEI: '1000000.00',
        MXNB: '1000000.000000',
      });
      expect(await due('USDC', '100.12345600')).to.deep.equal({
        WIRE: '100.13',
        USDC: '100.123456',
        USDT: '100.123456',
      });
      expect(await due('COP', '1600.00100000')).to.deep.equal({ BREB: '1601' });
    });

    it('may have leading zeros', async () => {
      expect((await create({ amount: '000000000100.5' })).body.amount).to.equal('100.50000000');
    });
  });

  describe('expires_at', () => {
    it('must be 5 minutes to 90 days ahead', async () => {
      const inMs = (aheadMs: number) => create({ expires_at: new Date(Date.now() + aheadMs).toISOString() });
      expect((await inMs(5 * MINUTE_MS + 10_000)).status).to.equal(201);
      expect((await inMs(90 * DAY_MS - 10_000)).status).to.equal(201);
      for (const aheadMs of [-DAY_MS, 0, 5 * MINUTE_MS - 1, 90 * DAY_MS + 10_000]) {
        expect(refusal(await inMs(aheadMs)), `${aheadMs} ms`).to.deep.equal(invalid('expires_at'));
      }
    });

    it('may be up to exactly 90 days after creation, and no less than 5 minutes', async () => {
      const { db, credentials } = service.foundation;
      const links = createPaymentLinkService({
        read: db.read,
        providers: createProviders([createSimulator({ db })]),
        checkoutBaseUrl: () => service.baseUrl,
        logger: createLogger('silent'),
      });
      const caller = (await credentials.authenticate(account.key.secret, '127.0.0.1'))!;
      const request: LinkRequest = {
        amount: '100',
        currency: 'MXNB',
        description: 'x',
        reference: null,
        acceptedMethods: undefined,
        metadata: {},
        feeBearer: 'merchant',
        returnUrl: null,
        payerName: null,
        customerId: null,
        expiresAt: undefined,
      };
      const createWithLife = (lifeMs: number) =>
        db.transaction(async (trx) => {
          const expiresAt = new Date((await trx.now).getTime() + lifeMs);
          const draft = await links.draft(caller, { ...request, expiresAt });
          return (
            (
              await links.create(trx, caller, draft, { requestId: 'req_test', visitor: undefined })
            ).link.expiresAt.getTime() - expiresAt.getTime()
          );
        });
      // The lifetime is checked a moment after it was chosen here.
      expect(await createWithLife(6 * MINUTE_MS)).to.equal(0);
      expect(await createWithLife(90 * DAY_MS)).to.equal(0);
      for (const lifeMs of [5 * MINUTE_MS - 1, 90 * DAY_MS + MINUTE_MS]) {
        const failure = await createWithLife(lifeMs).catch((error: unknown) => error);
        expect(failure, `${lifeMs} ms`).to.include({ code: 'invalid_request', param: 'expires_at' });
      }
    });

    for (const text of [
      'tomorrow',
      '2027-02-30T00:00:00Z',
      '2027-01-01',
      '999999-01-01T00:00:00Z',
      'infinity',
      5,
    ]) {
      it(`is refused when it is ${JSON.stringify(text)}`, async () => {
        expect(refusal(await create({ expires_at: text }))).to.deep.equal(invalid('expires_at'));
      });
    }

    it('may be given with an offset, and is returned in UTC', async () => {
      const time = new Date(Date.now() + DAY_MS);
      const text = new Date(time.getTime() - 6 * 3600 * 1000).toISOString().replace('Z', '-06:00');
      expect((await create({ expires_at: text })).body.expires_at).to.equal(time.toISOString());
    });
  });

  describe('bounds', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, 'v']));
    const accepted: [string, object][] = [
      ['a description of 500 characters', { description: '🌵'.repeat(500) }],
      ['50 metadata keys', { metadata: many(50) }],
      ['a metadata key of 40 characters', { metadata: { ['é'.repeat(40)]: 'v' } }],
      ['a metadata value of 500 characters', { metadata: { key: 'ü'.repeat(500) } }],
      ['the largest body they allow', { metadata: fullMetadata(), description: '🌵'.repeat(500) }],
    ];
    for (const [what, fields] of accepted) {
      it(`allow ${what}`, async () => {
        const { status, body } = await create(fields);
        expect(status).to.equal(201);
        expect(body).to.deep.include(fields);
      });
    }
    const refused: [string, object, string][] = [
      ['an empty description', { description: '' }, 'description'],
      ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
      ['a description with NUL', { description: 'a\0b' }, 'description'],
      ['no description', { description: undefined }, 'description'],
      ['51 metadata keys', { metadata: many(51) }, 'metadata'],
      ['a metadata key of 41 characters', { metadata: { ['k'.repeat(41)]: 'v' } }, 'metadata'],
      ['a metadata value of 501 characters', { metadata: { key: 'x'.repeat(501) } }, 'metadata.key'],
      ['a numeric metadata value', { metadata: { key: 1 } }, 'metadata.key'],
      ['nested metadata', { metadata: { key: { deeper: 'v' } } }, 'metadata.key'],
      ['an http return_url', { return_url: 'http://shop.example.com/' }, 'return_url'],
      ['an invalid return_url', { return_url: 'shop' }, 'return_url'],
      ['a script as return_url', { return_url: 'javascript:alert(1)' }, 'return_url'],
      ['a return_url with a user name', { return_url: 'https://ada@shop.example.com/' }, 'return_url'],
      ['a return_url with a password', { return_url: 'https://ada:x@shop.example.com' }, 'return_url'],
      ['a return_url with an empty user name', { return_url: 'https://@shop.example.com?a' }, 'return_url'],
      ['a return_url of null', { return_url: null }, 'return_url'],
      ['another currency', { currency: 'MXN' }, 'currency'],
      ['another fee_bearer', { fee_bearer: 'nobody' }, 'fee_bearer'],
      ['a field that does not exist', { colour: 'red' }, 'colour'],
      ['a field that only exists in responses', { status: 'paid' }, 'status'],
    ];
    for (const [what, fields, param] of refused) {
      it(`refuse ${what}`, async () => {
        expect(refusal(await create(fields))).to.deep.equal(invalid(param));
      });
    }
  });

  it('writes nothing when refused', async () => {
    const count = async () =>
      (await service.database.query('select count(*)::integer as links from payment_links'))[0];
    const before = await count();
    await create({ amount: '0' });
    await create({ expires_at: new Date().toISOString() });
    await create({ accepted_methods: ['USDC'] });
    expect(await count()).to.deep.equal(before);
  });

  it('creates a separate link when a key is reused after 24 hours', async () => {
    const request = { amount: '150', currency: 'MXNB', description: 'x' };
    const { api } = await service.createAccount();
    const send = () => api.post('/v1/payment_links', request, { idempotencyKey: 'order 10442' });
    const first = await send();
    expect((await send()).text).to.equal(first.text);
    await service.database.query(`update service_clock set advanced_by = '24 hours 1 second'`);
    const second = await send();
    expect(second.body.code).not.to.equal(first.body.code);
    await api.post(`/v1/test_helpers/payment_links/${second.body.code}/deposit`, { method: 'SPEI' });
    const status = async ({ body }: Answer) => (await api.get(`/v1/payment_links/${body.code}`)).body.status;
    expect(await status(second)).to.equal('paid');
    expect(await status(first)).to.equal('active');
    await service.database.query(`update service_clock set advanced_by = '0'`);
  });

  it('gives every link its own destinations', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => create()));
    const destinations = links.flatMap(({ body }) =>
      body.methods.map(({ instructions }: any) => instructions.clabe ?? instructions.address),
    );
    expect(new Set(destinations).size).to.equal(40);
    expect(new Set(links.map(({ body }) => body.code)).size).to.equal(20);
  });
});

function fullMetadata(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`${index}`.padStart(40, '€'), '🌵'.repeat(500)]),
  );
}
