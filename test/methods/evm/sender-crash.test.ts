import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openGateway, type Gateway } from '../../support/chain/gateway.ts';
import { clientsOf } from '../../support/chain/tokens.ts';
import { runProgram, type Program } from '../../support/processes/program.ts';
import { chainJson, HOT, openSenderRig, RECIPIENT, TRANSFER, type SenderRig } from './sender-rig.ts';

const PROCESS = 'test/methods/evm/sender-process.ts';

/** Where a process is killed: at the n-th request of a kind, before the node gets it or before the process gets the response. */
interface Kill {
  method: string;
  moment: 'before' | 'after';
  nth: number;
}

describe('a sender that is killed', () => {
  let rig: SenderRig;
  let gateway: Gateway;
  beforeEach(async () => {
    rig = await openSenderRig();
    gateway = await openGateway(rig.node.url);
  });
  afterEach(async () => {
    await gateway?.close();
    await rig?.close();
  });

  const start = (payments: object[]): Program =>
    runProgram(PROCESS, [], {
      DATABASE: rig.database.url,
      CHAINS: chainJson(gateway.url, rig.token.address),
      PAYMENTS: JSON.stringify(payments),
    });

  /** Runs a process until it is killed at that point; true when it ended by itself. */
  const runUntil = async (payments: object[], { method, moment, nth }: Kill): Promise<boolean> => {
    const program = start(payments);
    let seen = 0;
    gateway.onRequest = async (asked, at) => {
      if (asked !== method || at !== moment || ++seen !== nth) return;
      program.process.kill('SIGKILL');
      await program.exited;
    };
    const code = await program.exited;
    gateway.onRequest = () => undefined;
    if (code !== 0 && code !== null) throw new Error(program.stderr());
    return code === 0;
  };
  const freeWallets = () => rig.database.query('update evm_wallets set due_at = service_now()');

  /** What the hot wallet sent to the recipient, by amount. */
  const paid = async (): Promise<string[]> => {
    const logs = await clientsOf(rig.node).reader.getContractEvents({
      address: rig.token.address,
      abi: TRANSFER,
      eventName: 'Transfer',
      args: { from: HOT.address, to: RECIPIENT },
      fromBlock: 0n,
    });
    return logs.map(({ args }) => String(args.value)).sort();
  };

  for (const [what, method, moment] of [
    ['between storing and sending', 'eth_sendRawTransaction', 'before'],
    ['between sending and recording that', 'eth_sendRawTransaction', 'after'],
    ['before anything is stored', 'eth_estimateGas', 'after'],
    ['before it records what is final', 'eth_getTransactionReceipt', 'after'],
  ] as const) {
    it(`pays once: ${what}`, async () => {
      const payments = [{ key: 'one', amount: '1.5', to: RECIPIENT }];
      const mining = mineOn(rig);
      try {
        expect(await runUntil(payments, { method, moment, nth: 1 })).to.equal(false);
        await freeWallets();
        await rig.age(20_000);
        expect(await start(payments).exited).to.equal(0);
      } finally {
        await mining.stop();
      }
      expect(await paid()).to.deep.equal(['1500000']);
      expect(await rig.orders()).to.have.length(1);
    });
  }

  it('pays each of 100 once, whenever it is killed, and whatever the chain does', async function () {
    this.timeout(240_000);
    await rig.node.call('evm_setAutomine', false);
    const payments = Array.from({ length: 100 }, (_, at) => ({
      key: `payment ${at}`,
      amount: `0.${String(at + 1).padStart(3, '0')}`,
      to: RECIPIENT,
    }));
    const methods = ['eth_call', 'eth_estimateGas', 'eth_sendRawTransaction', 'eth_getTransactionReceipt'];
    const kills = methods.flatMap((method) =>
      (['before', 'after'] as const).flatMap((moment) => [
        { method, moment, nth: 3 },
        { method, moment, nth: 17 },
      ]),
    );
    const mining = mineOn(rig, { withTrouble: true });
    let killed = 0;
    try {
      for (const kill of kills) {
        if (await runUntil(payments, kill)) break;
        killed += 1;
        await freeWallets();
      }
      const last = start(payments);
      expect(await last.exited, last.stderr()).to.equal(0);
    } finally {
      await mining.stop();
    }
    expect(killed).to.be.greaterThan(8);
    expect(mining.wiped).to.be.greaterThan(2);
    expect(mining.reorganised).to.be.greaterThan(2);
    expect(await paid()).to.deep.equal(
      payments.map(({ amount }) => String(Number(amount.slice(2)) * 1_000)).sort(),
    );
    const orders = await rig.orders();
    expect(orders.map(({ nonce }) => Number(nonce))).to.deep.equal(payments.map((_, at) => at));
    expect(orders.every(({ status }) => status === 'done')).to.equal(true);
    const costs = await rig.database.query('select count(*)::integer from provider_costs');
    expect(costs).to.deep.equal([{ count: 100 }]);
  });
});

/** Mines a block now and then; with trouble, pools are wiped, blocks taken back and fees raised in between. */
function mineOn(rig: SenderRig, { withTrouble = false } = {}) {
  let isOn = true;
  const mining = { wiped: 0, reorganised: 0, stop: () => Promise.resolve() };
  const run = async (): Promise<void> => {
    for (let round = 1; isOn; round++) {
      await rig.node.mine();
      if (withTrouble) {
        if (round % 11 === 0) {
          await rig.node.call('anvil_dropAllTransactions');
          mining.wiped += 1;
        }
        if (round % 13 === 0) {
          await rig.node.call('anvil_rollback', 1);
          mining.reorganised += 1;
        }
        if (round % 29 === 0) await rig.node.call('anvil_setNextBlockBaseFeePerGas', '0x2540be400');
        // The pauses until something is sent again or replaced, without the wait.
        if (round % 5 === 0) await rig.age(round % 15 === 0 ? 70_000 : 20_000);
      }
      await delay(100);
    }
  };
  const running = run();
  mining.stop = async () => {
    isOn = false;
    await running;
  };
  return mining;
}
