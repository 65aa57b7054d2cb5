import { expect } from 'chai';
import { mailTo } from '../panel/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { fund, requireSoundBooks, restore } from '../transfers/rig.ts';
import { letTimePass, outcomesOf, requestOf, treasurer, type Treasurer } from '../treasury/rig.ts';
import { batcher, batchesOf, fileOf, linesOf, withdrawalIdsOf } from './rig.ts';

const TWO = { approvals: 2, owners: 0 } as const;
const AN_OWNER = { approvals: 1, owners: 1 } as const;

describe('a batch of withdrawals under approval rules', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Treasurer;
  let eva: Treasurer;
  let bob: Treasurer;
  let carla: Treasurer;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    ada = await treasurer(service, account, 'owner');
    eva = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
    carla = await treasurer(service, account, 'finance');
    await ada.save();
    await letTimePass(service);
  });
  afterEach(() => requireSoundBooks(service));

  const by = (one: Treasurer) => batcher(service, account, one);
  const send = () => service.workers.transfers.runOnce();
  const withdrawApproval = ({ actor }: Treasurer, id: string) =>
    service.foundation.db.transaction((trx) =>
      batchesOf(service).withdrawApproval(trx, account.id, actor, id),
    );
  const decline = ({ actor }: Treasurer, id: string, reason: string | null) =>
    service.foundation.db.transaction((trx) =>
      batchesOf(service).cancel(trx, account.id, actor, { id, reason }),
    );
  const firstApprovers = async (id: string): Promise<unknown[]> => {
    const requests = await Promise.all(
      (await withdrawalIdsOf(service, id)).map((one) => requestOf(service, one)),
    );
    return requests.map((request) => request['first_approved_by']);
  };

  it('needs what the rule asks for its sum, though no line exceeds it', async () => {
    await ada.rule('200', AN_OWNER);
    const { id } = await by(bob).request(fileOf('150', '100'));
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    expect(await outcomesOf([by(carla).approve(id)])).to.deep.equal(['owner_required']);
    expect(await outcomesOf([by(ada).approve(id)])).to.deep.equal(['done']);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
  });

  it('is sent with the second of two approvals, by different people', async () => {
    await ada.rule('200', TWO);
    const { id } = await by(bob).request(fileOf('150', '100'));
    expect(await by(carla).approve(id)).to.equal('first_approved');
    expect(await firstApprovers(id)).to.deep.equal([carla.actor.userId, carla.actor.userId]);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    expect(await outcomesOf([by(carla).approve(id)])).to.deep.equal(['already_approved']);
    expect(await outcomesOf([by(bob).approve(id)])).to.deep.equal(['second_person_required']);
    expect(await by(ada).approve(id)).to.equal('approved');
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
  });

  it('needs both again once the first approval is withdrawn', async () => {
    await ada.rule('200', TWO);
    const { id } = await by(bob).request(fileOf('150', '100'));
    await by(carla).approve(id);
    await withdrawApproval(ada, id);
    expect(await firstApprovers(id)).to.deep.equal([carla.actor.userId, carla.actor.userId]);
    await withdrawApproval(carla, id);
    expect(await firstApprovers(id)).to.deep.equal([null, null]);
    expect(await by(ada).approve(id)).to.equal('first_approved');
    expect(await by(eva).approve(id)).to.equal('approved');
  });

  it('counts each approval once, given twice at the same time', async () => {
    await ada.rule('200', TWO);
    const { id } = await by(bob).request(fileOf('150', '100'));
    const outcomes = await outcomesOf([by(carla).approve(id), by(carla).approve(id)]);
    expect(outcomes.sort()).to.deep.equal(['already_approved', 'done']);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
  });

  it('is judged by its sum when a rule becomes stricter while it waits', async () => {
    await ada.rule('200');
    const { id } = await by(bob).request(fileOf('150', '100'));
    // Above either line, and below their sum.
    await ada.rule('220', TWO);
    expect(await by(carla).approve(id)).to.equal('first_approved');
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    expect(await by(ada).approve(id)).to.equal('approved');
  });

  it('is declined with a reason, which its requester is told once', async () => {
    await ada.rule('200');
    const { id } = await by(bob).request(fileOf('150', '100'));
    expect(await outcomesOf([decline(ada, id, null)])).to.deep.equal(['invalid_request']);
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    await decline(ada, id, 'The second one was paid last week.');
    expect(await linesOf(service, id)).to.deep.equal({ failed: 2 });
    const mails = (await mailTo(service, bob.email)).filter(({ body }) => body.includes('paid last week'));
    expect(mails).to.have.length(1);
    expect(mails[0]?.body).to.contain('250 MXNB').and.contain(`/withdrawals/batches/${id}`);
  });

  it('is taken back by its requester without a reason', async () => {
    await ada.rule('200');
    const { id } = await by(bob).request(fileOf('150', '100'));
    expect(await outcomesOf([decline(bob, id, null)])).to.deep.equal(['done']);
    const [one = ''] = await withdrawalIdsOf(service, id);
    expect(await requestOf(service, one)).to.include({ decision: 'taken_back' });
  });

  it('is not sent once a person who approved it has left', async () => {
    await ada.rule('200', TWO);
    const { id } = await by(bob).request(fileOf('150', '100'));
    await by(carla).approve(id);
    await by(ada).approve(id);
    await service.database.query('delete from memberships where account_id = $1 and user_id = $2', [
      account.id,
      carla.actor.userId,
    ]);
    await send();
    expect(await linesOf(service, id)).to.not.have.any.keys('sent', 'settled');
    expect(await by(eva).approve(id)).to.equal('approved');
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
  });
});
