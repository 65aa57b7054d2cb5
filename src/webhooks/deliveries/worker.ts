import type { Database } from '../../db/connect.ts';
import { createClaimWorker, type Worker } from '../../lib/claim-worker.ts';
import type { GuardedClient } from '../../lib/guarded-client.ts';
import type { Keyring } from '../../lib/keyring.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { noteDelivered, noteExhausted } from '../endpoint-health.ts';
import { sendNotice, type SendOutcome } from '../send.ts';
import { sealContext } from '../service.ts';
import {
  claimDeliveries,
  recordAttempt,
  type AttemptRecord,
  type ClaimedDelivery,
} from './queue/repository.ts';
import { countPending } from './repository.ts';

/** Pauses before attempts 2 to 6, counted from the end of the attempt before (spec, "Delivery and retries"; D19). */
const RETRY_GAPS_MS = [60, 300, 900, 3_600, 10_800].map((seconds) => seconds * 1000);
const MAX_ATTEMPTS = RETRY_GAPS_MS.length + 1;
/** Longer than any attempt takes, so that a lease only ends early for a worker that died. */
const LEASE_MS = 30_000;
const PAUSE_MS = 200;

/** Of this process. Many, because a send that hangs for its ten seconds costs little but its place. */
const MAX_IN_FLIGHT = 512;
/** Few at once, so that many new connections do not hold up those who are just being answered. */
const MAX_CLAIMED = 64;
/** Of all processes together: more than an account may have endpoints, each of which keeps a place (D19). */
const MAX_PER_ENDPOINT = 8;
const MAX_PER_ACCOUNT = 32;

interface Means {
  db: Database;
  client: GuardedClient;
  keyring: Keyring;
  metrics: Metrics;
}

/**
 * Delivers notices at least once, by the schedule. The deployment's clock says what is due, the database's own time
 * how long a lease holds; what this process's clock says appears in signatures and nowhere else.
 */
export function createDeliveryWorker(options: Means & { logger: Logger }): Worker {
  const { db, metrics, logger } = options;
  metrics.watch(
    'payments_deliveries_pending',
    'Webhook deliveries that wait for an attempt, up to 10,000.',
    () => countPending(db.read),
  );
  return createClaimWorker({
    name: 'webhook-delivery',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (room) =>
      db.transaction((trx) =>
        claimDeliveries(trx, {
          limit: Math.min(room, MAX_CLAIMED),
          leaseMs: LEASE_MS,
          perEndpoint: MAX_PER_ENDPOINT,
          perAccount: MAX_PER_ACCOUNT,
        }),
      ),
    work: (delivery) => deliver(options, delivery),
    describe: ({ account_id, endpoint_id, id }) => ({ account_id, endpoint_id, delivery_id: id }),
  });
}

async function deliver({ db, client, keyring, metrics }: Means, delivery: ClaimedDelivery): Promise<void> {
  const { account_id: accountId, endpoint_id: endpointId } = delivery;
  const outcome = await sendNotice(client, {
    url: delivery.url,
    secret: keyring.open(delivery.sealed_secret, sealContext(accountId, endpointId)),
    eventId: delivery.event_id,
    eventType: delivery.event_type,
    body: delivery.body,
    attempt: delivery.attempts + 1,
  });
  const record = judge(delivery, outcome);
  metrics.observeDeliveryAttempt(record.status === 'pending' ? 'retried' : record.status, delivery.lag_s);
  await db.transaction(async (trx) => {
    // Someone else holds the delivery by now; what they find out is what counts.
    if (!(await recordAttempt(trx, record))) return;
    if (record.status === 'delivered') await noteDelivered(trx, { accountId, endpointId });
    // A delivery that is made once more has been counted already.
    if (record.status === 'failed' && delivery.redeliveries === 0) {
      await noteExhausted(trx, { accountId, endpointId }, MAX_ATTEMPTS);
    }
  });
}

/** Failed attempts of the schedule are repeated until it ends; one that was asked for is not. */
function judge(delivery: ClaimedDelivery, outcome: SendOutcome): AttemptRecord {
  const gapMs = delivery.redeliveries > 0 ? undefined : RETRY_GAPS_MS[delivery.attempts];
  const retryAfterMs = outcome.delivered ? null : (gapMs ?? null);
  return {
    accountId: delivery.account_id,
    id: delivery.id,
    leaseToken: delivery.lease_token,
    status: outcome.delivered ? 'delivered' : retryAfterMs === null ? 'failed' : 'pending',
    retryAfterMs,
    httpStatus: outcome.httpStatus,
    error: outcome.error,
    durationMs: outcome.durationMs,
  };
}
