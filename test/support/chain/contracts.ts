import { createRequire } from 'node:module';
import { encodeFunctionData, type Abi, type Address, type Hex } from 'viem';
import type { TestNode } from './node.ts';
import { clientsOf, walletAt } from './tokens.ts';

/** Contracts that other people's transfers come through, compiled when a test needs them. */
const SOURCE = `
// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

interface Token { function transferFrom(address from, address to, uint256 value) external returns (bool); }

// Pays several from one transaction, as payroll contracts and exchanges do.
contract Splitter {
  event Noise(uint256 number);
  function split(Token token, address[] calldata to, uint256[] calldata values) external {
    for (uint256 i = 0; i < to.length; i++) {
      emit Noise(i);
      token.transferFrom(msg.sender, to[i], values[i]);
    }
  }
}

// Looks like any token, and is worth nothing.
contract Fake {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  string public symbol;
  uint8 public decimals;
  mapping(address => uint256) public balanceOf;
  constructor(string memory name, uint8 places) { symbol = name; decimals = places; }
  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}

// Answers nothing that a token answers.
contract Nothing { fallback() external { revert("no"); } }
`;

interface Compiled {
  abi: Abi;
  evm: { bytecode: { object: string } };
}

let compiled: Record<string, Compiled> | undefined;

function compile(): Record<string, Compiled> {
  if (compiled) return compiled;
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts?: { 'contracts.sol': Record<string, Compiled> };
    errors?: { severity: string; formattedMessage: string }[];
  };
  const faults = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (!output.contracts || faults.length > 0)
    throw new Error(faults.map((one) => one.formattedMessage).join());
  compiled = output.contracts['contracts.sol'];
  return compiled;
}

export interface TestContract {
  address: Address;
  /** Calls one of its functions as one of the node's wallets; returns the transaction's hash. */
  write(from: number, functionName: string, args: unknown[]): Promise<Hex>;
  /** What a call of one of its functions carries. */
  encode(functionName: string, args: unknown[]): Hex;
}

/** Deploys one of them. The node must mine by itself meanwhile. */
export async function deploy(
  node: TestNode,
  name: 'Splitter' | 'Fake' | 'Nothing',
  args: unknown[] = [],
): Promise<TestContract> {
  const contract = compile()[name];
  if (!contract) throw new Error(`there is no contract ${name}`);
  const { reader, walletOf } = clientsOf(node);
  const bytecode: Hex = `0x${contract.evm.bytecode.object}`;
  const hash = await walletOf(walletAt(0)).deployContract({ abi: contract.abi, bytecode, args });
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the contract was not deployed');
  return {
    address: contractAddress,
    encode: (functionName, args) => encodeFunctionData({ abi: contract.abi, functionName, args }),
    async write(from, functionName, values) {
      const { abi } = contract;
      const call = { address: contractAddress, abi, functionName, args: values };
      const sent = await walletOf(walletAt(from)).writeContract(call);
      await node.mined(sent);
      return sent;
    },
  };
}
