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

/** What may be wrong with an account, in the order in which it is told. */
const OBSTACLES: [string, Partial<Standing>, Partial<AccountChange>][] = [
  ['user_not_found', { ownerExists: false }, { owner_exists: false }],
  ['account_blocked', { status: 'blocked' }, { status: 'blocked' }],
  ['account_suspended', { status: 'suspended' }, { status: 'suspended' }],
  ['email_not_verified', { emailVerified: false }, { email_verified: false }],
  ['phone_not_verified', { phoneVerified: false }, { phone_verified: false }],
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
  email_verified: true,
  phone_verified: true,
  owner_exists: true,
  disableMethods: [],
  enableMethods: [],
};

describe("an account's standing", () => {
  it('is an obstacle to new business only when something is wrong', () => {
    expect(firstObstacle(GOOD)).to.be.undefined;
  });

  it('names the first thing that is wrong, whatever comes after', () => {
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

    before(async () => {
      service = await startService();
      account = await service.createAccount();
      code = (await account.api.post('/v1/payment_links', request)).body.code;
    });
    after(() => service?.close());

    for (const [obstacle, , change] of OBSTACLES) {
      it(`refuses new links with ${obstacle}, and still reads`, async () => {
        await service.changeAccount(account.id, RESTORED);
        await service.changeAccount(account.id, change);
        const refused = await account.api.post('/v1/payment_links', request);
        expect(refusal(refused)).to.deep.equal({ status: 403, code: obstacle });
        expect(refused.body.error.type).to.equal('permission_error');

        for (const path of ['/v1/ping', '/v1/balances', '/v1/transactions', `/v1/payment_links/${code}`]) {
          expect((await account.api.get(path)).status, path).to.equal(200);
        }
      });
    }

    it('lets links be made again once all is well', async () => {
      await service.changeAccount(account.id, { status: 'suspended' });
      await service.changeAccount(account.id, RESTORED);
      expect((await account.api.post('/v1/payment_links', request)).status).to.equal(201);
    });

    it('lets no key work before the business was approved for the first time', async () => {
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
      expect(await change(other.id, { auto_refund: true, status: undefined })).to.include({
        auto_refund: true,
        status: 'active',
        kyb: 'approved',
      });
      expect(await change(other.id, { disableMethods: ['WIRE', 'SPEI', 'SPEI'] })).to.deep.include({
        auto_refund: true,
        disabled_methods: ['SPEI', 'WIRE'],
      });
      expect(await change(other.id, { disableMethods: ['USDT'], enableMethods: ['SPEI'] })).to.deep.include({
        disabled_methods: ['USDT', 'WIRE'],
      });
      expect(await change('0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13', { status: 'blocked' })).to.be.undefined;
    });

    it('keeps both of two changes made at the same moment', async () => {
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
