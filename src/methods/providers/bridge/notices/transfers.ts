import type { Database } from '../../../../db/index.ts';
import { memoize } from '../../../../lib/memoize.ts';
import type { Report } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { type Fields, textOf } from '../client/fields.ts';
import { returnOf } from '../orders/outcomes.ts';
import { getTransfer } from '../orders/transfers.ts';
import { listOrders, type OrderRow } from '../orders/repository.ts';
import type { Deposits } from '../pay-ins/deposits.ts';

/** Reads the current meaning of transfers at Bridge, each once. Throws a ProviderFailure. */
export type ReadReports = (
  signal: AbortSignal,
  options: { isBackground: boolean },
) => (transferId: string) => Promise<Report>;

export function createReadReports({
  db,
  client,
  deposits,
}: {
  db: Pick<Database, 'read'>;
  client: BridgeClient;
  deposits: Deposits;
}): ReadReports {
  const ofOrder = (order: OrderRow, transfer: Fields): Report => {
    const returned = order.doneAt ? returnOf(order, transfer) : undefined;
    return returned
      ? { type: 'return', returned }
      : { type: 'transfer', providerReference: textOf(transfer, 'id') };
  };
  return (signal, { isBackground }) =>
    memoize(
      async (transferId: string): Promise<Report> => {
        const transfer = await getTransfer(client, transferId, signal, { isBackground });
        const [order] = await listOrders(db.read, [transferId]);
        if (order) return ofOrder(order, transfer);
        return deposits.isDeposit(transfer) ? deposits.toReport(transfer, signal) : { type: 'nothing' };
      },
      { maxKnown: 1_000 },
    );
}
