import type { Money } from '../../lib/money.ts';
import { withChecksum } from '../address.ts';

/** A payment on chain that a payer is asked for. */
export interface PaymentUriRequest {
  asset: string;
  network: string;
  /** As the payer is shown it, with its checksum. */
  address: string;
  /** Exactly what the payer is to send, in `asset`. */
  amount: Money;
}

/** A deposit's progress from seen to final. */
export interface DepositProgress {
  isFinal: boolean;
  /** It was seen, but a reorganisation removed it; it may reappear, and final deposits take precedence. */
  isGone?: true;
  /** How many of the required confirmations it has; undefined if finality does not depend on them. */
  confirmations: { have: number; of: number } | undefined;
  /** The transaction's hash, by which payers find it anywhere; undefined if there is none. */
  transaction: string | undefined;
  /** The transaction in a block explorer: an https URL. */
  url: string | undefined;
}

/** The link that opens a wallet with a token's transfer filled in (EIP-681). `units`: in the token's smallest ones. */
export function transferUri(transfer: {
  contract: string;
  chainId: number;
  address: string;
  units: bigint;
}): string {
  const { contract, chainId, address, units } = transfer;
  return `ethereum:${withChecksum(contract)}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
