import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';

/** Of deposit addresses that only tests have. */
export const TEST_SEED = new Uint8Array(32).fill(7);
export const TEST_XPUB = HDKey.fromMasterSeed(TEST_SEED).derive("m/44'/60'/0'/0").publicExtendedKey;

/** A chain as CHAINS_FILE has it. */
export interface ChainEntry {
  network: string;
  chain_id: number;
  endpoints: string[];
  agree: number;
  finality: 'finalized' | { confirmations: number };
  first_block: number;
  coin?: string;
  max_fee_gwei?: number;
  poll_seconds?: number;
  explorer?: string;
  tokens: Record<string, { address: string; symbol?: string; sweep_from?: string }>;
}

/** An entry that works, but for what a test wants otherwise. */
export function chainEntry(
  chain: Partial<ChainEntry> & Pick<ChainEntry, 'endpoints' | 'tokens'>,
): ChainEntry {
  return {
    network: 'Arbitrum',
    chain_id: 31_337,
    agree: 1,
    finality: 'finalized',
    first_block: 1,
    ...chain,
  };
}

/** What a CHAINS_FILE with these chains says. */
export function chainsJson(chains: readonly ChainEntry[]): string {
  return JSON.stringify({ chains });
}

/** Writes a CHAINS_FILE; returns its path and what removes it. */
export function writeChainsFile(chains: readonly ChainEntry[]): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'chains-'));
  const path = join(folder, 'chains.json');
  writeFileSync(path, chainsJson(chains));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
