import { expect } from 'chai';
import { told } from '../notifications/people.ts';
import { setUpChat } from '../panel/notifications/fixtures.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('payments notifications', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const run = async (command: string, ...args: string[]): Promise<any> => {
    const of = ['--account', account.id, '--json'];
    const { stdout } = await runPayments(service, 'notifications', command, ...args, ...of);
    return JSON.parse(stdout);
  };
  const toldNow = async (): Promise<string[]> =>
    (await run('list')).data.map(({ told: to }: { told: string }) => to);
  const audited = () =>
    service.database.query(
      'select action, subject, user_id from audit_entries where account_id = $1 order by created_at, id',
      [account.id],
    );

  it('stops the e-mails of one member, in the audit log, and of no other', async () => {
    const wanted = { kinds: ['payment'], minimum: '100 MXN', digestHour: 8 };
    const ada = await told(service, account, wanted);
    const bob = await told(service, account, wanted);
    await setUpChat(service, account);
    const before = await audited();
    expect(await run('stop', '--email', ada.email.toUpperCase())).to.deep.equal({
      ...{ account_id: account.id, email: ada.email.toUpperCase() },
      ...{ stopped: true, chat_removed: false },
    });
    const [first, ...rest] = await toldNow();
    expect(first).to.equal(bob.email);
    expect(rest).to.have.lengthOf(1);
    expect((await audited()).slice(before.length)).to.have.lengthOf(1);
    // There is nothing left to stop, so nothing is recorded.
    expect(await run('stop', '--email', ada.email)).to.include({ stopped: false });
    expect(await audited()).to.have.lengthOf(before.length + 1);
  });

  it('removes the chat with what waits to be posted, and leaves the members their e-mails', async () => {
    const ada = await told(service, account, { kinds: ['payment'] });
    await setUpChat(service, account);
    expect(await run('stop', '--chat')).to.deep.equal({ account_id: account.id, chat_removed: true });
    expect(await toldNow()).to.deep.equal([ada.email]);
    expect((await audited()).at(-1)).to.include({ user_id: null });
    expect(await run('stop', '--chat')).to.include({ chat_removed: false });
  });

  it('refuses to stop anything for an address of another account, or without being told what', async () => {
    const other = await service.createAccount();
    const stranger = await told(service, other, { kinds: ['payment'] });
    const stop = async (...args: string[]) => {
      const { code, stderr } = await runPayments(
        service,
        ...['notifications', 'stop', '--account', account.id],
        ...args,
      );
      expect(code).to.be.greaterThan(0);
      return stderr;
    };
    expect(await stop('--email', stranger.email)).to.include('does not belong to this account');
    expect(await stop()).to.include('Name a member with --email, or --chat.');
    const left = await service.database.query(
      'select user_id from notification_preferences where account_id = $1',
      [other.id],
    );
    expect(left).to.deep.equal([{ user_id: stranger.id }]);
  });
});
