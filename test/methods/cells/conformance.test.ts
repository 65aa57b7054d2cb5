import { randomBytes, randomUUID } from 'node:crypto';
import { deterministicHex } from '../../../src/lib/ids.ts';
import type { Money } from '../../../src/lib/money.ts';
import { nowS, signPayload } from '../../../src/lib/outgoing/signature.ts';
import { createCellRail } from '../../../src/methods/providers/cells/cell-rail.ts';
import { formatNotice, referenceOf } from '../../../src/methods/providers/cells/notice.ts';
import { writeReport } from '../../../src/methods/providers/written-report.ts';
import {
  MOST_READ_TOGETHER,
  type IssuedInstructions,
  type RawNotice,
} from '../../../src/methods/providers/provider.ts';
import { openRig } from '../simulator/rig.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { MethodUnderTest, RailUnderTest } from '../providers/conformance/rail-under-test.ts';

const KEY = randomBytes(32).toString('base64');

describeConformance('another cell', openCell, {
  methods: [
    { method: 'SPEI', kind: 'clabe', network: null, asset: 'MXN', decimals: 2, paysOut: false },
    { method: 'MXNB', kind: 'on_chain', network: 'Arbitrum', asset: 'MXNB', decimals: 6, paysOut: false },
  ],
  ...{ issues: false, holds: false, notices: true, returns: false, drops: false, changes: false },
  namesPayers: true,
  pageSize: 1_000,
});

/** Cell 1 as cell 0 sees it. */
async function openCell(): Promise<RailUnderTest> {
  const rig = await openRig();
  const { db } = rig;
  const open = (on = db) => createCellRail({ db: on, own: 0, cell: 1, keys: [KEY] });
  const provider = open();
  const none = (): Promise<never> => Promise.reject(new Error('a cell only tells of deposits'));
  /** As the worker does that processes them. */
  const read = (notices: readonly RawNotice[]): Promise<unknown> =>
    Promise.all(
      provider.notices?.read(
        notices.map(({ body }) => body),
        AbortSignal.timeout(10_000),
      ) ?? [],
    );
  return {
    provider,
    reopen: () => Promise.resolve(open()),
    async unreachable() {
      const gone = await openRig();
      await gone.close();
      return open(gone.db);
    },
    now: () => Promise.resolve(new Date()),
    newPlace: () => ({
      ...{ instructions: {}, destination: deterministicHex('place', randomUUID()).slice(0, 18) },
      ...{ reference: null, expiresAt: null },
    }),
    async payIn(method, place, amount, payerName) {
      const { providerReference, notice } = tellOf(method, place, amount, payerName);
      await read([notice]);
      return { providerReference, notice };
    },
    async payInMany(method, place, amounts) {
      const told = amounts.map((amount) => tellOf(method, place, amount));
      for (let at = 0; at < told.length; at += MOST_READ_TOGETHER) {
        await read(told.slice(at, at + MOST_READ_TOGETHER).map(({ notice }) => notice));
      }
      return told.map(({ providerReference }) => providerReference);
    },
    // What it tells of is final.
    finalize: () => Promise.resolve(),
    drop: none,
    newDestination: () => {
      throw new Error('a cell sends nothing');
    },
    sentTo: none,
    sendBack: none,
    movedOn: none,
    misbehave: none,
    heal: () => Promise.resolve(),
    forge: ({ body }) => signed(body, { key: randomBytes(32).toString('base64') }),
    repeat: ({ body }) => signed(body, { offsetS: 1 }),
    age: ({ body }) => signed(body, { offsetS: -301 }),
    close: () => rig.close(),
  };
}

function tellOf(
  { method, asset, network }: MethodUnderTest,
  { destination, reference }: IssuedInstructions,
  amount: Money,
  name = 'María',
): { providerReference: string; notice: RawNotice } {
  const deposit = { method, asset, network, destination, reference, amount, payer: { name } };
  const told = { provider: 'simulator', reference: randomUUID() };
  const report = writeReport({ ...deposit, providerReference: told.reference, final: true });
  const cells = { from: 1, to: 0, accountId: randomUUID() };
  const notice = signed(Buffer.from(formatNotice({ id: randomUUID(), ...cells, ...told, report })));
  return { providerReference: referenceOf(told), notice };
}

function signed(body: Buffer, { key = KEY, offsetS = 0 } = {}): RawNotice {
  const signature = signPayload({ body, secrets: [key], timestampS: nowS() + offsetS });
  return { headers: { 'payments-signature': signature }, body };
}
