import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, type Person } from '../people.ts';
import { createCode } from './walls.ts';

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
      root('?notice=deleted'),
    );
    expect((await visitor.get(root(`/${id}`))).status).to.equal(404);
    expect((await account.api.get(`/v1/qr_codes/${id}`)).status).to.equal(404);
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
