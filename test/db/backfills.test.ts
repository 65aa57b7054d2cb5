import { expect } from 'chai';
import { createBackfillWorker } from '../../src/db/backfills.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { runPayments } from '../support/processes/command.ts';
import { startService, type TestService } from '../support/service.ts';

const RECOUNT = '20261202150100_totals_by_trigger.ts';
const COMPANIES = 3;
const PAYMENTS = 2;

/** What programs from before there was a trigger may have left: totals that lack movements. */
describe('the backfill that counts movements again', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
    for (let company = 0; company < COMPANIES; company++) {
      const { api } = await service.createAccount();
      for (let payment = 0; payment < PAYMENTS; payment++) {
        const link = await api.post('/v1/payment_links', {
          amount: '150.50',
          currency: 'MXNB',
          description: 'x',
        });
        const paid = await api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, {
          method: 'SPEI',
        });
        expect(paid.body.status).to.equal('credited');
      }
    }
  });
  after(() => service?.close());

  beforeEach(async () => {
    await service.database.query(
      `update backfills set position = null, steps = 0, finished_at = null where migration = '${RECOUNT}'`,
    );
    await service.database.query('delete from movement_totals');
    await service.database.query('update movement_quarters set amount = amount - 1');
  });

  const state = async () => {
    const [row] = await service.database.query(
      `select steps::integer, finished_at is not null as finished from backfills where migration = '${RECOUNT}'`,
    );
    return row;
  };
  /** A step for each account and day, and the last one, which finds nothing more. */
  const stepsNeeded = async () => {
    const days = await service.database.query(
      `select distinct account_id, (created_at at time zone 'UTC')::date from ledger_postings where book = 'available'`,
    );
    return days.length + 1;
  };
  const findFaults = async (): Promise<string[]> => {
    const { stdout } = await runPayments(service, 'ledger', 'verify', '--json');
    return (JSON.parse(stdout) as { discrepancies: { check: string }[] }).discrepancies.map(
      ({ check }) => check,
    );
  };

  it('makes them the sums of the movements, in a step for each account and day', async () => {
    expect(await findFaults()).to.have.length.of.at.least(COMPANIES * 2);
    await service.workers.backfills.runOnce();
    expect(await findFaults()).to.deep.equal([]);
    expect(await state()).to.deep.equal({ steps: await stepsNeeded(), finished: true });
    expect(await service.workers.backfills.runOnce()).to.equal(0);
  });

  it('goes on where it was, when a step has failed', async () => {
    await service.database.query(
      `alter table movement_totals add constraint too_much check (amount < 0) not valid`,
    );
    const failure = await service.workers.backfills.runOnce().catch((error: Error) => error.message);
    expect(failure).to.match(/too_much/);
    expect(await state()).to.deep.equal({ steps: 0, finished: false });
    await service.database.query('alter table movement_totals drop constraint too_much');
    await service.workers.backfills.runOnce();
    expect(await findFaults()).to.deep.equal([]);
  });

  it('takes each step once, however many workers there are', async () => {
    const { db } = service.foundation;
    const workers = Array.from({ length: 4 }, () =>
      createBackfillWorker({ db, logger: createLogger('silent') }),
    );
    // A worker that finds the others at it has nothing to do.
    for (let done = 1; done > 0;) {
      const all = await Promise.all(workers.map((worker) => worker.runOnce()));
      done = all.reduce((sum, steps) => sum + steps, 0);
    }
    expect(await state()).to.deep.equal({ steps: await stepsNeeded(), finished: true });
    expect(await findFaults()).to.deep.equal([]);
  });

  it('leaves payments that arrive meanwhile in the totals', async () => {
    const { api } = await service.createAccount();
    const pay = async () => {
      const link = await api.post('/v1/payment_links', {
        amount: '150.50',
        currency: 'MXNB',
        description: 'x',
      });
      await api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, { method: 'SPEI' });
    };
    await pay();
    await service.database.query('delete from movement_totals');
    await Promise.all([service.workers.backfills.runOnce(), ...Array.from({ length: 10 }, pay)]);
    expect(await findFaults()).to.deep.equal([]);
  });

  it('belongs to programs that know it: an older one leaves it', async () => {
    await service.database.query(
      `insert into backfills (migration) values ('20990101000000_of_a_newer_version.ts')`,
    );
    await service.workers.backfills.runOnce();
    expect(
      await service.database.query('select migration from backfills where finished_at is null'),
    ).to.deep.equal([{ migration: '20990101000000_of_a_newer_version.ts' }]);
  });
});
