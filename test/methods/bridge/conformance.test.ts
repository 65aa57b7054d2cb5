import { money } from '../../../src/lib/money.ts';
import { startFakeBridge, type FakeBridge } from '../../../scripts/fake-bridge/server.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { RailUnderTest, Traits } from '../providers/conformance/rail-under-test.ts';
import { newAccount, openBridgeRig } from './bridge-rig.ts';

const TRAITS: Traits = {
  methods: [
    {
      ...({ method: 'WIRE', kind: 'bank', network: null, asset: 'USD', decimals: 2, paysOut: true } as const),
      heldAs: 'USDC',
    },
  ],
  notices: true,
  returns: true,
  drops: true,
  changes: true,
  pageSize: 40,
};

describeConformance('Bridge, by its documentation', () => openBridge(), TRAITS);
describeConformance(
  'Bridge, where its documentation is silent, the other way',
  () =>
    openBridge({
      childNames: 'nothing',
      endingBefore: 'newest',
      returnType: 'credit',
      escapedKeys: true,
      depositIds: true,
    }),
  // A payout reads no deposit, no history and no key, which is all that differs here.
  { ...TRAITS, tried: ['refund'] },
);

const ENDED = ['payment_processed', 'refunded', 'canceled'];

async function openBridge(
  settings: Parameters<FakeBridge['control']['set']>[0] = {},
): Promise<RailUnderTest> {
  const rig = await openBridgeRig({ settings });
  const { control } = rig.fake;
  const transfers = (kind: string) => rig.fake.transfers().filter((one) => one.kind === kind);
  /** Ends all that is held on its way out. */
  const settleHeld = (state: string): void => {
    for (const one of transfers('payout')) {
      if (!ENDED.includes(one.state)) control.settle({ id: one.id, state });
    }
  };
  return {
    provider: rig.bridge,
    reopen: () => Promise.resolve(rig.reopen()),
    async unreachable() {
      const gone = await startFakeBridge();
      await gone.close();
      return rig.reopen(gone.url);
    },
    now: async () => {
      const [row] = await rig.database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    payIn(_method, { reference }, amount) {
      const paid = control.pay({ message: `INVOICE ${reference}`, amount: amount.toFixed(2), held: true });
      if ('sent_back' in paid) throw new Error(paid.sent_back);
      return Promise.resolve({
        providerReference: paid.transfer_id,
        notice: rig.noticeOf(paid.transfer_id),
      });
    },
    finalize() {
      for (const { id, state } of [...transfers('deposit'), ...transfers('return')]) {
        if (!ENDED.includes(state)) control.settle({ id, state: 'payment_processed' });
      }
      // All steps of what is on its way out and not held.
      control.advance({ ms: 100 });
      return Promise.resolve();
    },
    drop(id) {
      control.settle({ id, state: 'refunded' });
      return Promise.resolve();
    },
    change(id, amount) {
      control.change({ id, amount: amount.toFixed(2) });
      return Promise.resolve();
    },
    newDestination: () => newAccount(),
    sentTo(destination) {
      const number =
        'bank' in destination && 'account_number' in destination.bank && destination.bank.account_number;
      return Promise.resolve(rig.fake.paidTo(String(number)).map(money));
    },
    sendBack(id) {
      control.settle({ id, state: 'refunded', reason: 'Account closed' });
      return Promise.resolve(rig.noticeOf(id));
    },
    movedOn: (id) => Promise.resolve(rig.noticeOf(id)),
    misbehave(_move, fault) {
      const on = 'POST /transfers';
      if (fault === 'hold') control.weather({ end: 'held' });
      if (fault === 'refuse') {
        control.fault({ kind: 'refused', code: 'invalid_parameters', on, times: 0 });
        settleHeld('refunded');
      }
      // What was asked for without an answer is looked up before it is asked for again.
      if (fault === 'lose_answer')
        for (const lost of [on, 'GET /customers/:customer/transfers'])
          control.fault({ kind: 'lost', on: lost, acts: true, times: 0 });
      if (fault === 'dawdle') control.fault({ kind: 'latency', on, ms: 60_000, times: 0 });
      return Promise.resolve();
    },
    heal() {
      control.clearFaults();
      control.clearFates();
      settleHeld('payment_processed');
      return Promise.resolve();
    },
    forge: (notice) => rig.resign(notice, 'forger'),
    repeat: (notice) => rig.resign(notice, 'us', Date.now() + 1_000),
    age: (notice) => rig.resign(notice, 'us', Date.now() - 11 * 60_000),
    close: () => rig.close(),
  };
}
