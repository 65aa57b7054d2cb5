// A chain for demos: a real EVM node with Circle's own token code, and a payer with coin and both tokens.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { chainEntry, writeChainsFile } from '../../test/support/chain/chains-file.ts';
import { NODE_PROGRAM, startNode, type TestNode } from '../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../test/support/chain/tokens.ts';
import { atEnd } from './stage.ts';

export const NETWORK = 'Arbitrum';
const CHAIN_ID = 31_337;
/** The node itself gives it coin; of each token it gets a million. */
export const PAYER = walletAt(2);
const HOT = walletAt(5);
const PAYER_UNITS = 10n ** 12n;
export const CONFIRMATIONS = 5;
const BLOCK_S = 1;

export interface DemoChain {
  node: TestNode;
  tokens: Record<'USDC' | 'MXNB', TestToken>;
  /** For the service. */
  variables: NodeJS.ProcessEnv;
  /** The keys of the deposit addresses; the service is given the public half alone, unless it sends. */
  wallet: HDKey;
  /** For a program that pays. */
  handed: { rpc_url: string; chain_id: number; tokens: Record<string, string>; payer_private_key: string };
}

/** Ends the program where there is no node. */
export function requireNode(): void {
  if (NODE_PROGRAM !== undefined) return;
  process.stderr.write(
    'The EVM node from npm is for Linux on x64 with glibc only: this demo cannot run here.\n',
  );
  process.exit(1);
}

/** The hot wallet, of a service that sends, gets so many units of USDC. */
export async function openChain({ hotUnits = 0n } = {}): Promise<DemoChain> {
  const node = await startNode({ chainId: CHAIN_ID });
  atEnd(() => node.stop());
  const tokens = { USDC: await deployFiatToken(node, 'USDC'), MXNB: await deployFiatToken(node, 'MXNB') };
  for (const token of Object.values(tokens)) await token.mint(PAYER.address, PAYER_UNITS);
  if (hotUnits > 0n) await tokens.USDC.mint(HOT.address, hotUnits);
  // From here on blocks come as on a real chain, with or without transactions.
  await node.call('evm_setIntervalMining', BLOCK_S);
  const addresses = { USDC: tokens.USDC.address, MXNB: tokens.MXNB.address };
  const file = writeChainsFile([
    chainEntry({
      network: NETWORK,
      chain_id: CHAIN_ID,
      endpoints: [node.url],
      finality: { confirmations: CONFIRMATIONS },
      tokens: { USDC: { address: addresses.USDC }, MXNB: { address: addresses.MXNB } },
    }),
  ]);
  atEnd(() => file.remove());
  const wallet = HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32)));
  return {
    ...{ node, tokens, wallet },
    variables: {
      CHAINS_FILE: file.path,
      CHAIN_XPUB: wallet.derive("m/44'/60'/0'/0").publicExtendedKey,
    },
    handed: {
      rpc_url: node.url,
      chain_id: CHAIN_ID,
      tokens: addresses,
      payer_private_key: keyOf(PAYER),
    },
  };
}

/** Writes CHAIN_SENDER_KEYS: a hot wallet that the node itself gives coin to. Returns its path. */
export async function writeSenderKeys(wallet: HDKey): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-keys-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'sender.json');
  const keys = {
    hotWallet: keyOf(HOT),
    depositKeys: wallet.derive("m/44'/60'/0'/0").privateExtendedKey,
    coldAddress: walletAt(6).address,
    hotLimits: { USDC: '1000000', MXNB: '1000000' },
  };
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 });
  return path;
}

function keyOf(account: typeof PAYER): string {
  return `0x${Buffer.from(account.getHdKey().privateKey ?? []).toString('hex')}`;
}
