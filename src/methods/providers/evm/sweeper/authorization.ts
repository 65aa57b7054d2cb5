import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createContract, parseAbi } from 'micro-eth-signer/abi.js';
import type { Chain } from '../chain/chain.ts';
import { RpcRefused } from '../chain/rpc.ts';
import type { Authorization } from '../sender/signer.ts';

const calls = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function name() view returns (string)',
  'function version() view returns (string)',
]);
const contract = createContract(calls as never) as unknown as Record<
  string,
  { encodeInput(input?: unknown): Uint8Array; decodeOutput(output: Uint8Array): unknown }
>;

/** A token that accepts authorizations, with its EIP-712 name and version. */
export type AuthorizingToken = Authorization['token'];

/** Undefined for a token without EIP-3009. */
export async function findAuthorizingToken(
  chain: Chain,
  address: string,
  signal: AbortSignal,
): Promise<AuthorizingToken | undefined> {
  const ask = async (method: string, input?: unknown): Promise<unknown> => {
    const result = await chain.call(address, encode(method, input), 'latest', signal);
    return result === '0x' ? undefined : contract[method]?.decodeOutput(hexToBytes(result.slice(2)));
  };
  try {
    const isKnown = await ask('authorizationState', { authorizer: address, nonce: new Uint8Array(32) });
    const [name, version] = [await ask('name'), await ask('version')];
    if (isKnown === undefined || typeof name !== 'string' || typeof version !== 'string') return undefined;
    return { name, version, chainId: chain.config.chainId, contract: address };
  } catch (error) {
    // A contract without the method reverts.
    if (error instanceof RpcRefused) return undefined;
    throw error;
  }
}

/** The same for each attempt of one sweep, because the token accepts an authorization's nonce only once. */
export function authorizationNonce(token: AuthorizingToken, address: string, number: number): string {
  const { chainId, contract: at } = token;
  return `0x${bytesToHex(keccak_256(utf8ToBytes(`sweep:${chainId}:${at}:${address}:${number}`)))}`;
}

/** The data of a transaction that uses an authorization, in hex. */
export function useAuthorization(
  { from, to, units, validBefore, nonce }: Authorization,
  signature: string,
): string {
  const bytes = hexToBytes(signature.slice(2));
  return encode('transferWithAuthorization', {
    from,
    to,
    value: units,
    validAfter: 0n,
    validBefore,
    nonce: hexToBytes(nonce.slice(2)),
    v: BigInt(bytes[64] ?? 0),
    r: bytes.slice(0, 32),
    s: bytes.slice(32, 64),
  });
}

function encode(method: string, input?: unknown): string {
  const call = contract[method];
  if (!call) throw new Error(`no method ${method}`);
  return `0x${bytesToHex(call.encodeInput(input))}`;
}
