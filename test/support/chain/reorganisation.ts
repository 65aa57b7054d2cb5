import type { TestNode } from './node.ts';

/** Signed transactions as they were sent, so that they can be mined again. */
export function rawTransactions(node: TestNode, hashes: readonly string[]): Promise<string[]> {
  return Promise.all(hashes.map((hash) => node.call('eth_getRawTransactionByHash', hash) as Promise<string>));
}

/** A transaction that is made in the new blocks, by one of the node's own wallets. */
export interface NewTransaction {
  from: string;
  to: string;
  data: string;
}

/**
 * Replaces the newest blocks: as many, with these transactions, each in the block at its place from 0 on. What was in the
 * former ones and is not named is gone, also from the node's pool.
 */
export async function reorganise(
  node: TestNode,
  depth: number,
  transactions: readonly (readonly [transaction: string | NewTransaction, block: number])[] = [],
): Promise<void> {
  await node.call('anvil_reorg', depth, transactions);
}
