import type { Queryable } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Money } from '../../../../lib/money.ts';
import type { Chain, TransferLog } from '../chain/chain.ts';
import type { Decimals } from '../chain/check.ts';
import { fromUnits } from '../chain/token.ts';
import type { OrderKind } from '../sender/repository.ts';
import { listOrdersOfTransfers, listOwnWallets, type UnexplainedRow } from './departure-repository.ts';

/** A transfer out of a wallet of ours. */
interface OutgoingTransfer {
  log: TransferLog;
  asset: string;
  /** Decimal, in `asset`. */
  amount: Money;
  /** Its purpose; undefined when no order explains it. */
  order: Extract<OrderKind, 'pay_out' | 'refund' | 'sweep'> | undefined;
}

/**
 * The transfers out of hot wallets and deposit addresses, by any sender, because transfers by key, allowance and signed
 * permit all leave such a log. A transfer is explained by the order of its transaction, with the same recipient and
 * amount; one out of a deposit address also by the sweep signed for it, because anyone can submit such an authorization
 * to the token, though only for the sweep's own recipient.
 */
export async function findDepartures(
  on: Queryable,
  { config: { network, contracts } }: Chain,
  decimalsOf: Decimals,
  logs: readonly TransferLog[],
): Promise<OutgoingTransfer[]> {
  // Contracts also emit transfers of zero, to make an address look used.
  const moving = logs.filter(({ units }) => units > 0n);
  const own = await listOwnWallets(on, network, [...new Set(moving.map(({ from }) => from))]);
  const assetOf = new Map([...contracts].map(([asset, contract]) => [contract, asset]));
  const leaving = moving
    .filter(({ from }) => own.has(from))
    .map((log) => {
      const asset = assetOf.get(log.contract) ?? '';
      return { log, asset, amount: fromUnits(log.units, decimalsOf.get(asset) ?? 0) };
    });
  if (leaving.length === 0) return [];
  const orders = await listOrdersOfTransfers(
    on,
    network,
    leaving.map(({ log, asset, amount }, n) => ({
      n,
      hash: log.transactionHash,
      asset,
      sender: log.from,
      recipient: log.to,
      amount: amount.toFixed(),
    })),
  );
  return leaving.map((one, n) => ({ ...one, order: orders.get(n) }));
}

/** Needs attention immediately, because the party that made these can move more. */
export function alarmOf(logger: Logger, news: readonly UnexplainedRow[]): void {
  for (const { network, reference, wallet, asset, amount, recipient, transactions } of news) {
    logger.error('wallet sent funds without an order; its key may be compromised', {
      network,
      reference,
      wallet,
      ...(transactions === null ? { asset, amount, recipient } : { transactions }),
    });
  }
}
