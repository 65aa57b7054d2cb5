import { createRequire } from 'node:module';
import type { Abi, Address, Hex } from 'viem';
import type { TestNode } from './node.ts';
import { clientsOf, walletAt } from './tokens.ts';

/** Like USDT on Ethereum: `transfer` returns nothing, and there is neither EIP-3009 nor a permit. */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract BareToken {
  string public name;
  string public symbol;
  uint8 public constant decimals = 6;
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor(string memory symbol_) { name = symbol_; symbol = symbol_; }
  function mint(address to, uint256 value) external {
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }
  function transfer(address to, uint256 value) external {
    require(balanceOf[msg.sender] >= value, "too little");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
}`;

interface Compiled {
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

export interface BareToken {
  address: Address;
  mint(to: string, units: bigint): Promise<void>;
  balanceOf(address: string): Promise<bigint>;
}

export async function deployBareToken(node: TestNode, symbol: string): Promise<BareToken> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const compiled = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'BareToken.sol': { content: SOURCE } },
        settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
      }),
    ),
  ) as Compiled;
  const contract = compiled.contracts['BareToken.sol']?.['BareToken'];
  if (!contract) throw new Error('it was not compiled');
  const { abi } = contract;
  const { reader, walletOf } = clientsOf(node);
  const issuer = walletOf(walletAt(0));
  const bytecode: Hex = `0x${contract.evm.bytecode.object}`;
  const hash = await issuer.deployContract({ abi, bytecode, args: [symbol] });
  const { contractAddress: address } = await reader.waitForTransactionReceipt({ hash });
  if (!address) throw new Error('it was not deployed');
  return {
    address,
    async mint(to, units) {
      const minted = await issuer.writeContract({ address, abi, functionName: 'mint', args: [to, units] });
      await reader.waitForTransactionReceipt({ hash: minted });
    },
    balanceOf: async (who) =>
      (await reader.readContract({ address, abi, functionName: 'balanceOf', args: [who] })) as bigint,
  };
}
