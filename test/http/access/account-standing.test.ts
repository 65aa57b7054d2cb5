import { expect } from 'chai';
import type { AccountChange } from '../../../src/accounts/service.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError } from '../raw-call.ts';

describe("an account's standing at the API", () => {
  let service: TestService;
  let account: TestAccount;
  const link = { amount: '500', currency: 'MXNB', description: 'Order 7' };

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('names the first obstacle to a new link, in a fixed order, until none is left', async () => {
    await service.changeAccount(account.id, {
      ownerExists: false,
      status: 'blocked',
      emailVerified: false,
      phoneVerified: false,
      kyc: 'not_started',
      kyb: 'not_started',
    });
    const steps: [code: string, remedy: Partial<AccountChange>][] = [
      ['user_not_found', { ownerExists: true }],
      ['account_blocked', { status: 'suspended' }],
      ['account_suspended', { status: 'active' }],
      ['email_not_verified', { emailVerified: true }],
      ['phone_not_verified', { phoneVerified: true }],
      ['kyc_not_started', { kyc: 'incomplete' }],
      ['kyc_incomplete', { kyc: 'approved' }],
      ['kyb_not_started', { kyb: 'incomplete' }],
      ['kyb_incomplete', { kyb: 'pending_review' }],
      ['kyb_pending_review', { kyb: 'rejected' }],
      ['forbidden', { kyb: 'approved' }],
    ];
    for (const [code, remedy] of steps) {
      expectError(await account.api.post('/v1/payment_links', link), 403, code);
      await service.changeAccount(account.id, remedy);
    }
    expect((await account.api.post('/v1/payment_links', link)).status).to.equal(201);
  });

  it('names each obstacle on its own too', async () => {
    const good = {
      ownerExists: true,
      status: 'active',
      emailVerified: true,
      phoneVerified: true,
      kyc: 'approved',
      kyb: 'approved',
    } as const;
    const obstacles: [Partial<AccountChange>, string][] = [
      [{ ownerExists: false }, 'user_not_found'],
      [{ status: 'blocked' }, 'account_blocked'],
      [{ status: 'suspended' }, 'account_suspended'],
      [{ emailVerified: false }, 'email_not_verified'],
      [{ phoneVerified: false }, 'phone_not_verified'],
      [{ kyc: 'not_started' }, 'kyc_not_started'],
      [{ kyc: 'incomplete' }, 'kyc_incomplete'],
      [{ kyb: 'not_started' }, 'kyb_not_started'],
      [{ kyb: 'incomplete' }, 'kyb_incomplete'],
      [{ kyb: 'pending_review' }, 'kyb_pending_review'],
      [{ kyb: 'rejected' }, 'forbidden'],
    ];
    for (const [change, code] of obstacles) {
      await service.changeAccount(account.id, { ...good, ...change });
      expectError(await account.api.post('/v1/payment_links', link), 403, code);
    }
    await service.changeAccount(account.id, good);
  });

  it('does not prevent reads', async () => {
    const { body } = await account.api.post('/v1/payment_links', link);
    await service.changeAccount(account.id, { status: 'blocked', kyb: 'rejected', ownerExists: false });
    for (const path of [
      '/v1/ping',
      '/v1/balances',
      '/v1/transactions',
      '/v1/payment_links',
      '/v1/payment_links/stats',
      '/v1/payment_links/payment_methods?currency=MXNB&amount=500',
      `/v1/payment_links/${body.code}`,
      `/v1/payment_links/${body.code}/qr`,
      '/v1/webhook_endpoints',
    ]) {
      expect((await account.api.get(path)).status, path).to.equal(200);
    }
    await service.changeAccount(account.id, { status: 'active', kyb: 'approved', ownerExists: true });
  });

  it('forbids a method that is not enabled for the account, and names it', async () => {
    await service.changeAccount(account.id, { disableMethods: ['SPEI'] });
    const refused = await account.api.post('/v1/payment_links', {
      ...link,
      accepted_methods: ['MXNB', 'SPEI'],
    });
    expectError(refused, 403, 'forbidden', 'accepted_methods[1]');
    expect(refused.body.error.message).to.include('SPEI');
    const without = await account.api.post('/v1/payment_links', link);
    expect(without.body.accepted_methods).to.deep.equal(['MXNB']);
    await service.changeAccount(account.id, { enableMethods: ['SPEI'] });
    expect((await account.api.post('/v1/payment_links', link)).body.accepted_methods).to.include('SPEI');
  });
});
