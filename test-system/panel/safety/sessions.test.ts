import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { runProgram, startBeside, type RunningServer } from '../../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../../test/support/service.ts';
import { isSignedIn, join, joinWithPassword, signInByPassword, Visitor } from '../../../test/panel/people.ts';

describe('the end of a session', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  describe('in all processes', () => {
    let server: RunningServer;

    before(async () => {
      server = await startBeside(service, {
        WORKERS: '2',
        LOG_LEVEL: 'error',
      });
    });
    after(async () => {
      server?.process.kill();
      await server?.exited;
    });

    /** The same browser, at this process and at the others. */
    const everywhere = (visitor: Visitor): Visitor[] => [
      visitor.copy(),
      visitor.copy({ ...service, baseUrl: server.url }),
    ];

    it('comes within a second when the operator disables the user from another process', async () => {
      const bob = await join(service, account.id, 'owner');
      const lastSeen = everywhere(bob.visitor).map(async (visitor) => {
        // Each answers many times before the command has even started.
        for (let last = Number.NaN; ; await delay(50)) {
          const sent = Date.now();
          const { status } = await visitor.get(`/panel/accounts/${account.id}`);
          if (status === 303) return last;
          expect(status).to.equal(200);
          last = sent;
        }
      });
      const command = runProgram('build/cli.js', ['users', 'disable', bob.id], {
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
      });
      expect(await command.exited, command.stderr()).to.equal(0);
      const [row] = await service.database.query('select disabled_at from users where id = $1', [bob.id]);
      for (const last of await Promise.all(lastSeen))
        expect(last - (row?.['disabled_at'] as Date).getTime(), 'ms').to.be.lessThan(1000);
    });

    it('is not needed to take a role or a membership away: the next request has it no more', async () => {
      const owner = await join(service, account.id, 'owner');
      const grace = await join(service, account.id, 'owner');
      const team = `/panel/accounts/${account.id}/team`;
      const statuses = () =>
        Promise.all(everywhere(grace.visitor).map(async (visitor) => (await visitor.get(team)).status));
      expect(await statuses()).to.deep.equal([200, 200]);
      await owner.visitor.post(`${team}/${grace.id}/role`, { role: 'finance' });
      expect(await statuses()).to.deep.equal([403, 403]);
      await owner.visitor.post(`${team}/${grace.id}/remove`);
      expect(await statuses()).to.deep.equal([404, 404]);
    });

    it('comes at once when the user signs out, there or everywhere', async () => {
      const bob = await joinWithPassword(service, account.id, 'viewer');
      const other = new Visitor(service);
      await signInByPassword(service, other, bob);
      const copies = [...everywhere(bob.visitor), ...everywhere(other)];
      const open = () => Promise.all(copies.map(isSignedIn));
      await bob.visitor.post('/panel/sign-out');
      expect(await open()).to.deep.equal([false, false, true, true]);
      await signInByPassword(service, bob.visitor, bob);
      const answer = await bob.visitor.post('/panel/me/sessions/end-all');
      expect(answer.headers.get('location')).to.equal('/panel/sign-in?flash=signed_out');
      expect(await open()).to.deep.equal([false, false, false, false]);
      expect(await isSignedIn(bob.visitor)).to.equal(false);
    });
  });
});
