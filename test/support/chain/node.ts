import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { MULTICALL3 } from 'micro-eth-signer/abi.js';
import { createRpcEndpoint } from '../../../src/methods/providers/evm/chain/rpc.ts';

/** A real EVM node: anvil, from its npm package. */
export interface TestNode {
  url: string;
  chainId: number;
  /** Calls any of its methods, also those for tests alone. */
  call(method: string, ...params: unknown[]): Promise<any>;
  mine(blocks?: number): Promise<void>;
  /** Sends a signed transaction. When the node mines by itself, it is in a block afterwards. Returns its hash. */
  send(raw: string): Promise<string>;
  /** Waits until a transaction is in a block, if the node mines by itself: it does so a moment after it takes one. */
  mined(hash: string): Promise<void>;
  stop(): Promise<void>;
}

const MOST_AT_ONCE = 200;
const MINED_WITHIN_MS = 10_000;

/** There is a package for this platform only; elsewhere the tests that need a node are skipped, and say so. */
export const NODE_PROGRAM = findProgram();

function findProgram(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch {
    return undefined;
  }
}

export interface NodeOptions {
  chainId?: number;
  /** Blocks are made only when a test mines them. */
  mining?: boolean;
  /** Whether it has Multicall3, as nearly all chains do. */
  multicall?: boolean;
}

/** As viem carries it, compiled from its published source; viem's front door does not export it. */
const { multicall3Bytecode } = createRequire(import.meta.url)(
  '../../../node_modules/viem/_cjs/constants/contracts.js',
) as { multicall3Bytecode: string };

export async function startNode({
  chainId = 31_337,
  mining = true,
  multicall = true,
}: NodeOptions = {}): Promise<TestNode> {
  if (NODE_PROGRAM === undefined) throw new Error('there is no EVM node for this platform');
  // With one slot in an epoch, block N − 2 is final.
  const options = [
    '--port',
    '0',
    '--chain-id',
    String(chainId),
    '--slots-in-an-epoch',
    '1',
    '--accounts',
    '20',
  ];
  const program = spawn(NODE_PROGRAM, mining ? options : [...options, '--no-mining'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(program.stdout);
  program.stdout.resume();
  const endpoint = createRpcEndpoint(url);
  if (multicall) {
    // What its constructor returns.
    const code = await endpoint.call('eth_call', [{ data: multicall3Bytecode }, 'latest']);
    await endpoint.call('anvil_setCode', [MULTICALL3, code]);
  }
  const mined = async (hash: string): Promise<void> => {
    if ((await endpoint.call('anvil_getAutomine', [])) !== true) return;
    for (const givesUpAt = Date.now() + MINED_WITHIN_MS; Date.now() < givesUpAt; await delay(10)) {
      if ((await endpoint.call('eth_getTransactionReceipt', [hash])) !== null) return;
    }
    throw new Error(`${hash} was not mined`);
  };
  return {
    url,
    chainId,
    call: (method, ...params) => endpoint.call(method, params),
    async mine(blocks = 1) {
      // It may take a while, and a request has only so much time.
      for (let left = blocks; left > 0; left -= MOST_AT_ONCE) {
        await endpoint.call('anvil_mine', [`0x${Math.min(left, MOST_AT_ONCE).toString(16)}`]);
      }
    },
    async send(raw) {
      const hash = (await endpoint.call('eth_sendRawTransaction', [raw])) as string;
      await mined(hash);
      return hash;
    },
    mined,
    async stop() {
      const isOver = program.exitCode !== null || program.signalCode !== null;
      if (!isOver && program.kill()) await once(program, 'exit');
    },
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /Listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) return `http://${address}`;
  }
  throw new Error('the node ended before it was ready');
}
