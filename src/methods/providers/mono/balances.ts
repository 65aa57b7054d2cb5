import type { Balances, BalancesRequest } from '../../index.ts';
import { ProviderFailure } from '../../index.ts';
import type { MonoClient } from './client/client.ts';
import { getAccount } from './client/account.ts';
import { amountOf, ASSET, optionalText } from './client/fields.ts';
import type { Attempts } from './pay-ins/attempts.ts';
import type { MonoTransfers } from './transfers/transfers.ts';

/**
 * The holdings of the accounts that receive and send (D39), which may be one. Transfers that have left since are looked
 * up afterwards, so that none that ends meanwhile is missed.
 */
export async function readMonoBalances(
  {
    client,
    accounts,
    attempts,
    transfers,
  }: {
    client: MonoClient;
    accounts: ReadonlySet<string>;
    attempts: Pick<Attempts, 'confirm'>;
    transfers: Pick<MonoTransfers, 'listLeft'>;
  },
  { sent, seen }: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  const holdings: Balances['holdings'] = [];
  for (const id of accounts) {
    const account = await getAccount(client, id, signal, { isBackground: true });
    const asOf = optionalText(account, 'balance_updated_at') ?? new Date().toISOString();
    const place = accounts.size === 1 ? 'Mono' : `Mono ${id}`;
    holdings.push({ place, asset: ASSET, amount: amountOf(account, 'balance'), asOf });
  }
  const left = await transfers.listLeft(sent, signal);
  const absent: string[] = [];
  for (const reference of seen) if (!(await hasArrived(attempts, reference, signal))) absent.push(reference);
  return { holdings, unread: [], left, absent };
}

async function hasArrived(
  attempts: Pick<Attempts, 'confirm'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await attempts.confirm(id, signal)).status === 'confirmed';
  } catch (error) {
    // Not shown, so it has not arrived yet.
    if (error instanceof ProviderFailure && error.kind !== 'timeout') return false;
    throw error;
  }
}
