import { expect } from 'chai';
import { OPERATOR } from '../../src/audit-log/index.ts';
import { createOverdueRefundWorker } from '../../src/deposits/index.ts';
import { advance, behave, createLink, injectFault, pay, runOut, runToRest } from '../payment-links/links.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { refundDeposit, requireSoundBooks } from '../transfers/rig.ts';

const DAY_S = 24 * 3600;

describe('unmatched deposits that are refunded after some days (D77)', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    await behave(service);
    account = await service.createAccount();
  });
  afterEach(() => requireSoundBooks(service));

  const set = (afterDays: number | null): Promise<void> => {
    const { db, automaticRefunds } = service.foundation;
    return db.transaction((trx) => automaticRefunds.set(trx, account.id, OPERATOR, { afterDays }));
  };
  const send = async (method = 'SPEI'): Promise<string> => {
    const { code } = await createLink(account.api);
    return (await pay(account.api, code, { method, scenario: 'under' })).body.id as string;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await account.api.get(`/v1/deposits/${id}`)).body.status;
  const work = (): Promise<unknown> => runOut(service.workers.overdueRefunds);

  it('go back the way they came once the days have passed, and not before', async () => {
    await set(7);
    const id = await send();
    await advance(service, 7 * DAY_S - 60);
    await work();
    expect(await statusOf(id)).to.equal('unmatched');
    await advance(service, 61);
    await work();
    await runToRest(service);
    expect(await statusOf(id)).to.equal('refunded');
  });

  it('wait as many days from when the rule was set, and no longer once it is off', async () => {
    const id = await send();
    await advance(service, 30 * DAY_S);
    await set(2);
    await work();
    expect(await statusOf(id)).to.equal('unmatched');
    await set(null);
    await advance(service, 3 * DAY_S);
    await work();
    expect(await statusOf(id)).to.equal('unmatched');
    await set(2);
    await advance(service, 2 * DAY_S + 1);
    await work();
    expect(await statusOf(id)).to.equal('refunding');
  });

  it('wait for a person where no way back is known, screening has not allowed them, or the bank took them back', async () => {
    await set(1);
    const [onChain, held, refused] = [await send('USDC'), await send(), await send()];
    for (const [id, decision] of [
      [held, 'hold'],
      [refused, 'refuse'],
    ]) {
      await service.database.query(
        `insert into screenings (account_id, subject, subject_id, decision, created_at, decided_at)
         values ($1, 'deposit', $2, $3::text, service_now(), case $3::text when 'hold' then null else service_now() end)`,
        [account.id, id, decision],
      );
    }
    await advance(service, DAY_S + 1);
    await work();
    const statuses = await Promise.all([onChain, held, refused].map(statusOf));
    expect(statuses).to.deep.equal(['unmatched', 'unmatched', 'unmatched']);
    await service.database.query(
      `update screenings set decision = 'allow', decided_at = service_now() where subject_id = $1`,
      [held],
    );
    await work();
    expect(await statusOf(held)).to.equal('refunding');
  });

  it('stay while the account is not active', async () => {
    await set(1);
    const id = await send();
    await service.changeAccount(account.id, { status: 'suspended' });
    await advance(service, DAY_S + 1);
    await work();
    expect(await statusOf(id)).to.equal('unmatched');
    await service.changeAccount(account.id, { status: 'active' });
    await work();
    expect(await statusOf(id)).to.equal('refunding');
  });

  it('are tried once: what the bank refuses waits for a person', async () => {
    await set(1);
    const id = await send();
    await injectFault(service, 'refund', { failure: 'refused' });
    await advance(service, DAY_S + 1);
    await work();
    await runToRest(service);
    expect(await statusOf(id)).to.equal('unmatched');
    await behave(service);
    await work();
    await runToRest(service);
    expect(await statusOf(id)).to.equal('unmatched');
    expect((await account.api.get('/v1/refunds')).body.data).to.have.length(1);
  });

  it('are refunded once by two workers, or by a person who decides at the same moment', async () => {
    const { db, providers, logger } = service.foundation as never as Parameters<
      typeof createOverdueRefundWorker
    >[0];
    const other = createOverdueRefundWorker({ db, providers, logger });
    await set(1);
    const ids = [await send(), await send(), await send(), await send()];
    const [first = ''] = ids;
    await advance(service, DAY_S + 1);
    await Promise.allSettled([
      service.workers.overdueRefunds.runOnce(),
      refundDeposit(service, first),
      other.runOnce(),
      service.foundation.db.transaction((trx) =>
        service.foundation.inbox.accept(trx, OPERATOR, account.id, ids[1] ?? ''),
      ),
    ]);
    await work();
    await runToRest(service);
    const { data } = (await account.api.get('/v1/refunds')).body;
    const accepted = await statusOf(ids[1] ?? '');
    expect(accepted).to.be.oneOf(['accepted', 'refunded']);
    expect(data).to.have.length(accepted === 'accepted' ? 3 : 4);
    expect(new Set(data.map(({ deposit_id: id }: any) => id)).size).to.equal(data.length);
  });

  it('have their rule set, shown and ended on the command line', async () => {
    const rule = async (days: string): Promise<unknown> => {
      const args = ['accounts', 'set', account.id, '--refund-after-days', days, '--json'];
      const { code, stdout } = await runPayments(service, ...args);
      return code === 0 ? JSON.parse(stdout).refund_after_days : code;
    };
    expect(await rule('14')).to.equal(14);
    expect(await rule('off')).to.equal(null);
    expect(await rule('91')).to.equal(2);
  });

  it('are refused other days than 1 to 90, and a change is told to the owners and recorded', async () => {
    for (const days of [0, 91, 1.5]) {
      await set(days).then(
        () => expect.fail(`${days} was accepted`),
        ({ code, param }: any) => expect([code, param]).to.deep.equal(['invalid_request', 'days']),
      );
    }
    await set(7);
    await set(7);
    const deeds = await service.database.query(
      `select details from audit_entries where account_id = $1 and action = 'account.automatic_refunds_set'`,
      [account.id],
    );
    expect(deeds.map(({ details }) => details)).to.deep.equal([{ from: 'never', to: 'after 7 days' }]);
  });
});
