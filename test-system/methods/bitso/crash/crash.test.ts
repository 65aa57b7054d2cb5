import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import { bundleScript } from '../../../../test/support/processes/bundle.ts';
import { runProgram, type Program } from '../../../../test/support/processes/program.ts';
import { clabeOf, openMoneyRig, type MoneyRig } from '../../../../test/methods/bitso/money/money-rig.ts';
import { openGateway, type Gateway } from '../../../../test/support/outside/gateway.ts';

const PROCESS = 'test-system/methods/bitso/crash/process.ts';

export interface Order {
  kind: 'payOut' | 'convert' | 'mint' | 'redeem';
  key: string;
  /** No other order's. */
  amount: string;
  clabe: string;
}

/**
 * Where a process is killed: at the n-th request to an endpoint, before Bitso gets it or before the process gets the
 * response.
 */
interface Kill {
  endpoint: string;
  moment: 'before' | 'after';
  nth: number;
}

describe('a process that is killed while it moves money at Bitso', () => {
  let rig: MoneyRig;
  let gateway: Gateway;
  let number = 0;
  let folder: string;
  let script: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-bitso-'));
    script = await bundleScript(PROCESS, folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    rig = await openMoneyRig({ settings: { conversionMs: 50, mintMs: 100, quoteLifeMs: 2_000 } });
    rig.fake.control.grantMxnb({ amount: '1000000' });
    gateway = await openGateway(rig.fake.url, ({ method, path }) => `${method} ${path}`);
  });
  afterEach(async () => {
    await gateway.close();
    await rig.close();
  });

  const orderOf = (kind: Order['kind']): Order => ({
    ...{ kind, key: `account:${++number}`, clabe: clabeOf(number) },
    amount: `${1_000 + number}.25`,
  });
  const start = (orders: readonly Order[]): Program =>
    runProgram(script, [], {
      DATABASE: rig.database.url,
      BITSO: JSON.stringify({ url: gateway.url, bitso: rig.fake.bitso, juno: rig.fake.juno }),
      ORDERS: JSON.stringify(orders),
    });
  /** How a process ended, as if meanwhile the minutes passed that look-ups must agree over. */
  const exitOf = async ({ exited }: Program): Promise<number | null> => {
    let isOver = false;
    void exited.finally(() => (isOver = true));
    while (!isOver) {
      await rig.database.query(
        `update rail_orders set absent_since = absent_since - interval '6 minutes' where absent_since is not null`,
      );
      await Promise.race([exited, delay(200)]);
    }
    return exited;
  };
  /** Runs a process until it is killed at that point; true when it ended by itself. */
  const runUntil = async (orders: readonly Order[], { endpoint, moment, nth }: Kill): Promise<boolean> => {
    const program = start(orders);
    let seen = 0;
    gateway.onRequest = async (asked, at) => {
      if (asked !== endpoint || at !== moment || ++seen !== nth) return;
      program.process.kill('SIGKILL');
      await program.exited;
    };
    const code = await exitOf(program);
    gateway.onRequest = () => undefined;
    if (code !== 0 && code !== null) throw new Error(program.stderr());
    return code === 0;
  };
  const finish = async (orders: readonly Order[]): Promise<void> => {
    const last = start(orders);
    expect(await exitOf(last), last.stderr()).to.equal(0);
  };

  /** How often each order moved something at Bitso or Juno, by its amount. */
  const movedFor = ({ kind, amount }: Order): unknown[] => {
    const { withdrawals, conversions, mints } = rig.fake.control.state();
    const isIt = (one: string | number): boolean => money(String(one)).eq(amount);
    const issued = mints.filter((one) => isIt(one.amount));
    switch (kind) {
      case 'payOut':
        return withdrawals.filter((one) => isIt(one.amount));
      case 'convert':
        return conversions.filter((one) => isIt(one.source_amount));
      case 'mint':
        expect(withdrawals.filter((one) => isIt(one.amount))).to.have.length(1);
        return issued.filter((one) => one.transaction_type === 'ISSUANCE');
      case 'redeem':
        return issued.filter((one) => one.transaction_type === 'REDEMPTION');
    }
  };
  const expectMovedOnce = (orders: readonly Order[]): void => {
    for (const order of orders) expect(movedFor(order), JSON.stringify(order)).to.have.length(1);
    expect(rig.fake.control.state().faults).to.deep.equal([]);
  };

  for (const [kind, endpoint, moment] of [
    ['payOut', 'POST /v3/withdrawals', 'before'],
    ['payOut', 'POST /v3/withdrawals', 'after'],
    ['convert', 'POST /rfq/v1/quotes', 'after'],
    ['convert', 'POST /rfq/v1/conversions', 'before'],
    ['convert', 'POST /rfq/v1/conversions', 'after'],
    ['mint', 'POST /v3/withdrawals', 'before'],
    ['mint', 'POST /v3/withdrawals', 'after'],
    ['mint', 'GET /mint_platform/v1/transactions', 'after'],
    ['redeem', 'POST /mint_platform/v1/redemptions', 'before'],
    ['redeem', 'POST /mint_platform/v1/redemptions', 'after'],
  ] as const) {
    it(`has another do it once: ${kind}, ${moment} ${endpoint}`, async () => {
      const orders = [orderOf(kind)];
      expect(await runUntil(orders, { endpoint, moment, nth: 1 })).to.equal(false);
      await finish(orders);
      expectMovedOnce(orders);
    });
  }

  it('has another do it once when the quote ended before the process came back', async () => {
    const orders = [orderOf('convert')];
    const kill = { endpoint: 'POST /rfq/v1/conversions', moment: 'before', nth: 1 } as const;
    expect(await runUntil(orders, kill)).to.equal(false);
    rig.fake.control.expireQuotes();
    await finish(orders);
    expectMovedOnce(orders);
  });

  it('has others do each of 24 once, whenever they are killed, and whatever answers are lost', async function () {
    this.timeout(240_000);
    const kinds = ['payOut', 'convert', 'mint', 'redeem'] as const;
    const orders = Array.from({ length: 24 }, (_, at) => orderOf(kinds[at % kinds.length] ?? 'payOut'));
    rig.fake.control.weather({
      share: 0.1,
      faults: [
        { kind: 'lost', acts: true },
        { kind: 'lost', acts: false },
        { kind: 'bad_gateway', acts: true },
        { kind: 'garbage', acts: true },
      ],
    });
    const endpoints = [
      'POST /v3/withdrawals',
      'POST /rfq/v1/quotes',
      'POST /rfq/v1/conversions',
      'GET /v3/withdrawals',
      'POST /mint_platform/v1/redemptions',
    ];
    let killed = 0;
    for (const endpoint of endpoints) {
      for (const moment of ['before', 'after'] as const) {
        if (await runUntil(orders, { endpoint, moment, nth: 2 })) break;
        killed += 1;
      }
    }
    await finish(orders);
    expect(killed).to.be.at.least(6);
    expectMovedOnce(orders);
  });
});
