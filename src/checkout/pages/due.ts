import type { LinkMethod } from '../../payment-links/index.ts';
import {
  formatSum,
  formatWalletSum,
  plainNumber,
  plainWalletNumber,
  type Locale,
} from '../../pages/index.ts';

type Sent = Pick<LinkMethod, 'asset' | 'network'>;

/** An amount to send by a method, as people of that country or as wallets write it, without its asset's code. */
export function formatDueSum(locale: Locale, { asset, network }: Sent, amount: string): string {
  return network === null ? formatSum(locale, amount, asset) : formatWalletSum(locale, amount, asset);
}

export function formatDue(locale: Locale, method: Sent, amount: string): string {
  return `${formatDueSum(locale, method, amount)} ${method.asset}`;
}

/** The same amount, for the input of a banking app or wallet. */
export function copiedDue({ asset, network }: Sent, amount: string): string {
  return network === null ? plainNumber(amount, asset) : plainWalletNumber(amount);
}
