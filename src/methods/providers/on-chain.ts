import type { Money } from '../../lib/money.ts';
import { withChecksum } from '../address.ts';

/** A requested payment on chain. */
export interface PaymentUriRequest {
  asset: string;
  network: string;
  /** In the payer's form, with its checksum. */
  address: string;
  /** The exact amount to send, in `asset`. */
  amount: Money;
}

/** A deposit's progress from seen to final. */
export interface DepositProgress {
  isFinal: boolean;
  /** It was seen, but a reorganisation removed it; it may reappear, and final deposits take precedence. */
  isGone?: true;
  /** The number of its confirmations and of those required; undefined if finality does not depend on them. */
  confirmations: { have: number; of: number } | undefined;
  /** The transaction's hash, by which payers find it anywhere; undefined if there is none. */
  transaction: string | undefined;
  /** The https URL of the transaction in a block explorer. */
  url: string | undefined;
}

/** The link that opens a wallet with a token's transfer filled in (EIP-681). `units` are the token's smallest ones. */
export function transferUri(transfer: {
  contract: string;
  chainId: number;
  address: string;
  units: bigint;
}): string {
  const { contract, chainId, address, units } = transfer;
  return `ethereum:${withChecksum(contract)}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
