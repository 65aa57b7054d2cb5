import { randomUUID } from 'node:crypto';
import { money } from '../../../../src/lib/money.ts';
import { patience } from '../../simulator/rig.ts';
import { expectOpenOutcome, type Bench } from './bench.ts';
import type { Traits } from './rail-under-test.ts';

/** A rail that is away says nothing about what it has done. */
export function describeFailures(bench: Bench, traits: Traits): void {
  for (const move of bench.moves) {
    it(`is an open outcome (${move})`, async () => {
      const one = await bench.prepare(move);
      await expectOpenOutcome(one.call(await bench.rail.unreachable(), patience()));
      await bench.done(one);
    });
  }

  it('is an open outcome (quote, instructions, confirmation, statement, ruling out)', async () => {
    const provider = await bench.rail.unreachable();
    const { providerReference } = await bench.deposit();
    if (traits.exchange) {
      await expectOpenOutcome(provider.lockQuote(bench.quote({ toAmount: money('20') }), patience()));
    }
    const confirmation = { idempotencyKey: randomUUID(), providerReference };
    await expectOpenOutcome(provider.confirmDeposit(confirmation, patience()));
    const period = { from: new Date(0), to: new Date(), after: undefined };
    await expectOpenOutcome(provider.listStatement(period, patience()));
    if (bench.moves.length === 0) return;
    const asked = { operation: 'pay_out', idempotencyKey: randomUUID() } as const;
    await expectOpenOutcome(provider.ruleOut(asked, patience()));
  });
}
