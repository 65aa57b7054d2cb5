import { expect } from 'chai';
import { collect, createCode as createCounterCode } from '../../qr-codes/codes.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { createCode } from './fixtures.ts';

describe('counter codes in the panel', () => {
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

  const root = (path = '') => `/panel/accounts/${account.id}/qr-codes${path}`;

  it('are deleted while they have collected nothing', async () => {
    const id = await createCode(service, account);
    const { visitor } = owner;
    expect((await visitor.post(root(`/${id}/delete`))).headers.get('location')).to.equal(
      root('?flash=deleted'),
    );
    expect((await visitor.get(root(`/${id}`))).status).to.equal(404);
    expect((await account.api.get(`/v1/qr_codes/${id}`)).status).to.equal(404);
  });

  it('say which methods can pay them', async () => {
    const payableBy = async (fields: object) => {
      const { id } = await createCounterCode(account.api, fields);
      return /Can be paid by<\/dt>\s*<dd>([^<]*)/.exec((await owner.visitor.get(root(`/${id}`))).text)?.[1];
    };
    expect(await payableBy({ currency: 'MXNB', fixed_amount: '150' })).to.equal('SPEI, MXNB');
    expect(await payableBy({ currency: 'MXNB', fixed_amount: '50' })).to.equal('MXNB');
    expect(await payableBy({ currency: 'COP', fixed_amount: '1200' })).to.match(/^No payment method/);
    expect(await payableBy({ currency: 'MXNB', fixed_amount: null })).to.match(
      /^SPEI from 100\.00 MXNB, WIRE from 20,000\.00 MXNB, /,
    );
  });

  it('list what they collected by day, and as a file', async () => {
    const { id, url } = await createCounterCode(account.api, { fixed_amount: '150.50' });
    for (let count = 0; count < 12; count++) await collect(account.api, url as string);
    const { visitor } = owner;
    const collected = async (path: string) =>
      [...(await visitor.get(root(path))).text.matchAll(/data-label="Amount">/g)].length;
    const today = new Date().toISOString().slice(0, 10);
    expect(await collected(`/${id}`), 'the newest').to.equal(10);
    expect(await collected(`/${id}/collections?from=${today}&until=${today}`)).to.equal(12);
    expect(await collected(`/${id}/collections?until=2001-01-01`)).to.equal(0);
    const file = (await visitor.get(root(`/${id}/collections/csv?from=${today}`))).text.trim().split('\r\n');
    expect(file).to.have.length(13);
    expect(file[0]).to.equal('paid_at,paid_at_local,amount,currency,method,payment_link_code,deposit_id');
    const other = await service.createAccount();
    const stranger = await join(service, other.id, 'owner');
    const elsewhere = `/panel/accounts/${other.id}/qr-codes/${id}/collections`;
    for (const path of [elsewhere, `${elsewhere}/csv`])
      expect((await stranger.visitor.get(path)).status, path).to.equal(404);
  });

  it('are not created while the account is suspended, and the form says so', async () => {
    const { data } = (await account.api.get('/v1/qr_codes')).body;
    await service.changeAccount(account.id, { status: 'suspended' });
    const form = { once: crypto.randomUUID(), currency: 'MXNB', name: 'New' };
    const { status, text } = await owner.visitor.post(root('/new'), form);
    await service.changeAccount(account.id, { status: 'active' });
    expect(status).to.equal(422);
    expect(text).to.contain('cannot take payments at the moment');
    expect((await account.api.get('/v1/qr_codes')).body.data).to.have.length(data.length);
  });

  it('are only shown to whoever may not change them', async () => {
    const id = await createCode(service, account);
    const { visitor } = await join(service, account.id, 'viewer');
    const { text } = await visitor.get(root(`/${id}`));
    expect(text).to.contain('Till 4').and.not.to.contain('Delete');
    expect((await visitor.get(root())).text).not.to.contain('Create a counter code');
  });
});
