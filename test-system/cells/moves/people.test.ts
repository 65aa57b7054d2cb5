import { expect } from 'chai';
import {
  inviteTo,
  isSignedIn,
  joinWithPassword,
  signInByPassword,
  Visitor,
} from '../../../test/panel/people.ts';
import type { TestService } from '../../../test/support/service.ts';
import { startTwoCells, type TwoCells } from './two-cells.ts';

describe('the people of an account that moves to another cell', function () {
  this.timeout(240_000);
  let cells: TwoCells;
  let here: TestService;
  let there: TestService;

  before(async () => {
    cells = await startTwoCells();
    [here, there] = cells.services;
  });
  after(() => cells?.close());

  const countIn = async ({ database }: TestService, table: string, userId: string): Promise<unknown> => {
    const [row] = await database.query(`select count(*)::integer as count from ${table} where user_id = $1`, [
      userId,
    ]);
    return row?.['count'];
  };

  it('sign in there although a stranger has invited their address, whose link opens nothing', async () => {
    const [account, stranger] = [await here.createAccount(), await there.createAccount()];
    const owner = await joinWithPassword(here, account.id, 'owner');
    const { url } = await inviteTo(there, stranger.id, 'viewer', owner.email);
    await cells.move(account.id);

    const visitor = new Visitor(there);
    await signInByPassword(there, visitor, owner);
    expect(await isSignedIn(visitor)).to.equal(true);
    const guest = new Visitor(there);
    await guest.post(new URL(url).pathname);
    expect(await isSignedIn(guest)).to.equal(false);
    const known = await there.database.query('select id from users where email = $1', [owner.email]);
    expect(known).to.deep.equal([{ id: owner.id }]);
    const invited = await there.database.query(
      'select accepted_at from memberships where account_id = $1 and user_id = $2',
      [stranger.id, owner.id],
    );
    expect(invited, 'the invitation itself stays').to.deep.equal([{ accepted_at: null }]);
  });

  it('who have joined there keep what they have there, and open links for them end', async () => {
    const [account, other] = [await here.createAccount(), await there.createAccount()];
    const member = await joinWithPassword(there, other.id, 'owner');
    const { url } = await inviteTo(here, account.id, 'viewer', member.email);
    await cells.move(account.id);
    const guest = new Visitor(there);
    await guest.post(new URL(url).pathname);
    expect(await isSignedIn(guest)).to.equal(false);
    const visitor = new Visitor(there);
    await signInByPassword(there, visitor, member);
    expect(await isSignedIn(visitor)).to.equal(true);
  });

  it('take along what they sign in with although a stranger has invited their address in either cell', async () => {
    const account = await here.createAccount();
    const owner = await joinWithPassword(here, account.id, 'owner');
    const invite = async (at: TestService): Promise<void> => {
      await inviteTo(at, (await at.createAccount()).id, 'viewer', owner.email);
    };
    await invite(here);
    await cells.move(account.id);
    expect(await countIn(there, 'passwords', owner.id)).to.equal(1);
    await invite(there);
    // As they are there by now, and not as this cell has known them.
    await there.database.query(`update passwords set last_totp_step = 7 where user_id = $1`, [owner.id]);
    await cells.move(account.id, { from: 1 });
    expect(await countIn(there, 'passwords', owner.id)).to.equal(0);
    const kept = await here.database.query('select last_totp_step from passwords where user_id = $1', [
      owner.id,
    ]);
    expect(kept).to.deep.equal([{ last_totp_step: '7' }]);
  });

  it('have a password with its codes in one cell', async () => {
    const [account, staying] = [await here.createAccount(), await here.createAccount()];
    const owner = await joinWithPassword(here, account.id, 'owner');
    const both = await joinWithPassword(here, staying.id, 'owner');
    await here.database.query(
      `insert into memberships (account_id, user_id, role, accepted_at, trusted_at, created_at)
       values ($1, $2, 'finance', now(), now(), now())`,
      [account.id, both.id],
    );
    await cells.move(account.id);
    for (const [table, each] of [
      ['passwords', 1],
      ['recovery_codes', 10],
    ] as const) {
      expect([await countIn(here, table, owner.id), await countIn(there, table, owner.id)]).to.deep.equal([
        0,
        each,
      ]);
      expect([await countIn(here, table, both.id), await countIn(there, table, both.id)]).to.deep.equal([
        each,
        0,
      ]);
    }
    await cells.move(account.id, { from: 1 });
    expect([
      await countIn(here, 'passwords', owner.id),
      await countIn(there, 'passwords', owner.id),
    ]).to.deep.equal([1, 0]);
  });
});
