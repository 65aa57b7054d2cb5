import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { startFakeBitso, type FakeBitso } from '../../scripts/fake-bitso/server.ts';
import { startFakeBridge, type FakeBridge } from '../../scripts/fake-bridge/server.ts';
import { startFakeMono, type FakeMono } from '../../scripts/fake-mono/server.ts';
import type { Database } from '../../src/db/index.ts';
import { money } from '../../src/lib/money.ts';
import type { Outcome, PayOutRequest, Provider } from '../../src/methods/index.ts';
import { clabeOf } from '../../test/methods/bitso/money/money-rig.ts';
import { newAccount, numberOf } from '../../test/methods/bridge/bridge-rig.ts';
import { patience } from '../../test/methods/simulator/rig.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { until } from '../../test/support/poll.ts';
import { unpackLastRelease } from '../../test/support/upgrade/versions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Orders of each rail that are asked for while the schema changes. */
const AT_WORK = 6;
const POST = {
  bitso: 'POST /v3/withdrawals',
  bridge: 'POST /transfers',
  mono: 'POST /api/v1/outgoing_transfers',
} as const;

type Rail = keyof typeof POST;
type Side = Record<Rail, Pick<Provider, 'payOut' | 'ruleOut'>> & { db: Database };

/** The sources of the last release beside these, on one database, at stand-ins whose answers get lost. */
describe('orders while the last release works beside this one', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let folder: string | undefined;
  let fakes: { bitso: FakeBitso; bridge: FakeBridge; mono: FakeMono };
  let old: Side;
  let fresh: Side;

  before(async function () {
    folder = await unpackLastRelease();
    if (folder === undefined) return this.skip();
    database = await createTestDatabase('template1');
    await (await sourceOf(folder, 'db/index.ts')).migrate(database.url);
    fakes = {
      bitso: await startFakeBitso({
        balance: '1000000',
        settings: { requestsPerMinute: 100_000, pendingMs: 20, processingMs: 20 },
      }),
      bridge: await startFakeBridge({ balance: '1000000', settings: { stepMs: 10 } }),
      mono: await startFakeMono({ balance: '100000000', settings: { callsPerSecond: 1_000_000 } }),
    };
    old = await open(folder);
    fresh = await open(ROOT);
  });
  after(async () => {
    await Promise.all([old?.db.close(), fresh?.db.close()]);
    await Promise.all(Object.values(fakes ?? {}).map((fake) => fake.close()));
    await database?.drop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const open = async (root: string): Promise<Side> => {
    const { connect } = await sourceOf(root, 'db/connect.ts');
    const { createLogger } = await sourceOf(root, 'lib/logger.ts');
    const logger = createLogger('silent');
    const db: Database = connect({ connectionString: database.url, maxTransactions: 10, logger });
    const { bitso, bridge, mono } = fakes;
    const providers = 'methods/providers';
    const { createBitsoClient } = await sourceOf(root, `${providers}/bitso/client/client.ts`);
    const { createCredentials } = await sourceOf(root, `${providers}/bitso/client/credentials.ts`);
    const { createMoneySide } = await sourceOf(root, `${providers}/bitso/money.ts`);
    const { createBridge } = await sourceOf(root, `${providers}/bridge/bridge.ts`);
    const { createMono } = await sourceOf(root, `${providers}/mono/mono.ts`);
    const client = createBitsoClient({
      ...{ db, logger, baseUrl: bitso.url, callsPerMinute: 100_000 },
      credentials: createCredentials(bitso.bitso.key, bitso.bitso.secret),
    });
    return {
      db,
      bitso: createMoneySide({ db, client, juno: undefined }).provider,
      bridge: createBridge({
        ...{ db, logger, callsPerSecond: 100_000, noticesUrl: undefined },
        config: {
          ...{ apiKey: bridge.apiKey, customerId: bridge.customerId, walletId: bridge.walletId },
          ...{ webhookPublicKey: undefined, baseUrl: bridge.url },
        },
      }),
      mono: createMono({
        ...{ db, logger, windowMs: 0 },
        config: {
          ...{ clientId: mono.client.id, clientSecret: mono.client.secret, baseUrl: mono.url },
          ...{ webhookSecret: mono.webhookSecret },
          ...{ receivingAccount: mono.receivingAccount, sendingAccount: mono.sendingAccount },
        },
      }),
    };
  };

  let count = 0;
  const order = (rail: Rail): PayOutRequest => {
    const number = ++count;
    const idempotencyKey = randomUUID();
    const amount = money('100').plus(number);
    switch (rail) {
      case 'bitso':
        return {
          ...{ idempotencyKey, amount, method: 'SPEI', asset: 'MXN' },
          destination: { clabe: clabeOf(number), beneficiary: 'Juana' },
        };
      case 'bridge':
        return { idempotencyKey, amount, method: 'WIRE', asset: 'USD', destination: newAccount() };
      case 'mono':
        return { idempotencyKey, amount, method: 'BREB', asset: 'COP', destination: { key: `@K${number}` } };
    }
  };
  /** How often an order moved money. */
  const moved = (rail: Rail, { destination }: PayOutRequest): number => {
    switch (rail) {
      case 'bitso':
        return fakes.bitso.control
          .state()
          .withdrawals.filter(
            ({ details }: any) => details.beneficiary_clabe === (destination as { clabe: string }).clabe,
          ).length;
      case 'bridge':
        return fakes.bridge.paidTo(numberOf(destination as ReturnType<typeof newAccount>)).length;
      case 'mono':
        return fakes.mono.control
          .state()
          .transfers.filter(({ query }: any) => query.value === (destination as { key: string }).key).length;
    }
  };
  const lose = (rail: Rail, acts: boolean): void =>
    void fakes[rail].control.fault({ kind: 'lost', on: POST[rail], acts });
  const ask = (side: Side, rail: Rail, asked: PayOutRequest): Promise<Outcome | undefined> =>
    side[rail].payOut(asked, patience()).catch(() => undefined);
  const ruleOut = (side: Side, rail: Rail, { idempotencyKey }: PayOutRequest) =>
    side[rail].ruleOut({ operation: 'pay_out', idempotencyKey }, patience());
  /** As if look-ups had found nothing for so long. */
  const age = (minutes: number) =>
    database.query(`update rail_orders set absent_since = absent_since - $1 * interval '1 minute'`, [
      minutes,
    ]);
  /** Both programs ask until both say that it is done. */
  const finish = async (rail: Rail, asked: PayOutRequest): Promise<void> => {
    await until(
      async () => {
        await age(2);
        const outcomes = await Promise.all([old, fresh, old, fresh].map((side) => ask(side, rail, asked)));
        return outcomes.every((outcome) => outcome?.status === 'done');
      },
      { what: `both know that ${rail} has done it`, timeoutMs: 20_000 },
    );
    expect(moved(rail, asked), rail).to.equal(1);
  };

  /** The last release goes on asking for orders, of which some answers get lost, until the work is done. */
  const askAllTheWhile = async (rails: readonly Rail[], work: () => Promise<unknown>) => {
    const orders = rails.flatMap((rail) =>
      Array.from({ length: AT_WORK }, (): [Rail, PayOutRequest] => [rail, order(rail)]),
    );
    let isDone = false;
    const asking = orders.map(async ([rail, asked], at) => {
      for (let attempt = 0; !isDone; attempt += 1) {
        if ((at + attempt) % 3 === 0) lose(rail, at % 2 === 0);
        await ask(old, rail, asked);
      }
    });
    try {
      const isAnyPlaced = () => orders.some(([rail, asked]) => moved(rail, asked) > 0);
      await until(isAnyPlaced, { what: 'the first are placed' });
      await work();
    } finally {
      isDone = true;
      await Promise.all(asking);
      for (const rail of rails) fakes[rail].control.clearFaults();
    }
    return orders;
  };

  it('are placed once, whoever asked first, and are refused by both once one has ruled them out', async () => {
    const rails = Object.keys(POST) as Rail[];
    // Under way when the schema changes, each with a connection that has prepared its statements.
    const opened: [Rail, PayOutRequest][] = [];
    for (const rail of rails) {
      for (const acts of [true, false, undefined]) {
        const asked = order(rail);
        if (acts !== undefined) lose(rail, acts);
        await ask(old, rail, asked);
        opened.push([rail, asked]);
      }
      const settled = order(rail);
      await until(async () => (await ask(old, rail, settled))?.status === 'done', { what: 'it is done' });
      opened.push([rail, settled]);
    }
    const forgotten = new Map<Rail, PayOutRequest>();
    for (const rail of rails) {
      const asked = order(rail);
      lose(rail, false);
      await ask(old, rail, asked);
      forgotten.set(rail, asked);
    }

    const { migrate } = await sourceOf(ROOT, 'db/index.ts');
    opened.push(...(await askAllTheWhile(rails, () => migrate(database.url))));
    for (const [rail, asked] of opened) await finish(rail, asked);

    for (const rail of rails) {
      for (const [first, second] of [
        [old, fresh],
        [fresh, old],
      ] as const) {
        for (const acts of [true, false]) {
          const asked = order(rail);
          lose(rail, acts);
          await ask(first, rail, asked);
          await ask(second, rail, asked);
          await finish(rail, asked);
        }
        const together = order(rail);
        await Promise.all(Array.from({ length: 6 }, (_, at) => ask(at % 2 ? old : fresh, rail, together)));
        await finish(rail, together);
        const given = first === old ? forgotten.get(rail)! : order(rail);
        if (first === fresh) {
          lose(rail, false);
          await ask(second, rail, given);
        }
        await failureOf(ruleOut(first, rail, given));
        await failureOf(ruleOut(second, rail, given));
        await age(6);
        await ruleOut(second, rail, given);
        for (const side of [old, fresh])
          expect(await failureOf(side[rail].payOut(given, patience()))).to.include({
            ...{ kind: 'refused', reason: 'OPERATOR_DECIDED' },
          });
        expect(moved(rail, given)).to.equal(0);
        // Nobody had asked for it.
        const unasked = order(rail);
        await ruleOut(first, rail, unasked);
        expect((await failureOf(second[rail].payOut(unasked, patience()))).kind).to.equal('refused');
        expect(moved(rail, unasked)).to.equal(0);
      }
    }
  });
});

/** A program's own class of failures is not the other's. */
async function failureOf(work: Promise<unknown>): Promise<{ kind: string; reason: string }> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  const { kind, reason } = error as { kind?: string; reason?: string };
  if (kind === undefined || reason === undefined) throw error;
  return { kind, reason };
}

async function sourceOf(root: string, file: string): Promise<any> {
  return import(pathToFileURL(join(root, 'src', file)).href);
}
