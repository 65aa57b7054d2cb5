import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import { ProviderFailure, type Report } from '../../../../src/methods/index.ts';
import {
  carryOut,
  createOrderWatch,
  listReturned,
  type Seen,
  type OrderStatus,
} from '../../../../src/methods/providers/orders/index.ts';
import { keepLogs } from '../../bitso/rig.ts';
import { patience } from '../../simulator/rig.ts';
import { newOrder, openOrdersRig, type OrdersRig, railWith, StandIn } from './stand-in.ts';

const HOUR_MS = 3_600_000;

describe('an order whose outcome was told', () => {
  let rig: OrdersRig;
  const { logger, lines } = keepLogs();
  before(async () => void (rig = await openOrdersRig()));
  beforeEach(() => void (lines.length = 0));
  after(() => rig.close());

  const reported = async (status: OrderStatus) => {
    const order = newOrder(new StandIn(), { statusOf: () => status } as object);
    await carryOut(rig.access, order, patience()).catch(() => undefined);
    return order;
  };
  const done = () => reported({ is: 'done', watchForMs: 10 * HOUR_MS });
  /** What two watches report of what is due. */
  const watch = async (seen: Seen | Error): Promise<Report[]> => {
    const reports: Report[] = [];
    const watches = [1, 2].map(() =>
      createOrderWatch({
        ...{ db: rig.db, logger, rail: railWith() },
        ask: () => (seen instanceof Error ? Promise.reject(seen) : Promise.resolve(seen)),
        takeIn: (_, some) => Promise.resolve(void reports.push(...some)),
      }),
    );
    await Promise.all(watches.map((each) => each.runOnce()));
    return reports;
  };
  const due = ({ id }: { id: string }) =>
    rig.database.query('update rail_orders set watch_at = now() where id = $1 and watch_at is not null', [
      id,
    ]);
  const end = ({ id }: { id: string }) =>
    rig.database.query('update rail_orders set watch_until = now() where id = $1', [id]);
  const waitOf = async (order: { id: string }): Promise<number | undefined> => {
    const { watch_at: at } = await rig.rowOf(order);
    return at === null ? undefined : Math.round((at.getTime() - Date.now()) / 60_000);
  };
  const errors = () => lines.filter(({ level }) => level === 'error');

  it('is asked about less and less often, until its time is over', async () => {
    const order = await done();
    const waits = [await waitOf(order)];
    for (let time = 0; time < 8; time++) {
      await due(order);
      await watch({ is: 'as_told' });
      waits.push(await waitOf(order));
    }
    expect(waits).to.deep.equal([10, 20, 40, 80, 160, 320, 640, 720, 720]);
    await end(order);
    for (const seen of [new ProviderFailure('unavailable', 'It is away.'), { is: 'under_way' } as const]) {
      await due(order);
      await watch(seen);
      expect(await waitOf(order), 'it is not known whether it still stands').to.equal(720);
    }
    await due(order);
    await watch({ is: 'as_told' });
    expect(await waitOf(order)).to.equal(undefined);
  });

  it('is not asked about where nothing else can become of it', async () => {
    const refusal = { reason: 'RETURNED', message: 'It is back.' } as const;
    expect(await waitOf(await reported({ is: 'refused', ...refusal, watchForMs: 0 }))).to.equal(undefined);
    expect(await waitOf(await reported({ is: 'refused', ...refusal, watchForMs: HOUR_MS }))).to.equal(10);
  });

  it('is reported once as a return when it came back, and stays done', async () => {
    const order = await done();
    const { reference } = await rig.rowOf(order);
    const returned = {
      ...{ providerReference: reference, returnReference: `${reference}:return`, asset: 'USD' },
      ...({ amount: money('100'), reason: 'RETURNED', message: 'It is back.' } as const),
    };
    await due(order);
    expect(await watch({ is: 'returned', returned })).to.deep.equal([{ type: 'return', returned }]);
    await due(order);
    expect(await watch({ is: 'returned', returned })).to.deep.equal([]);
    expect(await carryOut(rig.access, order, patience())).to.include({ status: 'done' });
    const period = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) };
    const listed = await listReturned(rig.db.read, { provider: 'standin', ...period });
    expect(listed.map(({ id, returnedWords }) => [id, returnedWords])).to.deep.equal([
      [order.id, 'It is back.'],
    ]);
  });

  it('alarms an operator once when something else became of it', async () => {
    const order = await done();
    for (let time = 0; time < 2; time++) {
      await due(order);
      await watch({ is: 'otherwise', state: { state: 'failed' } });
    }
    expect(errors()).to.have.length(1);
    expect(errors()[0]!.fields).to.include({ told: 'done', state: 'failed' });
  });
});
