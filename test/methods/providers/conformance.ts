import { describeArrivals } from './conformance/arrivals.ts';
import { describeBalances } from './conformance/balances.ts';
import { createBench } from './conformance/bench.ts';
import { describeDeposits } from './conformance/deposits.ts';
import { describeFailures } from './conformance/failures.ts';
import { describeMoves } from './conformance/moves.ts';
import { describeNotices } from './conformance/notices.ts';
import { describeQuotes } from './conformance/quotes.ts';
import type { RailUnderTest, Traits } from './conformance/rail-under-test.ts';
import { describeStatement } from './conformance/statement.ts';

/** Registers tests of every promise of the port to providers, for one rail. */
export function describeConformance(name: string, open: () => Promise<RailUnderTest>, traits: Traits): void {
  describe(`the provider port, kept by ${name}`, () => {
    const bench = createBench(traits, open);
    describe('moving money', () => describeMoves(bench, traits));
    describe('taking money in', () => describeDeposits(bench, traits));
    describe('a quote', () => describeQuotes(bench, traits));
    describe('its statement', () => describeStatement(bench, traits));
    describe('what it holds', () => describeBalances(bench, traits));
    describe('what was sent to it', () => describeArrivals(bench, traits));
    describe('its notices', () => describeNotices(bench, traits));
    describe('when it cannot be reached, the failure', () => describeFailures(bench, traits));
  });
}
