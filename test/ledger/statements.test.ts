import { expect } from 'chai';
import knex from 'knex';
import { down, up } from '../../src/db/migrations/20261126130000_movement_totals.ts';
import type { Entry, MovementType } from '../../src/ledger/post.ts';
import {
  up as addQuarters,
  down as dropQuarters,
} from '../../src/db/migrations/20261202132200_movement_quarters.ts';
import { findHeld, listSpans } from '../../src/ledger/statement-repository.ts';
import {
  monthsBetween,
  monthsSince,
  periodOf,
  readPeriod,
  readStatement,
} from '../../src/ledger/statements.ts';
import { money, ZERO, type Money } from '../../src/lib/money.ts';
import { startService, type TestService } from '../support/service.ts';
import { arrival, entryOf, postAlone } from './entries.ts';

interface Posted {
  at: Date;
  asset: string;
  type: string;
  amount: Money;
}

describe('monthly statements', () => {
  let service: TestService;
  let accountId: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    accountId = (await service.createAccount()).id;
  });

  const post = (entry: Entry) => postAlone(service.foundation.db, entry);
  /** The service's time, from now on. */
  const setTime = (at: Date) =>
    service.database.query('update service_clock set advanced_by = $1::timestamptz - now()', [at]);
  const read = (asset: string, month: string, timeZone = 'UTC') =>
    readStatement(service.foundation.db.read, periodOf({ accountId, timeZone }, asset, month)!);

  it('agree with the ledger to the unit after many random movements', async () => {
    const random = seeded(20261126);
    const posted: Posted[] = [];
    const balances: Record<string, Money> = { MXNB: ZERO, USDC: ZERO };
    let time = Date.UTC(2031, 0, 30, 20);
    for (let number = 0; number < 300; number++) {
      await setTime(new Date((time += Math.floor(random() * 8 * 3600_000))));
      const asset = random() < 0.7 ? 'MXNB' : 'USDC';
      const amount = money((random() * 1000 + 1).toFixed(8));
      const isSpent = random() < 0.5 && balances[asset]!.gte(amount);
      const type: MovementType = isSpent ? (random() < 0.5 ? 'withdrawal' : 'fee') : 'payment';
      const method = type === 'payment' ? { method: random() < 0.5 ? 'SPEI' : 'USDT' } : {};
      await post(
        isSpent
          ? entryOf(
              accountId,
              [
                ['available', asset, `-${amount.toFixed()}`],
                ['pending', asset, amount.toFixed()],
              ],
              { type },
            )
          : arrival(accountId, asset, amount.toFixed(), { type, ...method }),
      );
      const signed = isSpent ? amount.negated() : amount;
      balances[asset] = balances[asset]!.plus(signed);
      posted.push({ at: new Date(time), asset, type, amount: signed });
    }

    const months = monthsBetween('2031-01-29', new Date(time).toISOString());
    expect(months.length).to.be.greaterThan(2);
    const zones = ['UTC', 'America/Mexico_City', 'America/Bogota', 'Europe/Madrid', 'Asia/Kathmandu'];
    for (const [asset, timeZone] of ['MXNB', 'USDC'].flatMap((one) =>
      zones.map((zone) => [one, zone] as const),
    )) {
      // By another way than the statement's: the locale writes days like 2031-01-30.
      const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
      for (const month of months) {
        const own = posted.filter((movement) => movement.asset === asset);
        const upTo = (day: string) => sum(own.filter(({ at }) => days.format(at) < day));
        const { period, opening, closing, totals, movements } = await read(asset, month, timeZone);
        const inMonth = own.filter(({ at }) => days.format(at).startsWith(month));
        expect(opening, `${asset} before ${month} in ${timeZone}`).to.equal(upTo(period.from));
        expect(closing, `${asset} after ${month} in ${timeZone}`).to.equal(upTo(period.until));
        expect(movements).to.equal(inMonth.length);
        for (const type of ['payment', 'withdrawal', 'fee']) {
          const total = totals
            .filter((line) => line.type === type)
            .map((line) => ({ ...line, amount: money(line.amount) }));
          expect(sum(total), `${type} of ${asset} in ${month}`).to.equal(
            sum(inMonth.filter((movement) => movement.type === type)),
          );
        }
        const listed: string[] = [];
        const { db } = service.foundation;
        for await (const rows of readPeriod((work) => db.snapshot(work), period, 7))
          listed.push(...rows.map(({ amount }) => amount));
        expect(listed).to.deep.equal(inMonth.map(({ amount }) => amount.toFixed(8)));
      }
    }
  });

  it('begin and end at midnight in UTC', async () => {
    for (const at of ['2032-01-31T23:58:00Z', '2032-02-01T00:00:00Z', '2032-02-29T23:58:00Z']) {
      await setTime(new Date(at));
      await post(arrival(accountId, 'MXNB', '10'));
    }
    const january = await read('MXNB', '2032-01');
    const february = await read('MXNB', '2032-02');
    expect([january.opening, january.closing, january.isOver]).to.deep.equal(['0', '10.00000000', true]);
    expect([february.opening, february.closing]).to.deep.equal(['10.00000000', '30.00000000']);
    expect(february.isOver).to.equal(false);
    expect(await read('USDC', '2032-02')).to.include({ opening: '0', closing: '0', movements: 0 });
  });

  it('begin and end at midnight in the time zone, and say which, whatever zone was chosen before', async () => {
    // Midnight of 1 March is 18:15 UTC in Kathmandu, 23:00 in Madrid, and 06:00 in Mexico City.
    for (const at of [
      '2032-02-29T18:14:59Z',
      '2032-02-29T18:15:00Z',
      '2032-02-29T23:00:00Z',
      '2032-03-01T05:59:59Z',
    ]) {
      await setTime(new Date(at));
      await post(arrival(accountId, 'MXNB', '10'));
    }
    const openings = async (zone: string) => (await read('MXNB', '2032-03', zone)).opening;
    expect(await openings('UTC')).to.equal('30.00000000');
    expect(await openings('Asia/Kathmandu')).to.equal('10.00000000');
    expect(await openings('Europe/Madrid')).to.equal('20.00000000');
    expect(await openings('America/Mexico_City')).to.equal('40.00000000');
    expect((await read('MXNB', '2032-02', 'Asia/Kathmandu')).period.timeZone).to.equal('Asia/Kathmandu');
    const held = await findHeld(service.foundation.db.read, accountId);
    expect(monthsSince(held, 'UTC')).to.deep.equal(['2032-03', '2032-02']);
    expect(monthsSince(held, 'America/Mexico_City')).to.deep.equal(['2032-02']);
  });

  it('sum days of 23 and 25 hours, weeks and months', async () => {
    const hours = (day: string, count: number) =>
      Array.from({ length: count }, (_, hour) => new Date(Date.parse(day) + hour * 3600_000 + 1));
    // In Madrid, clocks go forward on 31 March 2030 and back on 27 October.
    for (const at of [...hours('2030-03-30T23:00:00Z', 25), ...hours('2030-10-26T22:00:00Z', 26)]) {
      await setTime(at);
      await post(arrival(accountId, 'MXNB', '1', { method: 'SPEI' }));
    }
    const timeZone = 'Europe/Madrid';
    const spans = async (bounds: string[]) =>
      (await listSpans(service.foundation.db.read, { accountId, asset: 'MXNB', timeZone, bounds })).map(
        ({ day, movements, amount }) => [day, movements, Number(amount)],
      );
    expect(await spans(['2030-03-31', '2030-04-01', '2030-04-02'])).to.deep.equal([
      ['2030-03-31', 23, 23],
      ['2030-04-01', 2, 2],
    ]);
    expect(await spans(['2030-10-26', '2030-10-27', '2030-10-28', '2030-10-29'])).to.deep.equal([
      ['2030-10-27', 25, 25],
      ['2030-10-28', 1, 1],
    ]);
    expect(await spans(['2030-03-25', '2030-04-01', '2030-04-08'])).to.deep.equal([
      ['2030-03-25', 23, 23],
      ['2030-04-01', 2, 2],
    ]);
    expect(await spans(['2030-01-01', '2030-07-01', '2031-01-01'])).to.deep.equal([
      ['2030-01-01', 25, 25],
      ['2030-07-01', 26, 26],
    ]);
  });

  it('are refused when the ledger and its totals disagree', async () => {
    await setTime(new Date('2033-03-03T12:00:00Z'));
    await post(arrival(accountId, 'MXNB', '10'));
    await service.database.query(`update movement_totals set amount = 9 where account_id = $1`, [accountId]);
    const failure = await read('MXNB', '2033-03').catch((error: Error) => error);
    expect(failure)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/does not add up: 0 \+ 9 is not 10/);
  });

  it('include what was booked before there were totals', async () => {
    const { id, api } = await service.createAccount();
    const { body } = await api.post('/v1/payment_links', {
      amount: '150',
      currency: 'MXNB',
      description: 'Order 7',
    });
    await api.post(`/v1/test_helpers/payment_links/${body.code}/deposit`, { method: 'SPEI' });
    await post(arrival(id, 'USDC', '3', { type: 'reversal', source: { object: 'withdrawal', id: 'w' } }));
    const totals = () =>
      service.database.query(
        `select day, asset, type, method, amount, movements from movement_totals where account_id = $1
          order by asset, type`,
        [id],
      );
    const quarters = () =>
      service.database.query(
        `select starts_at, asset, type, method, amount, movements from movement_quarters where account_id = $1
          order by asset, type`,
        [id],
      );
    const before = await totals();
    const quartersBefore = await quarters();
    expect(quartersBefore).to.have.length(2);
    expect(before.map(({ type, method }) => [type, method])).to.deep.equal([
      ['payment', 'SPEI'],
      ['reversal', ''],
    ]);
    const owner = knex({ client: 'pg', connection: service.database.url });
    await owner.transaction(async (trx) => {
      await dropQuarters(trx);
      await down(trx);
      await up(trx);
      await addQuarters(trx);
    });
    await owner.destroy();
    expect(await totals()).to.deep.equal(before);
    expect(await quarters()).to.deep.equal(quartersBefore);
  });

  it('exist for the months that have days', () => {
    const utc = { accountId, timeZone: 'UTC' };
    for (const month of ['2026-13', '2026-00', '1999-01', '2026-1', 'x', '2026-11-01', ''])
      expect(periodOf(utc, 'MXNB', month), month).to.equal(undefined);
    expect(periodOf(utc, 'MXNB', '2026-12')).to.include({ from: '2026-12-01', until: '2027-01-01' });
    expect(monthsBetween('2026-11-30', '2027-01-01')).to.deep.equal(['2027-01', '2026-12', '2026-11']);
  });

  it('are summed for each day, type and method of one asset', async () => {
    for (const at of [
      '2034-04-01T00:00:00Z',
      '2034-04-02T12:00:00Z',
      '2034-04-02T13:00:00Z',
      '2034-04-03T00:00:00Z',
    ]) {
      await setTime(new Date(at));
      await post(arrival(accountId, 'MXNB', '10', { method: 'SPEI' }));
      await post(arrival(accountId, 'USDC', '3', { method: 'USDC' }));
      await post(arrival(accountId, 'MXNB', '99', { type: 'reversal' }));
    }
    const bounds = ['2034-04-01', '2034-04-02', '2034-04-03'];
    const spans = await listSpans(service.foundation.db.read, {
      accountId,
      asset: 'MXNB',
      timeZone: 'UTC',
      bounds,
    });
    expect(spans).to.deep.equal([
      { day: '2034-04-01', type: 'payment', method: 'SPEI', amount: '10.00000000', movements: 1 },
      { day: '2034-04-01', type: 'reversal', method: '', amount: '99.00000000', movements: 1 },
      { day: '2034-04-02', type: 'payment', method: 'SPEI', amount: '20.00000000', movements: 2 },
      { day: '2034-04-02', type: 'reversal', method: '', amount: '198.00000000', movements: 2 },
    ]);
  });
});

/** As the database writes it. */
function sum(movements: readonly { amount: Money }[]): string {
  const total = movements.reduce((before, { amount }) => before.plus(amount), ZERO);
  return movements.length === 0 ? '0' : total.toFixed(8);
}

/** The same numbers in each run, between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
