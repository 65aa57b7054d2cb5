import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { ProviderFailure } from '../../../../src/methods/index.ts';
import {
  doneAs,
  type Look,
  type Order,
  placeOnce,
  type OrderRail,
  ruleOut,
  underWayAs,
} from '../../../../src/methods/providers/orders/index.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import {
  type Fate,
  type Made,
  newOrder,
  openOrdersRig,
  type OrdersRig,
  railWith,
  StandIn,
  TERMS,
} from './stand-in.ts';

describe('an order that is ruled out', () => {
  let rig: OrdersRig;
  let standIn: StandIn;
  before(async () => void (rig = await openOrdersRig()));
  beforeEach(() => void (standIn = new StandIn()));
  after(() => rig.close());

  const place = (order: Order<Made>) => placeOnce(rig.access, order, patience());
  const lookFor = (order: Order<Made>, change: Partial<Look> = {}): Look => ({
    ...{ id: order.id, purpose: order.purpose },
    look() {
      const made = standIn.find(order.id);
      return Promise.resolve(made ? { why: underWayAs(made.reference, rig.access.rail) } : 'absent');
    },
    ...change,
  });
  const giveUp = (order: Order<Made>, change: Partial<Look> = {}) =>
    ruleOut(rig.access, order.idempotencyKey, [lookFor(order, change)]);
  const lose = async (order: Order<Made>, acts = false): Promise<void> => {
    standIn.fates = [{ acts, answer: 'lost' }];
    await failureOf(place(order));
  };
  const expectRefused = async (order: Order<Made>): Promise<void> => {
    const asked = standIn.bodies.length;
    expect(await failureOf(place(order))).to.include({ kind: 'refused', reason: 'OPERATOR_DECIDED' });
    expect(standIn.bodies).to.have.length(asked);
  };

  it('is never placed, also if nobody had asked for it, and stays so', async () => {
    const order = newOrder(standIn);
    for (let time = 0; time < 2; time++) await giveUp(order);
    await expectRefused(order);
  });

  it('is so only once look-ups have found nothing for the time of the terms after a request without an answer', async () => {
    const order = newOrder(standIn);
    await lose(order);
    expect((await failureOf(giveUp(order))).message).to.include('ask again in 5 minutes');
    await rig.age(TERMS.absentForMs - 5_000);
    expect(await failureOf(giveUp(order))).to.include({ kind: 'unavailable' });
    await rig.age(5_000);
    await giveUp(order);
    await expectRefused(order);
  });

  it('begins to be absent anew with each request', async () => {
    const order = newOrder(standIn);
    await lose(order);
    await failureOf(giveUp(order));
    await rig.age(TERMS.absentForMs);
    await lose(order);
    expect(await failureOf(giveUp(order))).to.include({ kind: 'unavailable' });
  });

  it('is not while it was carried out, may have been, or was accepted', async () => {
    const made = newOrder(standIn);
    await lose(made, true);
    await rig.age(TERMS.absentForMs);
    expect((await failureOf(giveUp(made))).message).to.match(/under way at Stand-in as .*--retry/);

    const alike = newOrder(standIn);
    await lose(alike);
    await failureOf(giveUp(alike));
    await rig.age(TERMS.absentForMs);
    const requireAbsent = () => Promise.reject(new ProviderFailure('unavailable', 'There is one like it.'));
    expect((await failureOf(giveUp(alike, { requireAbsent }))).message).to.equal('There is one like it.');

    const accepted = newOrder(standIn);
    await place(accepted);
    standIn.isHidden = true;
    expect((await failureOf(giveUp(accepted))).message).to.match(/has accepted it as .* ask again later/);
  });

  it('is not if it was done, as it says how to settle it', async () => {
    const order = newOrder(standIn);
    await place(order);
    const [{ reference }] = standIn.made as [Made];
    await rig.database.query('update rail_orders set done_at = now() where id = $1', [order.id]);
    expect((await failureOf(giveUp(order))).message).to.equal(doneAs(reference));
  });

  it('is if the provider’s transfer has ended without moving anything', async () => {
    const order = newOrder(standIn);
    await place(order);
    await giveUp(order, { look: () => Promise.resolve('ended') });
    await expectRefused(order);
  });

  it('is not while a request of it is sent meanwhile', async () => {
    const order = newOrder(standIn);
    const look: Look['look'] = async () => {
      await place(order);
      return 'absent';
    };
    expect((await failureOf(giveUp(order, { look }))).message).to.include('is being asked to do it now');
    expect(await place(order)).to.have.property('made');
    expect((await rig.rowOf(order)).is_refused).to.equal(false);
  });

  it('is refused to whoever is about to send it', async () => {
    const order = newOrder(standIn);
    const find: Order<Made>['find'] = async () => {
      await giveUp(order);
      return undefined;
    };
    expect(await failureOf(place({ ...order, find }))).to.include({ kind: 'refused' });
    expect(standIn.bodies).to.deep.equal([]);
  });

  for (const acts of [false, true]) {
    it(`stays so when answers come late${acts ? ', and an operator is alarmed once if it was accepted' : ''}`, async () => {
      rig.lines.length = 0;
      const order = newOrder(standIn);
      const fate: Fate = { acts, answer: acts ? 'made' : 'lost' };
      standIn.fates = [fate, fate];
      let ruledOut: Promise<void> | undefined;
      const ruleOutNow = async (): Promise<void> => {
        await failureOf(giveUp(order));
        await rig.age(TERMS.absentForMs);
        await giveUp(order);
      };
      standIn.onRequest = async () => {
        while (standIn.bodies.length < 2) await delay(5);
        await (ruledOut ??= ruleOutNow());
      };
      const late = [failureOf(place(order)), failureOf(place(order))];
      for (const { kind } of await Promise.all(late)) expect(kind).to.equal(acts ? 'refused' : 'unavailable');
      await expectRefused(order);
      const errors = rig.lines.filter(({ level }) => level === 'error');
      const [made] = standIn.made;
      expect(errors.map(({ fields }) => fields)).to.deep.equal(
        made ? [{ order: order.id, transfer: made.reference }] : [],
      );
      for (const { message } of errors) expect(message).to.match(/cancel it there or recover the money$/);
    });
  }

  it('is so with all orders of its key, those that are made meanwhile, and any later one', async () => {
    const refused = new Map<string, { reason: 'OPERATOR_DECIDED'; message: string }>();
    const rail: OrderRail = {
      ...railWith(),
      refusedKeys: {
        find: (_, { key }) => Promise.resolve(refused.get(key)),
        record: (_, { key, message }) =>
          Promise.resolve(void refused.set(key, { reason: 'OPERATOR_DECIDED', message })),
      },
    };
    const access = { ...rig.access, rail };
    const first = newOrder(standIn);
    const { idempotencyKey } = first;
    const second = newOrder(standIn, { idempotencyKey });
    const third = newOrder(standIn, { idempotencyKey });
    standIn.fates = [{ acts: false, answer: 'refused' }];
    await failureOf(placeOnce(access, first, patience()));
    const meanwhile = lookFor(second, {
      async look() {
        standIn.fates = [{ acts: false, answer: 'refused' }];
        await failureOf(placeOnce(access, second, patience()));
        return 'absent';
      },
    });
    expect((await failureOf(ruleOut(access, idempotencyKey, [meanwhile]))).message).to.include('asked to do');
    await ruleOut(access, idempotencyKey, [lookFor(first)]);
    const asked = standIn.bodies.length;
    expect(await failureOf(placeOnce(access, third, patience()))).to.include({ reason: 'OPERATOR_DECIDED' });
    expect(standIn.bodies).to.have.length(asked);
  });
});
