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

  it('are refused with the reason, and keep what was typed', async () => {
    const id = await createCode(service, account);
    await account.api.post('/v1/qr_codes', {
      name: 'Till 9',
      currency: 'MXNB',
      external_reference: 'till-09',
    });
    const once = () => crypto.randomUUID();
    const create = (form: Record<string, string>) =>
      owner.visitor.post(root('/new'), { once: once(), currency: 'MXNB', name: 'New', ...form });
    const refused: [form: Record<string, string>, says: string][] = [
      [{ external_reference: 'till-09' }, 'Another counter code has this reference.'],
      [{ name: ' ' }, 'Enter a name of 1 to 100 characters'],
      [{ store_label: 'x'.repeat(101) }, 'The store can have up to 100 characters'],
      [{ currency: 'XXX' }, 'Choose one of the currencies'],
      [{ fixed_amount: '1e3' }, 'The amount must be a number like 45.00'],
    ];
    for (const [form, says] of refused) {
      const { status, text } = await create(form);
      expect(status, JSON.stringify(form)).to.equal(422);
      expect(text).to.contain(says);
    }
    const changed = await owner.visitor.post(root(`/${id}/change`), { name: 'Till', fixed_amount: '1' });
    expect(changed.status).to.equal(422);
    await service.changeAccount(account.id, { status: 'suspended' });
    expect((await create({})).text).to.contain('cannot take payments at the moment');
    expect((await account.api.get('/v1/qr_codes')).body.data).to.have.length(2);
  });

  it('are only shown to whoever may not change them', async () => {
    const id = await createCode(service, account);
    const { visitor } = await join(service, account.id, 'viewer');
    const { text } = await visitor.get(root(`/${id}`));
    expect(text).to.contain('Till 4').and.not.to.contain('Delete');
    expect((await visitor.get(root())).text).not.to.contain('Create a counter code');
  });
});
