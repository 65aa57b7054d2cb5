import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { ProviderFailure } from '../../../../src/methods/index.ts';
import {
  carryOut,
  type Order,
  placeOnce,
  type OrderStatus,
  type Terms,
} from '../../../../src/methods/providers/orders/index.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import {
  type Fate,
  type Made,
  Mortal,
  newOrder,
  openOrdersRig,
  type OrdersRig,
  railWith,
  StandIn,
  TERMS,
} from './stand-in.ts';

const LOST: Fate = { acts: false, answer: 'lost' };
const MADE_AND_LOST: Fate = { acts: true, answer: 'lost' };
const REFUSED: Fate = { acts: false, answer: 'refused' };

describe('an order that a provider must carry out once', () => {
  let rig: OrdersRig;
  let standIn: StandIn;
  before(async () => void (rig = await openOrdersRig()));
  beforeEach(() => void (standIn = new StandIn()));
  after(() => rig.close());

  const place = (order: Order<Made>, terms: Partial<Terms> = {}) =>
    placeOnce({ ...rig.access, rail: railWith(terms) }, order, patience());
  const madeBy = async (order: Order<Made>, terms: Partial<Terms> = {}): Promise<Made> => {
    const placed = await place(order, terms);
    if (!('made' in placed)) throw new Error(`it is ${placed.status}`);
    return placed.made;
  };

  for (const fates of [[], [MADE_AND_LOST], [LOST], [LOST, REFUSED]] as Fate[][])
    it(`is placed once, wherever its process is killed (answers: ${fates.map(({ acts, answer }) => `${answer} ${acts}`).join() || 'all'})`, async () => {
      let deaths = 0;
      for (let at = 1, isOver = false; !isOver; at++) {
        for (const moment of ['before', 'after'] as const) {
          standIn = new StandIn();
          standIn.fates = [...fates];
          const order = newOrder(standIn);
          const mortal = new Mortal(at, moment);
          const dying = () => carryOut(mortal.accessOf(rig.access), mortal.orderOf(order), patience());
          for (let time = 0; time < 3 && !mortal.isDead; time++) await dying().catch(() => undefined);
          if (mortal.isDead) deaths++;
          else isOver = true;
          // Whatever is left is finished by another process, or refused once there is nothing to find.
          standIn.fates = [];
          let outcome: unknown;
          for (let time = 0; time < 3; time++) {
            outcome = await carryOut(rig.access, order, patience()).catch((error: unknown) => error);
            await rig.age(6 * 60_000);
          }
          const isRefused = outcome instanceof ProviderFailure && outcome.kind === 'refused';
          if (!isRefused) expect(outcome).to.include({ status: 'done' });
          expect(standIn.made, `killed ${moment} step ${at}`).to.have.length(isRefused ? 0 : 1);
        }
      }
      expect(deaths).to.be.at.least(10);
    });

  it('is placed once by many processes at once, also where the provider would take it twice', async () => {
    standIn.dedupes = false;
    standIn.onRequest = () => delay(50);
    const order = newOrder(standIn);
    await Promise.all(Array.from({ length: 10 }, () => place(order, { repeatAfterMs: 60_000 })));
    expect(standIn.bodies).to.have.length(1);
    expect(standIn.made).to.have.length(1);
    expect(await madeBy(order)).to.equal(standIn.made[0]);
  });

  it('is looked up before it is sent again, and repeats the first request to the byte', async () => {
    const order = newOrder(standIn);
    standIn.fates = [LOST, MADE_AND_LOST];
    await failureOf(place(order));
    await failureOf(place({ ...order, prepare: () => Promise.resolve({ body: 'something newer' }) }));
    expect(new Set(standIn.bodies).size).to.equal(1);
    expect(await madeBy(order)).to.equal(standIn.made[0]);
    expect(standIn.bodies).to.have.length(2);
  });

  it('is another one with anything else: that is never sent, whatever became of the first', async () => {
    for (const fate of [LOST, MADE_AND_LOST, { acts: true, answer: 'made' } as const]) {
      const order = newOrder(standIn);
      standIn.fates = [fate];
      await place(order).catch(() => undefined);
      const other = { ...order, requested: ['101.00', 'Maria'] };
      const asked = standIn.bodies.length;
      for (const work of [place(other), carryOut(rig.access, other, patience())])
        expect(await failureOf(work)).to.include({ kind: 'unavailable' });
      expect(standIn.bodies).to.have.length(asked);
    }
  });

  it('is found where this database is older than it, and not sent', async () => {
    const order = newOrder(standIn);
    standIn.made.push({ id: order.id, reference: 'from before', body: '' });
    expect(await carryOut(rig.access, order, patience())).to.deep.equal({
      ...{ status: 'done', providerReference: 'from before' },
    });
    expect(standIn.bodies).to.deep.equal([]);
  });

  describe('whose provider says nothing of it', () => {
    it('is repeated only once look-ups have found nothing for the time of the terms', async () => {
      const terms = { repeatAfterMs: 60_000 };
      const order = newOrder(standIn);
      standIn.fates = [LOST];
      await failureOf(place(order, terms));
      for (let time = 0; time < 2; time++) {
        expect(await place(order, terms)).to.deep.equal({ status: 'pending', providerReference: null });
        await rig.age(29_000);
      }
      expect(await place(order, terms)).to.include({ status: 'pending' });
      await rig.age(3_000);
      await madeBy(order, terms);
      expect(standIn.bodies).to.have.length(2);
    });

    it('is not repeated once the provider would not recognize it: an operator has to look', async () => {
      const terms = { repeatForMs: 3_600_000 };
      const order = newOrder(standIn);
      standIn.fates = [LOST];
      await failureOf(place(order, terms));
      await rig.age(3_700_000);
      const placed = await place(order, terms);
      expect('waits' in placed && placed.waits?.reason).to.equal('OPERATOR');
      expect(standIn.bodies).to.have.length(1);
    });

    it('is only looked up once it was accepted', async () => {
      for (const answer of ['accepted', 'made'] as const) {
        const order = newOrder(standIn);
        standIn.fates = [{ acts: true, answer }];
        standIn.isHidden = true;
        await place(order).catch(() => undefined);
        const asked = standIn.bodies.length;
        await rig.age(3_600_000);
        const providerReference = answer === 'made' ? standIn.made.at(-1)!.reference : null;
        expect(await place(order)).to.deep.equal({ status: 'pending', providerReference });
        expect(standIn.bodies).to.have.length(asked);
        standIn.isHidden = false;
        expect(await madeBy(order)).to.equal(standIn.made.at(-1));
      }
    });

    it('is looked up where its id was used before, which proves nothing', async () => {
      const order = newOrder(standIn);
      standIn.fates = [LOST, { acts: false, answer: 'used_before' }];
      for (let time = 0; time < 2; time++)
        expect(await failureOf(place(order))).to.include({ kind: 'unavailable' });
      await madeBy(order);
      expect(standIn.made).to.have.length(1);
    });
  });

  describe('that is refused', () => {
    it('is so at once, and for good, if nothing else can have been carried out', async () => {
      for (const before of [[], [{ acts: false, answer: 'turned_away' }]] as Fate[][]) {
        const order = newOrder(standIn);
        standIn.fates = [...before, REFUSED];
        if (before.length > 0) expect(await failureOf(place(order))).to.include({ kind: 'unavailable' });
        for (let time = 0; time < 2; time++)
          expect(await failureOf(place(order))).to.include({
            ...{ kind: 'refused', reason: 'INVALID_DESTINATION' },
          });
      }
      expect(standIn.bodies).to.have.length(3);
    });

    it('is not so while an earlier request may have been carried out, and is done if it was', async () => {
      const order = newOrder(standIn);
      standIn.fates = [MADE_AND_LOST, REFUSED];
      standIn.isHidden = true;
      for (let time = 0; time < 4; time++) {
        expect(await failureOf(place(order))).to.include({ kind: 'unavailable' });
        await rig.age(60_000);
      }
      expect(standIn.bodies).to.have.length(2);
      standIn.isHidden = false;
      expect(await madeBy(order)).to.equal(standIn.made[0]);
    });

    it('is so once look-ups have found nothing for the time of the terms', async () => {
      const order = newOrder(standIn);
      standIn.fates = [LOST, REFUSED];
      await failureOf(place(order));
      await failureOf(place(order));
      expect(await failureOf(place(order))).to.include({ kind: 'unavailable' });
      await rig.age(TERMS.absentForMs - 5_000);
      expect((await failureOf(place(order))).message).to.include('nothing for 5 minutes');
      await rig.age(5_000);
      for (let time = 0; time < 2; time++)
        expect(await failureOf(place(order))).to.include({ kind: 'refused' });
      expect(standIn.bodies).to.have.length(2);
    });

    it('is not so while something found may be it', async () => {
      const requireAbsent = () => Promise.reject(new ProviderFailure('unavailable', 'There is one like it.'));
      const order = newOrder(standIn, { requireAbsent });
      standIn.fates = [LOST, REFUSED];
      await failureOf(place(order));
      await failureOf(place(order));
      for (let time = 0; time < 2; time++) {
        await rig.age(TERMS.absentForMs);
        expect((await failureOf(place(order))).message).to.equal('There is one like it.');
      }
    });

    it('is not so if the refused request was carried out: the refusal contradicts it', async () => {
      const order = newOrder(standIn);
      standIn.fates = [{ acts: true, answer: 'refused' }];
      expect(await madeBy(order)).to.equal(standIn.made[0]);
    });

    it('is so before it is sent if it can never be, and waits without using up its key if it cannot yet', async () => {
      const order = newOrder(standIn);
      const waits = { reason: 'HOT_WALLET_EMPTY', words: 'There is too little.' } as const;
      const waiting = { ...order, prepare: () => Promise.resolve({ waits }) };
      for (let time = 0; time < 2; time++) expect(await place(waiting)).to.deep.include({ waits });
      const unsendable = () =>
        Promise.reject(new ProviderFailure('refused', 'Nobody is there.', { reason: 'INVALID_DESTINATION' }));
      expect(await failureOf(place({ ...order, prepare: unsendable }))).to.include({ kind: 'refused' });
      expect(await failureOf(place(order))).to.include({ kind: 'refused', message: 'Nobody is there.' });
      expect(standIn.bodies).to.deep.equal([]);
    });
  });

  describe('whose provider contradicts itself', () => {
    it('is not believed to be a second one', async () => {
      const order = newOrder(standIn);
      const first = await madeBy(order);
      const lying = { ...order, find: () => Promise.resolve({ ...first, reference: 'another' }) };
      expect((await failureOf(place(lying))).message).to.include(
        `has it as ${first.reference} and as another`,
      );
      expect(await madeBy(order)).to.equal(first);
    });

    it('is not believed to be somebody else’s', async () => {
      const { reference } = await madeBy(newOrder(standIn));
      const order = newOrder(standIn, { referenceOf: () => reference });
      let error: unknown;
      await place(order).catch((thrown: unknown) => (error = thrown));
      expect(String(error)).to.include('rail_orders_by_reference');
      expect((await rig.rowOf(order)).is_accepted).to.equal(false);
    });

    it('is what was told first, whatever it says later', async () => {
      const done: OrderStatus = { is: 'done', watchForMs: 60_000 };
      const back: OrderStatus = { is: 'refused', reason: 'RETURNED', message: 'It is back.', watchForMs: 0 };
      for (const [first, later, expected] of [
        [done, back, 'done'],
        [back, done, 'refused'],
      ] as const) {
        const order = newOrder(standIn);
        const ask = (status: OrderStatus) =>
          carryOut(rig.access, { ...order, statusOf: () => status }, patience()).catch(
            (error: unknown) => error as ProviderFailure,
          );
        expect(await ask({ is: 'pending' })).to.include({ status: 'pending' });
        for (const status of [first, later]) {
          const outcome = await ask(status);
          expect('status' in outcome ? outcome.status : outcome.kind).to.equal(expected);
        }
      }
    });
  });

  describe('whose request takes too long', () => {
    it('is given up in time if it never ends, and looked up', async () => {
      const order = newOrder(standIn);
      standIn.fates = [{ acts: true, answer: 'never' }];
      const beganAt = performance.now();
      expect(await failureOf(place(order, { answeredWithinMs: 200 }))).to.include({ kind: 'timeout' });
      expect(performance.now() - beganAt).to.be.below(2_000);
      expect(await madeBy(order)).to.equal(standIn.made[0]);
      expect(standIn.bodies).to.have.length(1);
    });

    it('is not sent by a process that was suspended before it could', async () => {
      const order = newOrder(standIn);
      const { db, logger, rail } = { ...rig.access, rail: railWith({ answeredWithinMs: 100 }) };
      const suspended: typeof db.transaction = async (work) => {
        const result = await db.transaction(work);
        await delay(200);
        return result;
      };
      const access = { rail, logger, db: { read: db.read, transaction: suspended } };
      expect(await failureOf(placeOnce(access, order, patience()))).to.include({ kind: 'timeout' });
      expect(standIn.bodies).to.deep.equal([]);
      expect((await rig.rowOf(order)).open_requests).to.equal(0);
    });

    it('counts as open when its process has died, until look-ups have found nothing for long enough', async () => {
      const order = newOrder(standIn);
      standIn.fates = [LOST];
      const mortal = new Mortal(4, 'before');
      await placeOnce(mortal.accessOf(rig.access), mortal.orderOf(order), patience()).catch(() => undefined);
      expect(mortal.isDead).to.equal(true);
      expect((await rig.rowOf(order)).open_requests).to.equal(1);
      standIn.fates = [REFUSED];
      expect(await failureOf(place(order))).to.include({ kind: 'unavailable' });
    });
  });

  it('of a rail’s terms has absence count only after any request has ended', async () => {
    const [{ BITSO }, { BRIDGE }, { railOf }] = await Promise.all([
      import('../../../../src/methods/providers/bitso/orders/rail.ts'),
      import('../../../../src/methods/providers/bridge/orders/rail.ts'),
      import('../../../../src/methods/providers/mono/transfers/rail.ts'),
    ]);
    for (const { terms } of [BITSO, BRIDGE, railOf()]) {
      const { answeredWithinMs, repeatAfterMs, absentForMs } = terms;
      expect(absentForMs).to.be.above(2 * answeredWithinMs);
      expect(repeatAfterMs === 0 || repeatAfterMs > 2 * answeredWithinMs).to.equal(true);
    }
  });
});
