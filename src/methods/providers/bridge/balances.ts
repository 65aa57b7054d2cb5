import type { Database } from '../../../db/index.ts';
import type { Balances, BalancesRequest } from '../../index.ts';
import type { BridgeConfig } from './client/settings.ts';
import type { BridgeClient } from './client/client.ts';
import { readWallet, WALLET_CURRENCY } from './client/wallet.ts';
import { nothingThere } from '../http-rail/index.ts';
import { listLeft } from '../orders/index.ts';
import { orderIdOf } from './orders/rail.ts';
import { type Stage, stageOf } from './orders/states.ts';
import { getTransfer } from './orders/transfers.ts';

/**
 * The holdings of the wallet (D39). Transfers that left or arrived meanwhile are looked up afterwards, so that none
 * that ends in between is missed.
 */
export async function readBridgeBalances(
  { db, client, config }: { db: Pick<Database, 'read'>; client: BridgeClient; config: BridgeConfig },
  { sent, seen }: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  const { amount } = await readWallet(client, config, signal, { isBackground: true });
  const asOf = new Date().toISOString();
  const stage = async (transferId: string): Promise<Stage | undefined> => {
    const transfer = await getTransfer(client, transferId, signal, { isBackground: true }).catch(
      nothingThere,
    );
    return transfer && stageOf(transfer);
  };
  const left = await listLeft(db.read, orderIdOf, sent, async ({ reference }) => {
    const now = reference === null ? undefined : await stage(reference);
    return now === 'moving' || now === 'done';
  });
  const absent: string[] = [];
  for (const transferId of seen) if ((await stage(transferId)) !== 'done') absent.push(transferId);
  const holding = { place: 'Bridge', asset: WALLET_CURRENCY.toUpperCase(), amount, asOf };
  return { holdings: [holding], unread: [], left, absent };
}
