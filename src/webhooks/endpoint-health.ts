import { findAccount } from '../accounts/repository.ts';
import type { Trx } from '../db/connect.ts';
import { recordMessage } from '../outbox/record.ts';
import * as repository from './repository.ts';
import { describeSwitchOff, describeTrouble, type Wording } from './warnings.ts';

/** Of deliveries in a row that used up all attempts: how many make a warning, and how many switch the endpoint off. */
const WARN_AT = 3;
const SWITCH_OFF_AT = 5;

interface EndpointKey {
  accountId: string;
  endpointId: string;
}

/** A successful delivery starts the count anew (spec, "Webhook destination"). */
export function noteDelivered(trx: Trx, { accountId, endpointId }: EndpointKey): Promise<void> {
  return repository.resetFailures(trx, accountId, endpointId);
}

/**
 * Counts a delivery that used up all attempts, under the endpoint's row lock. The third in a row is told to the
 * account's people; with the fifth the endpoint is switched off, and they are told as well.
 */
export async function noteExhausted(
  trx: Trx,
  { accountId, endpointId }: EndpointKey,
  maxAttempts: number,
): Promise<void> {
  const endpoint = await repository.lockEndpoint(trx, accountId, endpointId);
  // What is off stays off as it is, whatever was still on its way.
  if (!endpoint || endpoint.disabled_at !== null) return;
  const failures = endpoint.consecutive_failures + 1;
  const switchesOff = failures >= SWITCH_OFF_AT;
  const reason = `${SWITCH_OFF_AT} deliveries in a row failed in all of their ${maxAttempts} attempts.`;
  const counted = {
    ...endpoint,
    consecutive_failures: failures,
    disabled_at: switchesOff ? await trx.now : null,
    disabled_reason: switchesOff ? reason : null,
  };
  trx.settleAtCommit(repository.updateEndpoint(trx, counted));
  if (switchesOff) await warn(trx, counted, describeSwitchOff(counted));
  else if (failures === WARN_AT) await warn(trx, counted, describeTrouble(counted, SWITCH_OFF_AT));
}

async function warn(trx: Trx, endpoint: repository.EndpointRow, wording: Wording): Promise<void> {
  const account = await findAccount(trx, endpoint.account_id);
  await recordMessage(trx, {
    accountId: endpoint.account_id,
    recipient: account?.email ?? null,
    ...wording,
  });
}
