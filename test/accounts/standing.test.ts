import { expect } from 'chai';
import { changeAccount, createAccount, type AccountChange } from '../../src/accounts/service.ts';
import { firstObstacle, type Standing } from '../../src/accounts/standing.ts';
import { refusal } from '../support/refusal.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const GOOD: Standing = {
  status: 'active',
  kyb: 'approved',
  kyc: 'approved',
  emailVerified: true,
  phoneVerified: true,
  ownerExists: true,
};

/** What may be wrong with an account, in the order in which it is reported. */
const OBSTACLES: [string, Partial<Standing>, Partial<AccountChange>][] = [
  ['user_not_found', { ownerExists: false }, { ownerExists: false }],
  ['account_blocked', { status: 'blocked' }, { status: 'blocked' }],
  ['account_suspended', { status: 'suspended' }, { status: 'suspended' }],
  ['email_not_verified', { emailVerified: false }, { emailVerified: false }],
  ['phone_not_verified', { phoneVerified: false }, { phoneVerified: false }],
  ['kyc_not_started', { kyc: 'not_started' }, { kyc: 'not_started' }],
  ['kyc_incomplete', { kyc: 'incomplete' }, { kyc: 'incomplete' }],
  ['kyb_not_started', { kyb: 'not_started' }, { kyb: 'not_started' }],
  ['kyb_incomplete', { kyb: 'incomplete' }, { kyb: 'incomplete' }],
  ['kyb_pending_review', { kyb: 'pending_review' }, { kyb: 'pending_review' }],
  ['forbidden', { kyb: 'rejected' }, { kyb: 'rejected' }],
];
const RESTORED: AccountChange = {
  status: 'active',
  kyb: 'approved',
  kyc: 'approved',
  emailVerified: true,
  phoneVerified: true,
  ownerExists: true,
  disableMethods: [],
  enableMethods: [],
};

describe("an account's standing", () => {
  it('is no obstacle when nothing is wrong', () => {
    expect(firstObstacle(GOOD)).to.be.undefined;
  });

  it('names the first obstacle, whatever else is wrong', () => {
    for (const [place, [code, wrong]] of OBSTACLES.entries()) {
      expect(firstObstacle({ ...GOOD, ...wrong })).to.equal(code);
      for (const [, alsoWrong] of OBSTACLES.slice(place + 1)) {
        expect(firstObstacle({ ...GOOD, ...alsoWrong, ...wrong }), JSON.stringify(alsoWrong)).to.equal(code);
      }
    }
  });

  describe('in the API', () => {
    let service: TestService;
    let account: TestAccount;
    let code: string;
    const request = { amount: '150', currency: 'MXNB', description: 'x' };
    /** What an account with an obstacle may not create. */
    const creations: [path: string, body: object][] = [
      ['/v1/payment_links', request],
      ['/v1/qr_codes', { name: 'Till 4', currency: 'MXNB' }],
      ['/v1/webhook_endpoints', { url: 'https://hooks.example.com/payments' }],
    ];

    before(async () => {
      service = await startService();
      account = await service.createAccount();
      code = (await account.api.post('/v1/payment_links', request)).body.code;
    });
    after(() => service?.close());

    for (const [obstacle, , change] of OBSTACLES) {
      it(`refuses new links, QR codes and webhook endpoints with ${obstacle}, and still allows reads`, async () => {
        await service.changeAccount(account.id, RESTORED);
        await service.changeAccount(account.id, change);
        for (const [path, body] of creations) {
          const refused = await account.api.post(path, body);
          expect(refusal(refused), path).to.deep.equal({ status: 403, code: obstacle });
          expect(refused.body.error.type).to.equal('permission_error');
        }

        for (const path of ['/v1/ping', '/v1/balances', '/v1/transactions', `/v1/payment_links/${code}`]) {
          expect((await account.api.get(path)).status, path).to.equal(200);
        }
      });
    }

    it('is reported before errors in the request', async () => {
      const other = await service.createAccount();
      await service.changeAccount(other.id, { status: 'suspended' });
      for (const [path, body] of [
        ['/v1/qr_codes', { name: 'Till 4', currency: 'MXNB', fixed_amount: '1' }],
        ['/v1/webhook_endpoints', { url: 'https://localhost/payments' }],
      ] as const) {
        const refused = await other.api.post(path, body);
        expect(refusal(refused), path).to.deep.equal({ status: 403, code: 'account_suspended' });
      }
    });

    it('does not block idempotent replays', async () => {
      const other = await service.createAccount();
      const create = () =>
        Promise.all(creations.map(([path, body]) => other.api.post(path, body, { idempotencyKey: path })));
      const first = await create();
      expect(first.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
      await service.changeAccount(other.id, { status: 'blocked' });
      expect((await create()).map(({ text }) => text)).to.deep.equal(first.map(({ text }) => text));
    });

    it('still allows changing, disabling and deleting what exists', async () => {
      const { id, api } = await service.createAccount();
      const [link, qrCode, endpoint] = await Promise.all(
        creations.map(([path, body]) => api.post(path, body)),
      );
      await service.changeAccount(id, { status: 'suspended' });
      const ofLink = `/v1/payment_links/${link!.body.code}`;
      const ofCode = `/v1/qr_codes/${qrCode!.body.id}`;
      const ofEndpoint = `/v1/webhook_endpoints/${endpoint!.body.id}`;
      const answers = [
        await api.patch(ofLink, { description: 'y' }),
        await api.post(`${ofLink}/methods/SPEI/quote`),
        await api.post(`${ofLink}/cancel`),
        await api.delete(ofLink),
        await api.patch(ofCode, { status: 'disabled' }),
        await api.patch(ofCode, { status: 'active' }),
        await api.get(`${ofCode}/image`),
        await api.delete(ofCode),
        await api.patch(ofEndpoint, { enabled: false }),
        await api.post(`${ofEndpoint}/enable`),
        await api.post(`${ofEndpoint}/rotate_secret`),
        await api.delete(ofEndpoint),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([
        ...[200, 200, 200, 204],
        ...[200, 200, 200, 204],
        ...[200, 200, 200, 204],
      ]);
    });

    it('allows creation again once everything is resolved', async () => {
      await service.changeAccount(account.id, { status: 'suspended' });
      await service.changeAccount(account.id, RESTORED);
      for (const [path, body] of creations) {
        expect((await account.api.post(path, body)).status, path).to.equal(201);
      }
    });

    it('allows no key to work until the business has been approved once', async () => {
      const { db } = service.foundation;
      const fresh = await db.transaction((trx) =>
        createAccount(trx, { name: 'Fresh', email: 'fresh@example.com', approved: false }),
      );
      expect(fresh).to.include({
        kyb: 'not_started',
        kyc: 'not_started',
        status: 'active',
        email: 'fresh@example.com',
      });
      const api = service.client((await service.createKey(fresh.id)).secret);
      const change = (kyb: AccountChange['kyb']) =>
        db.transaction((trx) => changeAccount(trx, fresh.id, { kyb, disableMethods: [], enableMethods: [] }));

      for (const kyb of ['not_started', 'incomplete', 'pending_review', 'rejected'] as const) {
        await change(kyb);
        expect(refusal(await api.get('/v1/ping')), kyb).to.deep.equal({
          status: 401,
          code: 'invalid_api_key',
        });
      }
      await change('approved');
      expect((await api.get('/v1/ping')).status).to.equal(200);
      await change('rejected');
      expect((await api.get('/v1/ping')).status).to.equal(200);
    });

    it('is changed field by field, and not at all for an account that does not exist', async () => {
      const change = (id: string, fields: Partial<AccountChange>) =>
        service.foundation.db.transaction((trx) =>
          changeAccount(trx, id, { disableMethods: [], enableMethods: [], ...fields }),
        );
      const other = await service.createAccount();
      expect(await change(other.id, { autoRefund: true, status: undefined })).to.include({
        autoRefund: true,
        status: 'active',
        kyb: 'approved',
      });
      expect(await change(other.id, { disableMethods: ['WIRE', 'SPEI', 'SPEI'] })).to.deep.include({
        autoRefund: true,
        disabledMethods: ['SPEI', 'WIRE'],
      });
      expect(await change(other.id, { disableMethods: ['USDT'], enableMethods: ['SPEI'] })).to.deep.include({
        disabledMethods: ['USDT', 'WIRE'],
      });
      expect(await change('0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13', { status: 'blocked' })).to.be.undefined;
    });

    it('loses no change when several are made at once', async () => {
      const other = await service.createAccount();
      await Promise.all(
        ['SPEI', 'WIRE', 'BREB', 'USDC', 'USDT', 'MXNB'].map((method) =>
          service.changeAccount(other.id, { disableMethods: [method] }),
        ),
      );
      const rows = await service.database.query('select disabled_methods from accounts where id = $1', [
        other.id,
      ]);
      expect(rows).to.deep.equal([{ disabled_methods: ['BREB', 'MXNB', 'SPEI', 'USDC', 'USDT', 'WIRE'] }]);
    });
  });
});
