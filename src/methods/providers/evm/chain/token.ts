import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ZERO, type Money } from '../../../../lib/money.ts';

/** The decimals of the coin of every EVM chain. */
export const COIN_DECIMALS = 18;

const erc20 = createContract(ERC20);

/** The first topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface TokenCalls {
  decimals(): string;
  symbol(): string;
  balanceOf(address: string): string;
  transfer(to: string, value: bigint): string;
}

/** The data of a call to a token contract, in hex. */
export const tokenCalls: TokenCalls = {
  decimals: () => hex(erc20.decimals.encodeInput()),
  symbol: () => hex(erc20.symbol.encodeInput()),
  balanceOf: (address) => hex(erc20.balanceOf.encodeInput(address)),
  transfer: (to, value) => hex(erc20.transfer.encodeInput({ to, value })),
};

/** Undefined for any other result. */
export function decodeDecimals(result: string): number | undefined {
  if (!/^0x0{62}[0-9a-f]{2}$/.test(result)) return undefined;
  return Number(result);
}

export function decodeBalance(result: string): bigint {
  return BigInt(result === '0x' ? 0 : result);
}

/** Some tokens return a bytes32 instead of a string. Undefined when it is neither. */
export function decodeSymbol(result: string): string | undefined {
  const raw = hexToBytes(result.replace(/^0x/, ''));
  if (raw.length === 32) return Buffer.from(raw).toString('utf8').replaceAll('\0', '');
  try {
    return String(erc20.symbol.decodeOutput(raw));
  } catch {
    return undefined;
  }
}

/** A token's whole units, from its smallest ones. */
export function fromUnits(units: bigint, decimals: number): Money {
  // Contracts can report more than our maximum amount, which is for the caller to judge.
  return ZERO.plus(units.toString()).shiftedBy(-decimals);
}

/** A token's smallest units. Throws when the amount has more decimals than the token. */
export function toUnits(amount: Money, decimals: number): bigint {
  const units = amount.shiftedBy(decimals);
  if (!units.isInteger()) throw new Error(`${amount.toFixed()} has more than ${decimals} decimals`);
  return BigInt(units.toFixed());
}

function hex(raw: Uint8Array): string {
  return `0x${bytesToHex(raw)}`;
}
