import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { money, type Money } from '../../../../src/lib/money.ts';
import {
  ProviderFailure,
  type InstructionsRequest,
  type IssuedInstructions,
  type Outcome,
  type Provider,
  type QuoteRequest,
  type StatementLine,
} from '../../../../src/methods/providers/provider.ts';
import { createProviders } from '../../../../src/methods/providers/registry.ts';
import { until } from '../../../support/poll.ts';
import { failureOf, issuedBy, patience } from '../../simulator/rig.ts';
import type { MethodUnderTest, Move, PaidIn, RailUnderTest, Traits } from './rail-under-test.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A call that is made again and again with one key. */
export interface Repeatable {
  idempotencyKey: string;
  call(provider: Provider, signal: AbortSignal): Promise<Outcome>;
  /** What it has moved by the books, each time that it did. */
  moved(): Promise<Money[]>;
  amount: Money;
}

/** What the tests of one rail have in common. */
export interface Bench {
  readonly rail: RailUnderTest;
  readonly moves: Move[];
  readonly incoming: MethodUnderTest;
  readonly outgoing: MethodUnderTest;
  instructions(method?: MethodUnderTest): Promise<InstructionsRequest>;
  /** A place that payers can pay to. */
  place(request: InstructionsRequest, method?: MethodUnderTest): Promise<IssuedInstructions>;
  quote(amount: { toAmount: Money } | { fromAmount: Money }): QuoteRequest;
  /** Money that has arrived, but may not be final. */
  deposit(amount?: Money, payerName?: string): Promise<PaidIn & { amount: Money; place: IssuedInstructions }>;
  prepare(move: Move): Promise<Repeatable>;
  /** Repeats the call until it is done; a failure that leaves the outcome open does not end it. */
  done(one: Pick<Repeatable, 'call'>, provider?: Provider): Promise<Extract<Outcome, { status: 'done' }>>;
  /** What the statement has of this test, or of all, page by page. */
  statement(of?: 'test' | 'all'): Promise<StatementLine[]>;
}

/** The rail as the service has it: what it tells passes through the port. */
function throughPort(rail: RailUnderTest): RailUnderTest {
  const through = (provider: Provider): Provider => createProviders([provider]).get(provider.name);
  return {
    ...rail,
    provider: through(rail.provider),
    reopen: async () => through(await rail.reopen()),
    unreachable: async () => through(await rail.unreachable()),
  };
}

export function createBench(traits: Traits, open: () => Promise<RailUnderTest>): Bench {
  const [incoming] = traits.methods;
  const outgoing = traits.methods.find(({ paysOut }) => paysOut);
  if (!incoming) throw new Error('a rail has a method that pays in');
  let opened: RailUnderTest | undefined;
  const getRail = (): RailUnderTest => {
    if (!opened) throw new Error('the rail is not open yet');
    return opened;
  };
  before(async () => {
    opened = throughPort(await open());
  });
  after(() => opened?.close());
  let began = 0;
  beforeEach(async () => {
    began = (await getRail().now()).getTime();
  });
  afterEach(() => getRail().heal());

  const statement = async (of: 'test' | 'all' = 'test'): Promise<StatementLine[]> => {
    const now = (await getRail().now()).getTime();
    // Some rails look up each line, and some have times in whole seconds.
    const from = of === 'all' ? now - DAY_MS : began - 1_000;
    const period = { from: new Date(from), to: new Date(now + DAY_MS) };
    const lines: StatementLine[] = [];
    let after: string | undefined;
    do {
      const page = await getRail().provider.listStatement({ ...period, after }, patience());
      lines.push(...page.lines);
      after = page.next;
    } while (after !== undefined);
    return lines;
  };

  const bench: Bench = {
    get rail() {
      return getRail();
    },
    moves: [
      ...(outgoing ? (['payOut', 'refund'] as const) : []),
      ...(traits.exchange ? (['convert'] as const) : []),
    ],
    incoming,
    get outgoing() {
      if (!outgoing) throw new Error('the rail sends nothing');
      return outgoing;
    },
    async instructions(method = incoming) {
      return {
        idempotencyKey: randomUUID(),
        method: method.method,
        kind: method.kind,
        network: method.network,
        asset: method.asset,
        amount: amountOf(method),
        expiresAt: new Date((await getRail().now()).getTime() + DAY_MS),
        payerName: 'María Pérez',
      };
    },
    async place(request, method = incoming) {
      return getRail().newPlace?.(method) ?? issuedBy(getRail().provider, request);
    },
    quote(amount) {
      const { fromAsset, fromDecimals, toAsset } = traits.exchange!;
      return {
        idempotencyKey: randomUUID(),
        fromAsset,
        fromDecimals,
        toAsset,
        lifeMs: 15 * 60_000,
        ...amount,
      };
    },
    async deposit(amount = amountOf(incoming), payerName) {
      const request = { ...(await bench.instructions()), amount };
      const place = await bench.place(request);
      return { ...(await getRail().payIn(incoming, place, amount, payerName)), amount, place };
    },
    prepare: (move) => PREPARE[move](bench, statement),
    async done(one, provider = getRail().provider) {
      let outcome: Outcome | undefined;
      await until(
        async () => {
          try {
            outcome = await one.call(provider, patience());
          } catch (error) {
            if (!(error instanceof ProviderFailure) || error.kind === 'refused') throw error;
          }
          if (outcome?.status === 'pending') await getRail().finalize();
          return outcome?.status === 'done';
        },
        { what: 'the call is done' },
      );
      return outcome as Extract<Outcome, { status: 'done' }>;
    },
    statement,
  };
  return bench;
}

/** An amount that no other test uses, to the last decimal of the method. */
export function amountOf({ decimals }: Pick<MethodUnderTest, 'decimals'>): Money {
  const whole = String(randomInt(1_000, 9_000));
  return decimals === 0
    ? money(whole)
    : money(
        `${whole}.${String(randomInt(10 ** decimals))
          .slice(0, decimals - 1)
          .padStart(decimals - 1, '0')}1`,
      );
}

/** Like `failureOf`, and says that the outcome is open. */
export async function expectOpenOutcome(call: Promise<unknown>): Promise<void> {
  expect((await failureOf(call)).kind).to.be.oneOf(['timeout', 'unavailable']);
}

type Prepare = (bench: Bench, statement: () => Promise<StatementLine[]>) => Promise<Repeatable>;
const PREPARE: Record<Move, Prepare> = {
  payOut({ rail, outgoing }) {
    const destination = rail.newDestination(outgoing);
    const { method, asset } = outgoing;
    const amount = amountOf(outgoing);
    const request = { idempotencyKey: randomUUID(), method, asset, amount, destination };
    return Promise.resolve({
      idempotencyKey: request.idempotencyKey,
      call: (provider, signal) => provider.payOut(request, signal),
      moved: () => rail.sentTo(destination),
      amount,
    });
  },
  async refund(bench) {
    const { rail, incoming } = bench;
    const { providerReference, amount } = await bench.deposit();
    await rail.finalize();
    const to = rail.newDestination(incoming);
    const request = { idempotencyKey: randomUUID(), depositReference: providerReference, amount, to };
    return {
      idempotencyKey: request.idempotencyKey,
      call: (provider, signal) => provider.refund({ ...request, asset: incoming.asset }, signal),
      moved: () => rail.sentTo(to),
      amount,
    };
  },
  async convert(bench, statement) {
    const fromAmount = amountOf({ decimals: bench.quote({ toAmount: money('1') }).fromDecimals });
    const { provider } = bench.rail;
    const asked = bench.quote({ fromAmount });
    const quote = await provider.lockQuote(asked, patience());
    const { fromAsset, toAsset } = asked;
    const request = {
      ...{ idempotencyKey: randomUUID(), quoteReference: quote.reference, fromAsset, toAsset },
      leastToAmount: null,
    };
    return {
      idempotencyKey: request.idempotencyKey,
      call: (through, signal) => through.convert({ ...request, fromAmount }, signal),
      // Nobody receives an exchange; the amount is no other's.
      async moved() {
        const lines = (await statement()).filter(({ kind }) => kind === 'convert');
        return lines.map(({ amount }) => amount.negated()).filter((amount) => amount.eq(fromAmount));
      },
      amount: fromAmount,
    };
  },
};
