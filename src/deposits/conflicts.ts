import type { Trx } from '../db/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { formatExact } from '../lib/money.ts';
import type { MethodInstructions } from '../payment-links/index.ts';
import { UNCLAIMED_ACCOUNT_ID, type DepositNotification } from './notification.ts';
import { recordConflict } from './repository.ts';

/**
 * Stores a notification whose reference belongs to another deposit. The provider is wrong about one of the two, so an
 * operator must decide (D25). No money moves. `instructions` are those whose destination it names.
 */
export async function keepConflict(
  trx: Trx,
  logger: Logger,
  notification: DepositNotification,
  instructions: MethodInstructions | undefined,
): Promise<void> {
  const conflict = {
    id: newId(),
    accountId: instructions?.accountId ?? UNCLAIMED_ACCOUNT_ID,
    paymentLinkCode: instructions?.linkCode ?? null,
    provider: notification.provider,
    providerReference: notification.providerReference,
    method: notification.method,
    destination: notification.destination,
    reference: notification.reference,
    asset: notification.asset,
    network: notification.network,
    amount: formatExact(notification.amount),
    final: notification.final,
    createdAt: await trx.now,
  };
  if (!(await recordConflict(trx, conflict))) return;
  logger.error('deposit reference conflict; see `payments deposits conflicts`', {
    conflict_id: conflict.id,
    provider: conflict.provider,
    account_id: conflict.accountId,
  });
}
