import { findAccount } from '../accounts/index.ts';
import type { Trx } from '../db/index.ts';
import { recordMessage } from '../outbox/index.ts';
import { languageOfContact } from '../people/index.ts';
import * as repository from './repository.ts';
import { WARNINGS, type Warnings, type Wording } from './warnings.ts';

/**
 * The number of consecutive deliveries that must exhaust all attempts to cause a warning, and to disable the endpoint.
 */
const WARN_AT = 3;
const SWITCH_OFF_AT = 5;

/** A delivery that has ended, by success or after all of its attempts. */
export interface EndedDelivery {
  accountId: string;
  endpointId: string;
  status: 'delivered' | 'failed';
  /** The endpoint's count of failures before it. */
  failuresBefore: number;
}

/**
 * Counts deliveries that have ended, in order, under the row locks of their endpoints (D19). A success resets an
 * endpoint's count. At the third in a row that exhausted all attempts, the account's users are warned; at the fifth,
 * the endpoint is disabled, and they are notified again.
 */
export async function noteEnded(
  trx: Trx,
  ended: readonly EndedDelivery[],
  maxAttempts: number,
): Promise<void> {
  // A success after a success changes nothing, so healthy endpoints are not even locked.
  const changing = ended.filter(({ status, failuresBefore }) => status === 'failed' || failuresBefore > 0);
  if (changing.length === 0) return;
  for (const endpoint of await repository.lockEndpoints(trx, distinctEndpoints(changing))) {
    let counted = endpoint;
    for (const { endpointId, status } of ended) {
      if (endpointId !== endpoint.id) continue;
      if (status === 'delivered') counted = { ...counted, consecutiveFailures: 0 };
      else counted = await countFailure(trx, counted, maxAttempts);
    }
    trx.defer(repository.updateEndpoint(trx, counted));
  }
}

function distinctEndpoints(ended: readonly EndedDelivery[]): EndedDelivery[] {
  return [...new Map(ended.map((delivery) => [delivery.endpointId, delivery])).values()];
}

async function countFailure(
  trx: Trx,
  endpoint: repository.WebhookEndpoint,
  maxAttempts: number,
): Promise<repository.WebhookEndpoint> {
  // A disabled endpoint stays as it is, regardless of deliveries that were still in flight.
  if (endpoint.disabledAt !== null) return endpoint;
  const failures = endpoint.consecutiveFailures + 1;
  const switchesOff = failures >= SWITCH_OFF_AT;
  const reason = `${SWITCH_OFF_AT} deliveries in a row failed in all of their ${maxAttempts} attempts.`;
  const counted = {
    ...endpoint,
    consecutiveFailures: failures,
    disabledAt: switchesOff ? await trx.now : null,
    disabledReason: switchesOff ? reason : null,
  };
  if (switchesOff) await warn(trx, counted, (words) => words.switchedOff(counted));
  else if (failures === WARN_AT) await warn(trx, counted, (words) => words.failing(counted, SWITCH_OFF_AT));
  return counted;
}

async function warn(
  trx: Trx,
  { accountId }: repository.WebhookEndpoint,
  write: (words: Warnings) => Wording,
): Promise<void> {
  const recipient = (await findAccount(trx, { id: accountId }))?.email ?? null;
  const language = recipient === null ? 'en' : await languageOfContact(trx, accountId, recipient);
  await recordMessage(trx, { ...write(WARNINGS[language]), accountId, recipient });
}
