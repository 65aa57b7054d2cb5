import { Transaction, type TypedData } from 'micro-eth-signer';

/** A transaction before it is signed; all amounts in the coin's smallest units. */
export interface UnsignedTransaction {
  chainId: number;
  nonce: bigint;
  to: string;
  value: bigint;
  data: string;
  gasLimit: bigint;
  maxFee: bigint;
  priorityFee: bigint;
}

export interface SignedTransaction {
  raw: string;
  hash: string;
}

/** An authorization to move an address's tokens, for anyone who pays the gas (EIP-3009). */
export interface Authorization {
  token: { name: string; version: string; chainId: number; contract: string };
  from: string;
  to: string;
  units: bigint;
  /** In seconds since 1970. */
  validBefore: bigint;
  /** 32 bytes, in hex. */
  nonce: string;
}

/** The signing key, which is the hot wallet's or that of the deposit address at an index. */
export type SigningKey = 'hot' | number;

/**
 * The port to the holder of the keys (D48), which is the sender itself or a remote signer. Its signatures are checked
 * by `requireSigned` before they are stored. Its methods throw SignerFailure, and end when the signal aborts.
 */
export interface Signer {
  /** In lower case. */
  readonly hotAddress: string;
  /** Throws StartupError when it does not have the key of `hotAddress`; SignerFailure when that cannot be found out. */
  requireReady(signal: AbortSignal): Promise<void>;
  /** Returns the signed transaction in hex. */
  signTransaction(key: SigningKey, transaction: UnsignedTransaction, signal: AbortSignal): Promise<string>;
  /** Signs for a deposit address. Returns the signature in hex. */
  signAuthorization(index: number, authorization: Authorization, signal: AbortSignal): Promise<string>;
}

/** The location of the hot wallet's key, which is a file or a remote signer. */
export interface HotWallet {
  /** In lower case. */
  readonly address: string;
  readonly requireReady: (signal: AbortSignal) => Promise<void>;
  readonly signTransaction: (transaction: UnsignedTransaction, signal: AbortSignal) => Promise<string>;
}

/** Nothing was signed that may be sent, because the signer did not respond, refused, or signed something else. */
export class SignerFailure extends Error {
  override readonly name = 'SignerFailure';
}

/** The transaction as it is signed, by EIP-1559, without an access list. */
export function unsigned({
  chainId,
  maxFee,
  priorityFee,
  ...fields
}: UnsignedTransaction): InstanceType<typeof Transaction<'eip1559'>> {
  return Transaction.prepare(
    {
      ...fields,
      type: 'eip1559',
      chainId: BigInt(chainId),
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: priorityFee,
    },
    false,
  );
}

const FIELDS = [
  'chainId',
  'nonce',
  'to',
  'value',
  'data',
  'gasLimit',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const;

/**
 * Ensures that a signer returned the requested transaction, signed with the key of `from`. A signer is not trusted,
 * because one that changes a recipient, or signs for another chain, would send money where no one looks for it. Throws
 * SignerFailure.
 */
export function requireSigned(
  raw: string,
  transaction: UnsignedTransaction,
  from: string,
): SignedTransaction {
  const wanted = unsigned(transaction);
  const { signed, sender } = parseSigned(raw);
  const got = signed.raw as Partial<Record<string, unknown>>;
  const same = (field: (typeof FIELDS)[number]) =>
    String(got[field]).toLowerCase() === String(wanted.raw[field]).toLowerCase();
  const other = FIELDS.find((field) => !same(field));
  if (other !== undefined) {
    throw new SignerFailure(
      `the signer signed ${other} ${short(got[other])}, not ${short(wanted.raw[other])}`,
    );
  }
  if (signed.removeSignature().toHex() !== wanted.toHex()) {
    throw new SignerFailure('the signer signed another kind of transaction');
  }
  if (sender !== from) throw new SignerFailure(`the signer signed with the key of ${sender}, not of ${from}`);
  return { raw: signed.toHex(), hash: signed.hash };
}

function parseSigned(raw: string) {
  try {
    const signed = Transaction.fromHex(raw);
    return { signed, sender: signed.sender.toLowerCase() };
  } catch {
    throw new SignerFailure('the signer returned something that is no signed transaction');
  }
}

function short(value: unknown): string {
  return String(value).slice(0, 80);
}

const AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
type TypedAuthorization = TypedData<typeof AUTHORIZATION, 'TransferWithAuthorization'>;

/** The signed content of an authorization (EIP-712). */
export function typedAuthorization({
  token,
  from,
  to,
  units,
  validBefore,
  nonce,
}: Authorization): TypedAuthorization {
  const { name, version, chainId, contract } = token;
  return {
    types: AUTHORIZATION,
    primaryType: 'TransferWithAuthorization',
    domain: { name, version, chainId: BigInt(chainId), verifyingContract: contract },
    message: {
      from,
      to,
      value: units,
      validAfter: 0n,
      validBefore,
      nonce: Buffer.from(nonce.slice(2), 'hex'),
    },
  };
}
