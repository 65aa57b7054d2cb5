import { parseAbi, type Address } from 'viem';
import type { HDAccount } from 'viem/accounts';
import type { TestNode } from '../../../../test/support/chain/node.ts';
import { clientsOf } from '../../../../test/support/chain/tokens.ts';

const ABI = parseAbi(['function transferFrom(address from, address to, uint256 value) returns (bool)']);

/** Moves what another address holds, as its allowance permits. */
export async function transferFrom(
  node: TestNode,
  token: Address,
  spender: HDAccount,
  from: Address,
  to: Address,
  units: bigint,
): Promise<void> {
  const hash = await clientsOf(node)
    .walletOf(spender)
    .writeContract({ address: token, abi: ABI, functionName: 'transferFrom', args: [from, to, units] });
  await node.mined(hash);
}
