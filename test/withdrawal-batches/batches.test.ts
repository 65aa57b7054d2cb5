import { expect } from 'chai';
import { listBatchesToApprove } from '../../src/withdrawal-batches/index.ts';
import { mailTo } from '../panel/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { balancesOf, executionsOf, fund, requireSoundBooks, restore, setFees } from '../transfers/rig.ts';
import { letTimePass, outcomesOf, requestOf, treasurer, type Treasurer } from '../treasury/rig.ts';
import { batcher, CLABES, fileOf, linesOf, withdrawalIdsOf } from './rig.ts';

describe('a batch of withdrawals', () => {
  let service: TestService;
  let account: TestAccount;
  let ada: Treasurer;
  let bob: Treasurer;
  let main: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await restore(service);
    account = await service.createAccount();
    await fund(account, 'MXNB', '1000');
    ada = await treasurer(service, account, 'owner');
    bob = await treasurer(service, account, 'finance');
    main = await ada.save();
    await letTimePass(service);
  });
  afterEach(() => requireSoundBooks(service));

  const by = (one: Treasurer) => batcher(service, account, one);
  const send = () => service.workers.transfers.runOnce();
  const balance = async () => (await balancesOf(account))['MXNB'];

  describe('is checked line by line', () => {
    const problemsOf = async (file: string) => {
      const { checked } = await by(bob).review(file);
      return checked.lines.map(({ problem }) => problem && (problem.param ?? problem.code));
    };

    it('for its amount, its destination and its texts', async () => {
      const file = [
        'amount,destination,method,clabe,reference,note',
        '150,Main account,,,A1,fine',
        '"1.234,50",,SPEI,646180157000000004,A2,fine',
        '0,Main account,,,A3,',
        '1.234,Main account,,,A4,',
        '5,Nowhere,,,A5,',
        '5,,SPEI,646180157000000005,A6,',
        '5,,,646180157000000004,A7,',
        '5,Main account,SPEI,646180157000000004,A8,',
        '0.001,Main account,,,A9,',
        '7,Main account,,,A1,again',
        '5,,NOPE,646180157000000004,B1,',
        `5,Main account,,,B2,${'x'.repeat(201)}`,
      ].join('\n');
      expect(await problemsOf(file)).to.deep.equal([
        undefined,
        undefined,
        'amount',
        'amount.ambiguous',
        'destination_not_found',
        'clabe',
        'method',
        'destination.both',
        'amount',
        'reference.duplicate',
        'method',
        'note',
      ]);
    });

    it('and cannot be requested while a line has a problem', async () => {
      expect(await outcomesOf([by(bob).request(`${fileOf('150')}\n0,Main account,R9`)])).to.deep.equal([
        'invalid_request',
      ]);
      expect(await balance()).to.equal('1000.00000000 + 0.00000000');
    });

    it('for payments that may be the same, which must be confirmed', async () => {
      const { checked } = await by(bob).review(fileOf('150', '150', '151'));
      expect(checked.lines.map(({ sameAs }) => sameAs)).to.deep.equal([undefined, 2, undefined]);
      expect(await outcomesOf([by(bob).request(fileOf('150', '150'))])).to.deep.equal(['invalid_request']);
      const { id } = await by(bob).request(fileOf('150', '150'), undefined, true);
      expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    });

    it('for a batch with the same lines, which must be confirmed too', async () => {
      await by(bob).request(fileOf('150'));
      expect(await outcomesOf([by(ada).request(fileOf('150'))])).to.deep.equal(['invalid_request']);
    });
  });

  it('becomes withdrawals of their own, each sent once', async () => {
    await setFees(service, '0', '2');
    const { id } = await by(bob).request(fileOf('150', '160'));
    expect(await balance()).to.equal('690.00000000 + 310.00000000');
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
    expect(await balance()).to.equal('690.00000000 + 0.00000000');
    for (const withdrawal of await withdrawalIdsOf(service, id)) {
      expect(await executionsOf(service, withdrawal)).to.have.length(1);
    }
  });

  it('is refused as a whole if its sum exceeds the balance', async () => {
    expect(await outcomesOf([by(bob).review(fileOf('600', '400.01'))])).to.deep.equal(['insufficient_funds']);
    expect(
      await outcomesOf([by(ada).request(fileOf('700')), by(bob).request(fileOf('701'))]),
    ).to.have.members(['done', 'insufficient_funds']);
  });

  it('is not requested if it is no longer what was reviewed', async () => {
    const { checked } = await by(bob).review(fileOf('150'));
    expect(await outcomesOf([by(bob).requestAs(fileOf('950'), checked.digest)])).to.deep.equal([
      'withdrawal_batch_changed',
    ]);
    await ada.remove(main);
    await ada.save('Main account', CLABES[1]);
    expect(await outcomesOf([by(bob).requestAs(fileOf('150'), checked.digest)])).to.deep.equal([
      'withdrawal_batch_changed',
    ]);
  });

  it('is requested only by those who may move money', async () => {
    const viewer = await treasurer(service, account, 'viewer');
    const stranger = await treasurer(service, await service.createAccount(), 'owner');
    expect(
      await outcomesOf([by(viewer).request(fileOf('1')), by(stranger).request(fileOf('1'))]),
    ).to.deep.equal(['forbidden', 'forbidden']);
  });

  describe('above the limit', () => {
    beforeEach(() => ada.limit('200'));

    it('waits as a whole, though no line exceeds it', async () => {
      const { id, waitsFor } = await by(bob).request(fileOf('120', '100'));
      expect(waitsFor).to.equal('second_person');
      await send();
      expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
      expect(await balance()).to.equal('780.00000000 + 220.00000000');
      const mails = (await mailTo(service, ada.email)).filter(({ body }) => body.includes(id));
      expect(mails).to.have.length(1);
      expect(mails[0]?.body).to.contain('220 MXNB').and.contain('a batch of 2 withdrawals');
    });

    it('is one thing to approve, for all but its requester', async () => {
      const { id } = await by(bob).request(fileOf('120', '100'));
      const toApprove = async ({ actor: { userId } }: Treasurer) =>
        (await listBatchesToApprove(service.foundation.db.read, { accountId: account.id, userId })).map(
          (batch) => [batch.id, batch.lines],
        );
      expect(await toApprove(ada)).to.deep.equal([[id, 2]]);
      expect(await toApprove(bob)).to.deep.equal([]);
      await by(ada).approve(id);
      expect(await toApprove(ada)).to.deep.equal([]);
    });

    it('counts what left in other batches and alone within 24 hours', async () => {
      await ada.limit('350');
      await letTimePass(service);
      await by(bob).request(fileOf('110', '100'));
      await bob.withdraw(main, '100');
      expect((await by(bob).request(fileOf('101'))).waitsFor).to.equal('second_person');
      await letTimePass(service);
      expect((await by(bob).request(fileOf('102'))).waitsFor).to.equal(null);
    });

    it('is approved once by a second person, for all lines', async () => {
      const { id } = await by(bob).request(fileOf('120', '100'));
      expect(await outcomesOf([by(bob).approve(id)])).to.deep.equal(['second_person_required']);
      const [one = ''] = await withdrawalIdsOf(service, id);
      expect(await outcomesOf([ada.approve(one), ada.decline(one)])).to.deep.equal([
        'transfer_in_batch',
        'transfer_in_batch',
      ]);
      expect(await outcomesOf([by(ada).approve(id)])).to.deep.equal(['done']);
      expect(await outcomesOf([by(ada).approve(id)])).to.deep.equal(['transfer_not_waiting']);
      expect(await requestOf(service, one)).to.include({
        decision: 'approved',
        decided_by: ada.actor.userId,
      });
      await send();
      expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
    });

    it('is either approved or cancelled, never both', async () => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { id } = await by(bob).request(fileOf('120', `${100 + attempt}`));
        const [approved, cancelled] = await outcomesOf([by(ada).approve(id), by(bob).cancel(id)]);
        const lines = await linesOf(service, id);
        // A batch that was approved can still be cancelled until it is sent.
        if (cancelled === 'done') expect(lines).to.deep.equal({ failed: 2 });
        else expect([approved, lines]).to.deep.equal(['done', { held: 2 }]);
      }
    });

    it('leaves out a line whose destination is removed before it is approved', async () => {
      const other = await ada.save('Other', CLABES[1]);
      await letTimePass(service);
      const { id } = await by(bob).request(`${fileOf('120')}\n110,Other,X`);
      await ada.remove(other);
      await by(ada).approve(id);
      await send();
      expect(await linesOf(service, id)).to.deep.equal({ settled: 1, failed: 1 });
      expect(await balance()).to.equal('880.00000000 + 0.00000000');
    });

    it('is given back after 7 days without an approval', async () => {
      const { id } = await by(bob).request(fileOf('120', '100'));
      await letTimePass(service, '7 days');
      await service.workers.withdrawalExpiry.runOnce();
      expect(await linesOf(service, id)).to.deep.equal({ failed: 2 });
      expect(await balance()).to.equal('1000.00000000 + 0.00000000');
    });
  });

  it('waits for its newest destination, even one that is not saved', async () => {
    const { id, waitsFor } = await by(bob).request(
      `amount,destination,method,clabe,beneficiary\n150,Main account,,,\n120,,SPEI,${CLABES[1]},Eva Ruiz`,
    );
    expect(waitsFor).to.equal('new_destination');
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ held: 2 });
    await letTimePass(service);
    await send();
    expect(await linesOf(service, id)).to.deep.equal({ settled: 2 });
  });

  describe('that is cancelled', () => {
    it('gives back what is not sent yet, and nothing of what is', async () => {
      const { id } = await by(bob).request(fileOf('150', '160'));
      await by(ada).cancel(id);
      await send();
      expect(await linesOf(service, id)).to.deep.equal({ failed: 2 });
      expect(await balance()).to.equal('1000.00000000 + 0.00000000');
      const sent = await by(bob).request(fileOf('150', '160'));
      await send();
      expect(await outcomesOf([by(ada).cancel(sent.id)])).to.deep.equal(['withdrawal_batch_over']);
      expect(await balance()).to.equal('690.00000000 + 0.00000000');
    });

    it('while it is sent, has each line either sent or given back', async () => {
      await fund(account, 'MXNB', '2000');
      const { id } = await by(bob).request(
        fileOf(...Array.from({ length: 20 }, (_, at) => String(at + 100))),
      );
      await Promise.all([send(), outcomesOf([by(ada).cancel(id)]), send()]);
      await send();
      const { settled = 0, failed = 0 } = await linesOf(service, id);
      expect(settled + failed).to.equal(20);
      let paid = 0;
      for (const withdrawal of await withdrawalIdsOf(service, id)) {
        paid += (await executionsOf(service, withdrawal)).length;
      }
      expect(paid).to.equal(settled);
    });
  });

  it('leaves nothing behind if one of its lines cannot be stored', async () => {
    await service.database.query(
      `create function refuse_seven() returns trigger language plpgsql as
         $$ begin if new.amount = 107 then raise 'the seventh'; end if; return new; end $$`,
    );
    await service.database.query(
      'create trigger refuse_seven before insert on transfers for each row execute function refuse_seven()',
    );
    try {
      await by(bob)
        .request(fileOf('105', '106', '107'))
        .then(
          () => expect.fail('it was stored'),
          (error: Error) => expect(error.message).to.contain('the seventh'),
        );
    } finally {
      await service.database.query('drop trigger refuse_seven on transfers');
      await service.database.query('drop function refuse_seven');
    }
    expect(await balance()).to.equal('1000.00000000 + 0.00000000');
    const left = await service.database.query('select 1 from withdrawal_batches where account_id = $1', [
      account.id,
    ]);
    expect(left).to.have.length(0);
  });

  it('can have 500 lines', async () => {
    await fund(account, 'MXNB', '60000');
    const amounts = Array.from({ length: 500 }, (_, at) => (100 + at / 100).toFixed(2));
    const { id } = await by(bob).request(fileOf(...amounts));
    expect(await linesOf(service, id)).to.deep.equal({ held: 500 });
    await by(bob).cancel(id);
    expect(await linesOf(service, id)).to.deep.equal({ failed: 500 });
  });
});
