import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPublicClient, formatUnits, getAddress, http, parseAbiItem, type Address } from 'viem';
import { money, type Money } from '../../../src/lib/money.ts';
import { Refusal } from '../http/refusal.ts';
import type { Endpoint } from '../http/router.ts';
import type { World } from '../state/world.ts';
import type { Fundings } from './fundings.ts';

/** A chain on which the account can be sent tokens. */
export interface ChainOptions {
  rpcUrl: string;
  /** As its API calls it: which names it has is not documented. */
  network: string;
  /** The contracts, by the currency that a deposit is credited in: `usdc`, `usdt`. All have six decimals. */
  tokens: Record<string, string>;
  /** How many blocks a deposit needs, its own among them, until it is credited; by default 3. */
  confirmations?: number;
}

/** What becomes of a transfer to the account's address, other than that it is credited in full. */
export interface ArrivalFate {
  /** `refuse`: it fails once it has its confirmations. `silence`: nothing is ever shown or told. */
  end?: 'refuse' | 'silence';
  /** It is credited, or fails, only so long after its confirmations. */
  lateMs?: number;
  /** It is credited with so much less. */
  short?: string;
  /** Two deposits name the hash, and both are credited. */
  twice?: boolean;
  /** It is credited as this currency. */
  currency?: string;
}

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const DECIMALS = 6;
const CONFIRMATIONS = 3;
const EVERY_MS = 200;

interface Seen {
  block: bigint;
  fids: string[];
  lateMs: number;
  end: 'complete' | 'failed';
}

/**
 * The account's addresses, and the watcher of a chain that credits what is sent to them: pending from the block that has
 * it, complete after its confirmations, failed if it is in no block any more by then.
 */
export function createDeposits({ clock }: World, fundings: Fundings) {
  let fates: ArrivalFate[] = [];
  const problems: string[] = [];
  let stop = (): Promise<void> => Promise.resolve();

  function arrive(token: { currency: string; network: string; address: string }, log: TransferLog): Seen {
    const [fate = {}, ...others] = fates;
    fates = others;
    const amount = log.amount.minus(fate.short ?? '0');
    const { currency: asset, network, address } = token;
    const add = () =>
      fundings.arriveOnChain({
        ...{ asset, currency: fate.currency ?? asset, network, address, amount },
        ...{ tx_hash: log.hash, status: 'pending' },
      });
    return {
      block: log.block,
      fids: fate.end === 'silence' ? [] : Array.from({ length: fate.twice ? 2 : 1 }, add),
      lateMs: fate.lateMs ?? 0,
      end: fate.end === 'refuse' ? 'failed' : 'complete',
    };
  }

  function settle({ fids, lateMs, end }: Seen): void {
    const act = (): void => {
      // Whoever controls the server may have settled some by hand.
      const pending = fids.filter((fid) => fundings.find(fid)?.status === 'pending');
      for (const fid of pending) fundings.settle(fid, end);
    };
    if (lateMs > 0) clock.after(lateMs, act);
    else act();
  }

  function watch({ rpcUrl, network, tokens, confirmations = CONFIRMATIONS }: ChainOptions): void {
    const ended = new AbortController();
    const reader = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
    const address = depositAddress(network);
    const currencies = new Map(
      Object.entries(tokens).map(([currency, contract]) => [getAddress(contract), currency]),
    );
    const unsettled = new Map<string, Seen>();
    let settled = -1n;

    const look = async (): Promise<void> => {
      const newest = await reader.getBlockNumber();
      if (newest <= settled) return;
      const logs = await reader.getLogs({
        ...{ address: [...currencies.keys()], event: TRANSFER, args: { to: address } },
        ...{ fromBlock: settled + 1n, toBlock: newest },
      });
      const present = new Set<string>();
      for (const { transactionHash: hash, blockNumber: block, logIndex, address: contract, args } of logs) {
        const key = `${hash} ${logIndex}`;
        present.add(key);
        const amount = money(formatUnits(args.value ?? 0n, DECIMALS));
        const currency = currencies.get(getAddress(contract)) ?? '';
        const known = unsettled.get(key);
        if (known) known.block = block;
        else unsettled.set(key, arrive({ currency, network, address }, { hash, block, amount }));
      }
      const final = newest - BigInt(confirmations) + 1n;
      for (const [key, seen] of unsettled) {
        if (seen.block > final) continue;
        unsettled.delete(key);
        settle(present.has(key) ? seen : { ...seen, lateMs: 0, end: 'failed' });
      }
      if (final > settled) settled = final;
    };
    const loop = async (): Promise<void> => {
      let isReached = true;
      while (!ended.signal.aborted) {
        try {
          await look();
          isReached = true;
        } catch (error) {
          // The node may be busy, or stop first.
          if (isReached && !ended.signal.aborted) problems.push((error as Error).message.split('\n')[0]!);
          isReached = false;
        }
        await delay(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      }
    };
    const running = loop();
    stop = () => {
      ended.abort();
      return running;
    };
  }

  const endpoints: Endpoint[] = [
    {
      ...{ method: 'GET', path: '/v3/funding_destination', style: 'payload', access: 'bitso' },
      source: 'funding_destination',
      query: ['fund_currency', 'network'],
      handle({ query }) {
        const { fund_currency: currency, network } = query;
        if (currency === undefined || network === undefined) throw new Refusal('0303', 'Missing field');
        return { account_identifier_name: 'Address', account_identifier: depositAddress(network) };
      },
    },
  ];

  return {
    endpoints,
    watch,
    planFates: (planned: ArrivalFate[]): void => void fates.push(...planned),
    /** Why the chain could not be read, each time that it began. */
    problems: (): readonly string[] => problems,
    close: () => stop(),
  };
}

export type Deposits = ReturnType<typeof createDeposits>;

interface TransferLog {
  hash: string;
  block: bigint;
  amount: Money;
}

/** The account's address on a network, always the same; nobody has its key. */
export function depositAddress(network: string): Address {
  const digits = createHash('sha256')
    .update(`fake-bitso ${network.toLowerCase()}`)
    .digest('hex')
    .slice(0, 40);
  return getAddress(`0x${digits}`);
}
