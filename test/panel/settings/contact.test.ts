import { expect } from 'chai';
import { runPayments } from '../../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { join, mailTo, type Person } from '../people.ts';
import { readable } from '../readable.ts';

describe("an account's contact address", () => {
  let service: TestService;
  let account: TestAccount;
  let owner: Person;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
    owner = await join(service, account.id, 'owner');
  });
  after(() => service?.close());

  const at = (path: string) => `/panel/accounts/${account.id}/settings${path}`;
  const change = (email: string) => owner.visitor.post(at('/contact'), { email });
  const told = async (address: string) => (await mailTo(service, address)).map(({ body }) => body);

  it('is changed by an owner in the panel or by the operator, is in the audit log, and the former one is told', async () => {
    const { headers } = await change(' ops@acme.example ');
    expect(headers.get('location')).to.equal(at('?flash=contact_saved'));
    const page = await owner.visitor.get(at('?flash=contact_saved'));
    expect(page.text).to.contain('value="ops@acme.example"');
    expect(readable(page.text)).to.contain('E-mails to the account are sent there from now on.');
    // Nothing changes.
    await change('ops@acme.example');
    expect(await told('ops@acme.example')).to.deep.equal([]);

    const set = ['accounts', 'set', account.id, '--email', 'money@acme.example', '--json'];
    const { code, stdout, stderr } = await runPayments(service, ...set);
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ email: 'money@acme.example', email_verified: true });
    const [notice = '', ...more] = await told('ops@acme.example');
    expect(notice).to.contain('now sent to money@acme.example').and.contain('by the operator of the service');
    expect(more).to.deep.equal([]);
    const audit = readable((await owner.visitor.get(`/panel/accounts/${account.id}/audit`)).text);
    expect(audit.match(/Contact e-mail set \S+@\S+( from: \S+)?/g)).to.deep.equal([
      'Contact e-mail set money@acme.example from: ops@acme.example',
      'Contact e-mail set ops@acme.example',
    ]);
  });

  it('must be an address', async () => {
    const { code, stderr } = await runPayments(service, 'accounts', 'set', account.id, '--email', 'ops');
    expect(code).to.equal(2);
    expect(stderr).to.contain('like ada@acme.example');
  });
});
