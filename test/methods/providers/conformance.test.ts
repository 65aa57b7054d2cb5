import { randomUUID } from 'node:crypto';
import { deterministicHex } from '../../../src/lib/ids.ts';
import { money, type Money } from '../../../src/lib/money.ts';
import { toChecksumAddress } from '../../../src/methods/address.ts';
import { clabeCheckDigit } from '../../../src/methods/clabe.ts';
import type {
  Destination,
  IssuedInstructions,
  RawNotice,
  ReportedDeposit,
} from '../../../src/methods/providers/provider.ts';
import type { SimulatedOperation } from '../../../src/methods/providers/simulator/operations.ts';
import { createSimulator } from '../../../src/methods/providers/simulator/simulator.ts';
import { startRail } from '../../support/outside/rail.ts';
import { createRailAdapter } from '../../support/outside/rail/adapter.ts';
import { signNotice } from '../../support/outside/rail/notices.ts';
import { openRig, type Rig } from '../simulator/rig.ts';
import { describeConformance } from './conformance.ts';
import type {
  MethodUnderTest,
  Move,
  RailUnderTest,
  SentHere,
  Traits,
} from './conformance/rail-under-test.ts';

const TRAITS: Omit<Traits, 'notices'> = {
  methods: [
    { method: 'SPEI', kind: 'clabe', network: null, asset: 'MXN', decimals: 2, paysOut: true },
    { method: 'MXNB', kind: 'on_chain', network: 'Arbitrum', asset: 'MXNB', decimals: 6, paysOut: true },
    { method: 'WIRE', kind: 'bank', network: null, asset: 'USD', decimals: 2, paysOut: true },
    { method: 'BREB', kind: 'key', network: null, asset: 'COP', decimals: 2, paysOut: false },
  ],
  exchange: { fromAsset: 'MXN', fromDecimals: 2, toAsset: 'USDC' },
  returns: true,
  drops: true,
  changes: true,
  pageSize: 1_000,
};

describeConformance('the simulator', openSimulator, { ...TRAITS, notices: false });
describeConformance('a rail over HTTP', openHttpRail, {
  ...TRAITS,
  notices: true,
  namesPayers: true,
  arrivals: {
    ...{ asset: 'USDC', otherAsset: 'USDT', decimals: 6, newReference: randomUUID },
    destination: newDestination('on_chain', 'Arbitrum'),
    otherDestination: newDestination('on_chain', 'Arbitrum'),
  },
});

const OPERATION_OF: Record<Move, SimulatedOperation> = {
  payOut: 'pay_out',
  refund: 'refund',
  convert: 'convert',
};
const FAULTS = {
  hold: { failure: 'pending' },
  refuse: { failure: 'refused' },
  lose_answer: { failure: 'lost_answer' },
  dawdle: { answerDelayMs: 60_000 },
} as const;

/** The hooks into the books that both rails keep. */
function booksOf({ database, db, simulator, ...rig }: Rig) {
  return {
    async now() {
      const [row] = await database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    async payInMany(method: MethodUnderTest, place: IssuedInstructions, amounts: readonly Money[]) {
      const deposits = amounts.map((amount) => newDeposit(method, place, amount));
      await db.transaction((trx) =>
        Promise.all(deposits.map((deposit) => simulator.announceDeposit(trx, deposit))),
      );
      return deposits.map(({ providerReference }) => providerReference);
    },
    async finalize() {
      await database.query(`update service_clock set advanced_by = advanced_by + interval '3 seconds'`);
    },
    async change(providerReference: string, amount: Money) {
      await database.query(
        `update simulator_operations set amount = $2 where operation = 'deposit' and idempotency_key = $1`,
        [providerReference, amount.toFixed()],
      );
    },
    async sentTo(destination: object) {
      const rows = await database.query(
        `select amount::text from simulator_operations
          where refusal is null and (details -> 'destination' = $1::jsonb or details -> 'to' = $1::jsonb)`,
        [JSON.stringify(destination)],
      );
      return rows.map(({ amount }) => money(amount as string).negated());
    },
    newDestination: ({ kind, network }: MethodUnderTest) => newDestination(kind, network),
    misbehave: (move: Move, fault: keyof typeof FAULTS) => rig.set(OPERATION_OF[move], FAULTS[fault]),
    async heal() {
      for (const operation of [...Object.values(OPERATION_OF), 'confirm'] as const) await rig.set(operation);
    },
  };
}

async function openSimulator(): Promise<RailUnderTest> {
  const rig = await openRig();
  const { simulator, db } = rig;
  return {
    ...booksOf(rig),
    provider: simulator,
    reopen: () => Promise.resolve(createSimulator({ db })),
    async unreachable() {
      const gone = await openRig();
      await gone.close();
      return gone.simulator;
    },
    async payIn(method, place, amount) {
      const deposit = newDeposit(method, place, amount);
      await db.transaction((trx) => simulator.announceDeposit(trx, deposit));
      return { providerReference: deposit.providerReference, notice: undefined };
    },
    async drop(providerReference) {
      await rig.set('confirm', { failure: 'refused' });
      const request = { idempotencyKey: randomUUID(), providerReference };
      await simulator.confirmDeposit(request, AbortSignal.timeout(10_000));
    },
    async sendBack(providerReference) {
      await db.transaction((trx) => simulator.announceReturn(trx, providerReference, 'RETURNED'));
      return undefined;
    },
    movedOn: () => Promise.resolve(undefined),
    forge: (notice) => notice,
    repeat: (notice) => notice,
    age: () => undefined,
    close: () => rig.close(),
  };
}

async function openHttpRail(): Promise<RailUnderTest> {
  const books = await openRig();
  const rail = await startRail('north', books);
  const signed = (secret: string, { body }: RawNotice, at?: Date) => signNotice(secret, body, at);
  return {
    ...booksOf(books),
    provider: rail.provider,
    reopen: () => Promise.resolve(createRailAdapter(rail.access)),
    async unreachable() {
      const gone = await startRail('north');
      await gone.close();
      return gone.provider;
    },
    async payIn(method, place, amount, payerName) {
      const deposit = newDeposit(method, place, amount, payerName);
      return { providerReference: deposit.providerReference, notice: await rail.payIn(deposit) };
    },
    async drop(providerReference) {
      await rail.set('confirm', { failure: 'refused' });
      const request = { idempotencyKey: randomUUID(), providerReference };
      await rail.provider.confirmDeposit(request, AbortSignal.timeout(10_000));
    },
    arrive: async (sent) => void (await rail.payIn(arrivingAs(sent))),
    sendBack: (providerReference) => rail.sendBack(providerReference),
    movedOn: (providerReference) => Promise.resolve(rail.movedOn(providerReference)),
    forge: (notice) => signed('the secret of another rail', notice),
    repeat: (notice) => signed(rail.access.secret, notice, new Date(Date.now() + 1_000)),
    age: (notice) => signed(rail.access.secret, notice, new Date(Date.now() - 301_000)),
    close: () => rail.close(),
  };
}

function newDeposit(
  { method, asset, network }: MethodUnderTest,
  { destination, reference }: Pick<ReportedDeposit, 'destination' | 'reference'>,
  amount: ReportedDeposit['amount'],
  name = 'María Pérez',
): ReportedDeposit {
  return {
    ...{ providerReference: randomUUID(), method, destination, reference, asset, network, amount },
    final: false,
    payer: { name },
  };
}

function arrivingAs({ sentReference, asset, amount, destination }: SentHere): ReportedDeposit {
  const method = { method: asset, asset, network: 'Arbitrum', kind: 'on_chain', decimals: 6 } as const;
  if (!('address' in destination)) throw new Error('it arrives on a chain');
  const place = { destination: destination.address, reference: null };
  return { ...newDeposit(method, place, amount), payer: { sent_as: sentReference } };
}

function newDestination(kind: MethodUnderTest['kind'], network: string | null): Destination {
  const seed = deterministicHex('destination', randomUUID());
  if (kind === 'on_chain')
    return { address: toChecksumAddress(`0x${seed.slice(0, 40)}`), network: network ?? '' };
  const digits = BigInt(`0x${seed}`).toString().slice(0, 17);
  if (kind === 'clabe') return { clabe: digits + clabeCheckDigit(digits) };
  return { bank: { account_number: digits, routing_number: '101019644', account_name: 'María Pérez' } };
}
