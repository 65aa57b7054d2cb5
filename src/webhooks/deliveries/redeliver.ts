import type { Trx } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { getEndpoint } from '../repository.ts';
import * as repository from './repository.ts';

/** Per delivery (D19). */
export const MAX_REDELIVERIES = 10;

/**
 * Makes a delivery due immediately. One that has ended gets one more attempt, outside the schedule, whose outcome is
 * its new status; for a pending one, the next attempt is brought forward. A disabled endpoint gets it when it is
 * enabled again. Throws `webhook_endpoint_not_found`, `webhook_delivery_not_found`, and
 * `webhook_redelivery_limit_reached` after ten such attempts.
 */
export async function redeliver(
  trx: Trx,
  key: { accountId: string; endpointId: string; id: string },
): Promise<repository.Delivery> {
  const { accountId, endpointId, id } = key;
  await getEndpoint(trx, { accountId, id: endpointId });
  const delivery = isId(id) ? await repository.lockDelivery(trx, key) : undefined;
  if (!delivery) throw new DomainError('webhook_delivery_not_found');
  const redeliveries = delivery.redeliveries + (delivery.status === 'pending' ? 0 : 1);
  if (redeliveries > MAX_REDELIVERIES) throw new DomainError('webhook_redelivery_limit_reached');
  const now = await trx.now;
  trx.defer(repository.makeDue(trx, key, redeliveries, now));
  return { ...delivery, status: 'pending', redeliveries, nextAttemptAt: now };
}
