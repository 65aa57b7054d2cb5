import { expect } from 'chai';
import { WAIT_REASONS } from '../../../../src/lib/reasons.ts';
import { failureOf, patience } from '../../simulator/rig.ts';
import { expectOpenOutcome, type Bench, type Repeatable } from './bench.ts';
import type { Traits } from './rail-under-test.ts';

const OPERATIONS = { payOut: 'pay_out', refund: 'refund', convert: 'convert' } as const;

/** Money is moved once for each key, whatever happens on the way (D10, D27). */
export function describeMoves(bench: Bench, { tried = bench.moves }: Pick<Traits, 'tried'>): void {
  const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, make));
  const expectMovedOnce = async (one: Repeatable): Promise<void> => {
    const moved = await one.moved();
    expect(moved.map((amount) => amount.toFixed())).to.deep.equal([one.amount.toFixed()]);
  };

  for (const move of tried) {
    describe(`${move}`, () => {
      const ruleOut = ({ idempotencyKey }: Repeatable): Promise<void> =>
        bench.rail.provider.ruleOut({ operation: OPERATIONS[move], idempotencyKey }, patience());

      it('moves the exact amount once for 20 calls at once, and tells each the same', async () => {
        const one = await bench.prepare(move);
        const outcomes = await times(20, () => bench.done(one));
        for (const outcome of outcomes) expect(outcome).to.deep.equal(outcomes[0]);
        await expectMovedOnce(one);
      });

      it('tells another process the same', async () => {
        const one = await bench.prepare(move);
        const outcome = await bench.done(one);
        expect(await bench.done(one, await bench.rail.reopen())).to.deep.equal(outcome);
        await expectMovedOnce(one);
      });

      it('has another reference for another key', async () => {
        const [one, other] = await times(2, () => bench.prepare(move));
        const references = [await bench.done(one!), await bench.done(other!)].map(
          ({ providerReference }) => providerReference,
        );
        expect(new Set(references).size).to.equal(2);
      });

      it('finds out with the same key what became of it when the answer was lost', async () => {
        const one = await bench.prepare(move);
        await bench.rail.misbehave(move, 'lose_answer');
        await expectOpenOutcome(one.call(bench.rail.provider, patience()));
        await expectOpenOutcome(one.call(await bench.rail.reopen(), patience()));
        await bench.rail.heal();
        const outcome = await bench.done(one, await bench.rail.reopen());
        expect(await bench.done(one)).to.deep.equal(outcome);
        await expectMovedOnce(one);
      });

      it('ends when its signal aborts, and the same key still moves it once', async () => {
        const one = await bench.prepare(move);
        await bench.rail.misbehave(move, 'dawdle');
        const begun = Date.now();
        expect((await failureOf(one.call(bench.rail.provider, AbortSignal.timeout(300)))).kind).to.equal(
          'timeout',
        );
        expect(Date.now() - begun).to.be.below(30_000);
        await bench.rail.heal();
        await bench.done(one);
        await expectMovedOnce(one);
      });

      it('does nothing when its signal has aborted before', async () => {
        const one = await bench.prepare(move);
        expect((await failureOf(one.call(bench.rail.provider, AbortSignal.abort()))).kind).to.equal(
          'timeout',
        );
        expect(await one.moved()).to.deep.equal([]);
      });

      it('is pending until it is done, whoever asks', async () => {
        const one = await bench.prepare(move);
        await bench.rail.misbehave(move, 'hold');
        for (const provider of [bench.rail.provider, bench.rail.provider, await bench.rail.reopen()]) {
          const outcome = await one.call(provider, patience());
          expect(outcome.status).to.equal('pending');
          if (outcome.status === 'pending' && outcome.waits) {
            expect(WAIT_REASONS).to.include(outcome.waits.reason);
            expect(outcome.waits.words).to.have.lengthOf.within(1, 500);
          }
        }
        await bench.rail.heal();
        const outcome = await bench.done(one, await bench.rail.reopen());
        expect(await bench.done(one)).to.deep.equal(outcome);
        await expectMovedOnce(one);
      });

      it('can be refused after it was pending, and moves nothing then', async () => {
        const one = await bench.prepare(move);
        await bench.rail.misbehave(move, 'hold');
        expect((await one.call(bench.rail.provider, patience())).status).to.equal('pending');
        await bench.rail.misbehave(move, 'refuse');
        expect((await failureOf(bench.done(one))).kind).to.equal('refused');
        await bench.rail.heal();
        expect((await failureOf(one.call(await bench.rail.reopen(), patience()))).kind).to.equal('refused');
        expect(await one.moved()).to.deep.equal([]);
      });

      it('stays refused, while another key is accepted', async () => {
        const [one, other] = await times(2, () => bench.prepare(move));
        await bench.rail.misbehave(move, 'refuse');
        for (const failure of await times(5, () => failureOf(bench.done(one!)))) {
          expect(failure).to.include({ kind: 'refused' });
          expect(failure.reason).to.match(/^[A-Z_]+$/);
        }
        await bench.rail.heal();
        for (const provider of [bench.rail.provider, await bench.rail.reopen()]) {
          expect((await failureOf(one!.call(provider, patience()))).kind).to.equal('refused');
        }
        expect(await one!.moved()).to.deep.equal([]);
        await bench.done(other!);
      });

      it('is not ruled out once it is done', async () => {
        const one = await bench.prepare(move);
        await bench.done(one);
        const failure = await failureOf(ruleOut(one));
        expect(failure).to.include({ kind: 'unavailable' });
        expect(failure.message).not.to.match(/\n/);
        await expectMovedOnce(one);
      });

      it('never happens once it was ruled out, whoever asks, while another key is accepted', async () => {
        const [one, other] = await times(2, () => bench.prepare(move));
        // At the same time as attempts: if one of them was first, it is not ruled out.
        const attempts = times(5, () => bench.done(one!).catch((error: unknown) => error));
        const ruledOut = await ruleOut(one!).then(
          () => true,
          () => false,
        );
        await attempts;
        expect((await one!.moved()).length).to.equal(ruledOut ? 0 : 1);

        const late = await bench.prepare(move);
        await ruleOut(late);
        await ruleOut(late);
        for (const provider of [bench.rail.provider, await bench.rail.reopen()]) {
          expect((await failureOf(late.call(provider, patience()))).kind).to.equal('refused');
        }
        expect(await late.moved()).to.deep.equal([]);
        await bench.done(other!);
      });

      it('is not refused once it is done', async () => {
        const one = await bench.prepare(move);
        const outcome = await bench.done(one);
        await bench.rail.misbehave(move, 'refuse');
        expect(await bench.done(one)).to.deep.equal(outcome);
        await expectMovedOnce(one);
      });
    });
  }
}
