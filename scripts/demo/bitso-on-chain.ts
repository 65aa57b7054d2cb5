// What Bitso does about money that is sent on a chain to the account's address: it credits it, by its hash.
import { setTimeout as delay } from 'node:timers/promises';
import { formatUnits, parseAbiItem, type Address } from 'viem';
import type { TestNode } from '../../test/support/chain/node.ts';
import { clientsOf, type TestToken } from '../../test/support/chain/tokens.ts';
import type { FakeBitso } from '../fake-bitso/server.ts';

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const EVERY_MS = 500;
const DECIMALS = 6;

/** Credits each transfer of USDC to the address once it has these confirmations. Returns what ends it. */
export function creditFromChain(
  fake: Pick<FakeBitso, 'control'>,
  { node, usdc }: { node: TestNode; usdc: TestToken },
  { address, network, confirmations }: { address: Address; network: string; confirmations: number },
): () => Promise<void> {
  const ended = new AbortController();
  const { reader } = clientsOf(node);
  let next = 0n;
  const credit = async (): Promise<void> => {
    const final = (await reader.getBlockNumber()) - BigInt(confirmations);
    if (final < next) return;
    const range = { fromBlock: next, toBlock: final };
    const logs = await reader.getLogs({
      address: usdc.address,
      event: TRANSFER,
      args: { to: address },
      ...range,
    });
    next = final + 1n;
    for (const { transactionHash, args } of logs) {
      const amount = formatUnits(args.value ?? 0n, DECIMALS);
      fake.control.arriveOnChain({ currency: 'usdc', amount, tx_hash: transactionHash, address, network });
    }
  };
  const loop = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The node may be busy, or about to stop.
      await credit().catch(() => undefined);
      await delay(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return async () => {
    ended.abort();
    await running;
  };
}
