import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultyEndpoint } from '../../../test/support/chain/faulty-endpoint.ts';
import type { Chance } from '../chance.ts';

const LONGEST_MS = 2_000;
const NOTHING = `0x${'0'.repeat(64)}`;
const PLENTY = `0x${'f'.repeat(32)}`;

const lieAbout = (methods: readonly string[], change: (result: any) => unknown) => (method: string) =>
  methods.includes(method) ? ({ change: (result) => change(result) } satisfies Fault) : undefined;

/** What one endpoint says against its better knowledge. As long as two of three are honest, none of it may count. */
const LIES: Record<string, (method: string) => Fault | undefined> = {
  'another chain': lieAbout(['eth_chainId'], () => '0x1'),
  'a nonce far ahead': lieAbout(['eth_getTransactionCount'], () => '0x3e8'),
  'nothing was ever sent': lieAbout(['eth_getTransactionCount'], () => '0x0'),
  'gas beyond the block': lieAbout(['eth_estimateGas'], () => '0x77359400'),
  'gas that does not suffice': lieAbout(['eth_estimateGas'], () => '0x5208'),
  'dear fees': lieAbout(['eth_feeHistory'], (history) => ({
    ...history,
    baseFeePerGas: history.baseFeePerGas.map(() => '0xe8d4a51000'),
  })),
  'fees of nothing': lieAbout(['eth_feeHistory'], (history) => ({
    ...history,
    baseFeePerGas: history.baseFeePerGas.map(() => '0x0'),
    reward: history.reward?.map((tips: string[]) => tips.map(() => '0x0')),
  })),
  'an empty wallet': lieAbout(['eth_getBalance', 'eth_call'], () => NOTHING),
  'a full wallet': lieAbout(['eth_getBalance', 'eth_call'], () => PLENTY),
  'a revert': (method) =>
    method === 'eth_call' || method === 'eth_estimateGas'
      ? { error: { code: 3, message: 'execution reverted: blacklisted' } }
      : undefined,
  'no receipt': lieAbout(['eth_getTransactionReceipt'], () => null),
  'a failed receipt': lieAbout(
    ['eth_getTransactionReceipt'],
    (receipt) => receipt && { ...receipt, status: '0x0' },
  ),
  'a low nonce': (method) =>
    method === 'eth_sendRawTransaction' ? { error: { code: -32_000, message: 'nonce too low' } } : undefined,
  'blocks of another chain': lieAbout(
    ['eth_getBlockByNumber'],
    (block) => block && { ...block, hash: `0x${'ab'.repeat(32)}` },
  ),
  'payments that nobody made': lieAbout(['eth_getLogs'], (logs) => [
    ...logs,
    ...logs.map((log: any) => ({ ...log, transactionHash: `0x${'cd'.repeat(32)}` })),
  ]),
  'larger payments': lieAbout(['eth_getLogs'], (logs) =>
    logs.map((log: any) => ({ ...log, data: `0x${(10n ** 12n).toString(16).padStart(64, '0')}` })),
  ),
  "other people's payments": lieAbout(['eth_getLogs'], (logs) =>
    logs.map((log: any, at: number) => ({ ...log, topics: logs[(at + 1) % logs.length].topics })),
  ),
  'no payments': lieAbout(['eth_getLogs'], () => []),
  'a head far ahead': lieAbout(['eth_blockNumber'], (head) => `0x${(Number(head) + 500).toString(16)}`),
  silence: () => 'timeout',
};

/** Lets one endpoint, always the same, tell one lie after the other. Returns how often each, when it is over. */
export async function lieOn(
  endpoint: FaultyEndpoint,
  chance: Chance,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  while (!isOver()) {
    const [name, lie] = chance.pick(Object.entries(LIES));
    counts[name] = (counts[name] ?? 0) + 1;
    endpoint.misbehave(lie);
    await delay(LONGEST_MS * (0.3 + chance.share()));
  }
  endpoint.heal();
  return counts;
}
