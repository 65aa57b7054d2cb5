import { expect } from 'chai';
import { createWalletClient, defineChain, erc20Abi, http, parseUnits, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** What a demo hands over of its chain. */
export interface HandedChain {
  rpc_url: string;
  chain_id: number;
  tokens: Record<'USDC' | 'MXNB', Address>;
  payer_private_key: Hex;
}

/** A wallet that knows the chain by what was handed over alone. */
export async function payerOf({ rpc_url, chain_id, payer_private_key }: HandedChain) {
  const chain = defineChain({
    id: chain_id,
    name: 'demo',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpc_url] } },
  });
  const account = privateKeyToAccount(payer_private_key);
  const wallet = createWalletClient({ account, chain, transport: http() });
  expect(await wallet.getChainId()).to.equal(chain_id);
  return (address: Address, to: Address, amount: string) =>
    wallet.writeContract({
      ...{ address, abi: erc20Abi, functionName: 'transfer' },
      args: [to, parseUnits(amount, 6)],
    });
}
