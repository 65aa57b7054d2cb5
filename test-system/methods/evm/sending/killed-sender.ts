import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openGateway, type Gateway } from '../../../../test/support/outside/gateway.ts';
import { clientsOf } from '../../../../test/support/chain/tokens.ts';
import { bundleScript } from '../../../../test/support/processes/bundle.ts';
import { runProgram, type Program } from '../../../../test/support/processes/program.ts';
import {
  chainJson,
  HOT,
  openSenderRig,
  RECIPIENT,
  secretsOf,
  TRANSFER,
  type SenderRig,
} from '../../../../test/methods/evm/sending/sender-rig.ts';

const PROCESS = 'test-system/methods/evm/sending/sender-process.ts';
const METHODS = [
  'eth_call',
  'eth_estimateGas',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
] as const;
const MOMENTS = ['before', 'after'] as const;

/**
 * Where a process is killed: at the n-th request of a kind, before the node gets it or before the process gets the response.
 */
export interface Kill {
  method: (typeof METHODS)[number];
  moment: (typeof MOMENTS)[number];
  nth: number;
}

export interface Payment {
  key: string;
  amount: string;
  to: string;
}

/** A sender in a process of its own, killed at a request to its node. */
export interface KilledSender {
  rig: SenderRig;
  start(payments: Payment[]): Program;
  /** Runs a process until it is killed at that point; true when it ended by itself. */
  runUntil(payments: Payment[], kill: Kill): Promise<boolean>;
  /** The units that the recipient got from the hot wallet, a line for each transfer, sorted as text. */
  paid(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openKilledSender(): Promise<KilledSender> {
  const rig = await openSenderRig();
  const gateway: Gateway = await openGateway(
    rig.node.url,
    ({ body }) => (JSON.parse(body) as { method: string }).method,
  );
  const folder = await mkdtemp(join(tmpdir(), 'payments-sender-'));
  const program = await bundleScript(PROCESS, folder);
  const start = (payments: Payment[]): Program =>
    runProgram(program, [], {
      DATABASE: rig.database.url,
      CHAINS: chainJson(gateway.url, rig.token.address),
      SECRETS: JSON.stringify(secretsOf()),
      PAYMENTS: JSON.stringify(payments),
    });
  return {
    rig,
    start,
    async runUntil(payments, { method, moment, nth }) {
      const running = start(payments);
      let seen = 0;
      gateway.onRequest = async (asked, at) => {
        if (asked !== method || at !== moment || ++seen !== nth) return;
        running.process.kill('SIGKILL');
        await running.exited;
      };
      const code = await running.exited;
      gateway.onRequest = () => undefined;
      if (code !== 0 && code !== null) throw new Error(running.stderr());
      // As if the lease of the one that died had run out.
      await rig.database.query('update evm_wallets set due_at = service_now()');
      return code === 0;
    },
    async paid() {
      const logs = await clientsOf(rig.node).reader.getContractEvents({
        address: rig.token.address,
        abi: TRANSFER,
        eventName: 'Transfer',
        args: { from: HOT.address, to: RECIPIENT },
        fromBlock: 0n,
      });
      return logs.map(({ args }) => String(args.value)).sort();
    },
    async close() {
      await gateway.close();
      await rig.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes payments of 1,000, 2,000, … units while the process is killed around each kind of request, pools are wiped, blocks
 * taken back and fees raised. Ends when a process has seen all of them done.
 */
export async function payThroughKills(
  sender: KilledSender,
  { count, nths }: { count: number; nths: readonly number[] },
): Promise<{ units: string[]; kills: number; wiped: number; reorganised: number }> {
  await sender.rig.node.call('evm_setAutomine', false);
  const payments = Array.from({ length: count }, (_, at) => ({
    key: `payment ${at}`,
    amount: `0.${String(at + 1).padStart(3, '0')}`,
    to: RECIPIENT,
  }));
  const plan = METHODS.flatMap((method) =>
    MOMENTS.flatMap((moment) => nths.map((nth): Kill => ({ method, moment, nth }))),
  );
  const mining = mineOn(sender.rig, { withTrouble: true });
  let kills = 0;
  try {
    for (const kill of plan) {
      if (await sender.runUntil(payments, kill)) break;
      kills += 1;
    }
    const last = sender.start(payments);
    if ((await last.exited) !== 0) throw new Error(last.stderr());
  } finally {
    await mining.stop();
  }
  const { wiped, reorganised } = mining;
  const units = payments.map((_, at) => String((at + 1) * 1_000)).sort();
  return { units, kills, wiped, reorganised };
}

/** Mines a block now and then; with trouble, pools are wiped, blocks taken back and fees raised in between. */
export function mineOn(rig: SenderRig, { withTrouble = false } = {}) {
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
