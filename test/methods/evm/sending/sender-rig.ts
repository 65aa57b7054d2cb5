import { HDKey } from '@scure/bip32';
import type { Database } from '../../../../src/db/connect.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import type { Worker } from '../../../../src/lib/work/claim-worker.ts';
import { parseChains, type ChainConfig } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import type { Evm } from '../../../../src/methods/providers/evm/evm.ts';
import type { Outcome, Report } from '../../../../src/methods/providers/provider.ts';
import { chainEntry, chainsJson, TEST_SEED, type ChainEntry } from '../../../support/chain/chains-file.ts';
import { startNode, type TestNode } from '../../../support/chain/node.ts';
import { clientsOf, deployFiatToken, walletAt, type TestToken } from '../../../support/chain/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { openEvm, openSender, payOut, type SenderSecrets } from './sender-parts.ts';

export const HOT = walletAt(5);
export const COLD = walletAt(6);
export const RECIPIENT = walletAt(7).address;
export const HOT_KEY: `0x${string}` = `0x${Buffer.from(HOT.getHdKey().privateKey ?? []).toString('hex')}`;
export const DEPOSIT_KEYS = HDKey.fromMasterSeed(TEST_SEED).derive("m/44'/60'/0'/0");

/** The file that CHAIN_SENDER_KEYS names. */
export function keysFile(hotLimits: Record<string, string> = { USDC: '1000' }): object {
  return {
    hotWallet: HOT_KEY,
    depositKeys: DEPOSIT_KEYS.privateExtendedKey,
    coldAddress: COLD.address,
    hotLimits,
  };
}

export function secretsOf(hotLimits?: Record<string, string>, changes?: object): SenderSecrets {
  return {
    keys: JSON.stringify({ ...keysFile(hotLimits), ...changes }),
    xpub: DEPOSIT_KEYS.publicExtendedKey,
  };
}

/** A chain with a token, and a provider that can send, with its own database. */
export interface SenderRig {
  node: TestNode;
  token: TestToken;
  database: TestDatabase;
  db: Database;
  evm: Evm;
  worker: Worker;
  sweeper: Worker;
  follower: Worker;
  /** What was reported, in order. */
  reports: Report[];
  /** As the engine asks: the same key for every attempt. */
  payOut(key: string, amount?: string, to?: string): Promise<Outcome>;
  /** Mines until all is final, and lets the sender see it. */
  settle(): Promise<void>;
  /** Lets the sender look after its wallets now. */
  lookAfter(): Promise<void>;
  /** As if so long had passed since transactions were signed and sent. */
  age(ms: number): Promise<void>;
  orders(): Promise<any[]>;
  transactions(): Promise<any[]>;
  /** How many transfers of the token from the hot wallet to an address are in the chain. */
  paidTo(address: string): Promise<number>;
  /** Another process with the same keys and database. */
  another(): Evm;
  close(): Promise<void>;
}

export async function openSenderRig(
  options: {
    chain?: Partial<ChainEntry>;
    endpoints?: (url: string) => string[] | Promise<string[]>;
    logger?: Logger;
    hotLimits?: Record<string, string>;
    /** Changes the file that CHAIN_SENDER_KEYS names. */
    keys?: object;
    contracts?: (node: TestNode) => Promise<Record<string, string>>;
  } = {},
): Promise<SenderRig> {
  const [database, node] = await Promise.all([createTestDatabase(), startNode()]);
  const token = await deployFiatToken(node, 'USDC');
  await token.mint(HOT.address, 1_000_000_000n);
  const others = (await options.contracts?.(node)) ?? {};
  const endpoints = (await options.endpoints?.(node.url)) ?? [node.url];
  const tokens = tokensAt({ USDC: token.address, ...others });
  const chains = parseChains(
    chainsJson([chainEntry({ network: 'Polygon', endpoints, tokens, ...options.chain })]),
  );
  const secrets = secretsOf(options.hotLimits ?? limitsOf(chains), options.keys);
  const rest = openSender(database.url, chains, secrets, options.logger);
  const { reader } = clientsOf(node);
  const lookAfter = async (): Promise<void> => {
    await database.query('update evm_wallets set due_at = service_now() where due_at is not null');
    await rest.worker.runOnce();
  };
  return {
    node,
    token,
    database,
    ...rest,
    lookAfter,
    payOut: (key, amount = '1.5', to = RECIPIENT) => payOut(rest.evm, key, amount, to),
    async settle() {
      await node.mine(3);
      await lookAfter();
    },
    async age(ms) {
      await database.query(
        `update evm_transactions set created_at = created_at - $1 * interval '1 millisecond',
                                     sent_at = sent_at - $1 * interval '1 millisecond'`,
        [ms],
      );
      await database.query(
        `update evm_orders set created_at = created_at - $1 * interval '1 millisecond' where status = 'open'`,
        [ms],
      );
    },
    orders: () => database.query('select * from evm_orders order by wallet, nonce'),
    transactions: () => database.query('select * from evm_transactions order by wallet, nonce, version'),
    async paidTo(address) {
      const logs = await reader.getContractEvents({
        address: token.address,
        abi: TRANSFER,
        eventName: 'Transfer',
        args: { from: HOT.address, to: address as `0x${string}` },
        fromBlock: 0n,
      });
      return logs.length;
    },
    another: () => openEvm(rest.db, chains, secrets, options.logger),
    async close() {
      await rest.db.close();
      await Promise.all([database.drop(), node.stop()]);
    },
  };
}

function tokensAt(addresses: Record<string, string>): ChainEntry['tokens'] {
  return Object.fromEntries(Object.entries(addresses).map(([asset, address]) => [asset, { address }]));
}

/** A CHAINS_FILE with one endpoint and USDC. */
export function chainJson(url: string, usdc: string): string {
  return chainsJson([chainEntry({ network: 'Polygon', endpoints: [url], tokens: tokensAt({ USDC: usdc }) })]);
}

export function chainsOf(url: string, usdc: string): ChainConfig[] {
  return parseChains(chainJson(url, usdc));
}

export const TRANSFER = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256' },
    ],
  },
] as const;

function limitsOf(chains: readonly ChainConfig[]): Record<string, string> {
  return Object.fromEntries(
    chains.flatMap(({ contracts }) => [...contracts.keys()].map((asset) => [asset, '1000'])),
  );
}
