import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, type Abi, type Address, type Hex } from 'viem';
import { memoize } from '../../../src/lib/memoize.ts';
import type { TestNode } from './node.ts';
import { clientsOf, deployTo, walletAt } from './tokens.ts';

/** Tokens of other kinds, and contracts that other people's transfers come through. */
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

// Pays what was chosen last: the same transaction pays something else when it is executed again after another choice, as
// one of a contract that pays by the hash of a block does in a reorganisation.
contract Chooser {
  struct Choice { Token token; address from; address to; uint256 value; uint256 noise; }
  event Noise(uint256 number);
  Choice[][] choices;
  uint256 public chosen;
  function offer(Choice[] calldata made) external {
    choices.push();
    for (uint256 i = 0; i < made.length; i++) choices[choices.length - 1].push(made[i]);
  }
  function choose(uint256 number) external { chosen = number; }
  function pay() external {
    for (uint256 i = 0; i < choices[chosen].length; i++) {
      Choice storage one = choices[chosen][i];
      for (uint256 n = 0; n < one.noise; n++) emit Noise(n);
      one.token.transferFrom(one.from, one.to, one.value);
    }
  }
}

// Pays one of several offers, drawn by the block it is in: the same transaction pays another one when a reorganisation
// executes it again. An offer of nothing pays nobody, and each is logged at another place.
contract Lottery {
  event Noise(uint256 number);
  function pay(Token[] calldata tokens, address[] calldata to, uint256[] calldata values) external {
    uint256 drawn = uint256(keccak256(abi.encode(blockhash(block.number - 1), block.number, msg.sender))) % values.length;
    if (values[drawn] == 0) return;
    for (uint256 i = 0; i < drawn; i++) emit Noise(i);
    tokens[drawn].transferFrom(msg.sender, to[drawn], values[drawn]);
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

// Like USDT on Ethereum: "transfer" returns nothing, and there is neither EIP-3009 nor a permit.
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
}
`;

interface Compiled {
  abi: Abi;
  evm: { bytecode: { object: string } };
}

const compiled = memoize(compileOnce, { maxKnown: 1 });

/**
 * The compiler takes seconds to load and to run, so what it made is kept for all processes, beside the system's other
 * temporary files.
 */
function compileOnce(source: string): Record<string, Compiled> {
  const solc = createRequire(import.meta.url)('solc/package.json') as { version: string };
  const digest = createHash('sha256').update(`${solc.version}\n${source}`).digest('hex');
  const file = join(tmpdir(), `payments-contracts-${digest}.json`);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(compile(source)));
    renameSync(draft, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Compiled>;
}

function compile(source: string): Record<string, Compiled> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: { 'contracts.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts?: { 'contracts.sol': Record<string, Compiled> };
    errors?: { severity: string; formattedMessage: string }[];
  };
  const faults = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (!output.contracts || faults.length > 0)
    throw new Error(faults.map((one) => one.formattedMessage).join());
  return output.contracts['contracts.sol'];
}

export interface TestContract {
  address: Address;
  /**
   * Calls one of its functions as one of the node's wallets; returns the transaction's hash. `gas`: as much as it may use,
   * instead of what it would use now.
   */
  write(from: number, functionName: string, args: unknown[], gas?: bigint): Promise<Hex>;
  read(functionName: string, args: unknown[]): Promise<unknown>;
  /** What a call of one of its functions carries. */
  encode(functionName: string, args: unknown[]): Hex;
}

/** Deploys one of them. The node must mine by itself meanwhile. */
export async function deploy(
  node: TestNode,
  name: 'Splitter' | 'Chooser' | 'Lottery' | 'Fake' | 'Nothing' | 'BareToken',
  args: unknown[] = [],
): Promise<TestContract> {
  const contract = compiled(SOURCE)[name];
  if (!contract) throw new Error(`there is no contract ${name}`);
  const { abi } = contract;
  const { reader, walletOf } = clientsOf(node);
  const address = await deployTo(node, { abi, bytecode: `0x${contract.evm.bytecode.object}` }, args);
  return {
    address,
    encode: (functionName, args) => encodeFunctionData({ abi, functionName, args }),
    read: (functionName, args) => reader.readContract({ address, abi, functionName, args }),
    async write(from, functionName, args, gas) {
      const call = { address, abi, functionName, args, ...(gas === undefined ? {} : { gas }) };
      const sent = await walletOf(walletAt(from)).writeContract(call);
      await node.mined(sent);
      return sent;
    },
  };
}
