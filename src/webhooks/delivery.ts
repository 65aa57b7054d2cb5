import type { Database } from '../db/connect.ts';
import type { GuardedClient, Outcome } from '../lib/guarded-client.ts';
import type { Keyring } from '../lib/keyring.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import * as repository from './repository.ts';
import { sealContext } from './service.ts';
import { signPayload } from './signature.ts';

/** Pauses before attempts 2 to 6, counted from the end of the attempt before (spec, "Delivery and retries"; D19). */
const RETRY_GAPS_MS = [60, 300, 900, 3_600, 10_800].map((seconds) => seconds * 1000);
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Longer than any attempt takes, so that a lease only ends early for a worker that died. */
const LEASE_MS = 30_000;
const MAX_CONSECUTIVE_FAILURES = 5;
const MAX_IN_FLIGHT = 64;
const PAUSE_MS = 200;

export interface DeliveryWorker {
  /** Attempts what is due now and waits for the outcomes. Answers how many attempts it made. */
  deliverOnce(): Promise<number>;
  /** Repeats that until stopped; stopping waits for the attempts in flight. */
  start(): Loop;
}

export function createDeliveryWorker(options: {
  db: Database;
  client: GuardedClient;
  keyring: Keyring;
  metrics: Metrics;
  logger: Logger;
}): DeliveryWorker {
  const { db, metrics, logger } = options;
  const inFlight = new Set<Promise<void>>();
  metrics.watch(
    'payments_deliveries_pending',
    'Webhook deliveries that wait for an attempt, up to 10,000.',
    () => repository.countPending(db.read),
  );

  const begin = async (): Promise<Promise<void>[]> => {
    const room = MAX_IN_FLIGHT - inFlight.size;
    if (room <= 0) return [];
    const claimed = await db.transaction((trx) => repository.claimDeliveries(trx, room, LEASE_MS));
    return claimed.map((delivery) => {
      const attempt = deliver(options, delivery)
        .catch((error: unknown) => {
          // The lease runs out and the attempt is made again: nothing is lost.
          logger.warn('an attempt could not be recorded', { delivery_id: delivery.id, error: String(error) });
        })
        .finally(() => inFlight.delete(attempt));
      inFlight.add(attempt);
      return attempt;
    });
  };

  return {
    async deliverOnce() {
      const attempts = await begin();
      await Promise.all(attempts);
      return attempts.length;
    },
    start() {
      const loop = startLoop({
        name: 'webhook-delivery',
        pauseMs: PAUSE_MS,
        logger,
        round: async () => (await begin()).length > 0,
      });
      return {
        async stop() {
          await loop.stop();
          await Promise.all(inFlight);
        },
      };
    },
  };
}

async function deliver(
  {
    db,
    client,
    keyring,
    metrics,
  }: { db: Database; client: GuardedClient; keyring: Keyring; metrics: Metrics },
  delivery: repository.ClaimedDelivery,
): Promise<void> {
  const outcome = await client.post({
    url: delivery.url,
    headers: headersFor(delivery, keyring),
    body: delivery.body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  const record = judge(delivery, outcome);
  metrics.observeDeliveryAttempt(record.status === 'pending' ? 'retried' : record.status, delivery.lag_s);
  await db.transaction(async (trx) => {
    // Someone else holds the delivery by now; what they find out is what counts.
    if (!(await repository.recordAttempt(trx, record))) return;
    const key = { accountId: delivery.account_id, endpointId: delivery.endpoint_id };
    if (record.status === 'delivered') await repository.resetFailures(trx, key);
    if (record.status === 'failed') {
      await repository.countExhausted(trx, {
        ...key,
        limit: MAX_CONSECUTIVE_FAILURES,
        reason: `${MAX_CONSECUTIVE_FAILURES} deliveries in a row failed in all of their ${RETRY_GAPS_MS.length + 1} attempts.`,
      });
    }
  });
}

function headersFor(delivery: repository.ClaimedDelivery, keyring: Keyring): Record<string, string> {
  const secret = keyring.open(delivery.sealed_secret, sealContext(delivery.account_id, delivery.endpoint_id));
  const timestampS = Math.floor(Date.now() / 1000);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Service-Signature': signPayload({ body: delivery.body, secret, timestampS }),
    'Service-Event-Id': delivery.event_id,
    'Service-Event-Type': delivery.event_type,
    'Service-Delivery-Attempt': String(delivery.attempts + 1),
  };
}

/** Any 2xx is a success; everything else is tried again until the schedule ends (spec, "Delivery and retries"). */
function judge(delivery: repository.ClaimedDelivery, outcome: Outcome): repository.AttemptRecord {
  const { httpStatus, error } = outcome;
  const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const gapMs = RETRY_GAPS_MS[delivery.attempts];
  return {
    accountId: delivery.account_id,
    id: delivery.id,
    leaseToken: delivery.lease_token,
    status: delivered ? 'delivered' : gapMs === undefined ? 'failed' : 'pending',
    retryAfterMs: delivered || gapMs === undefined ? null : gapMs,
    httpStatus,
    error: delivered ? null : (error ?? `status ${httpStatus}`).slice(0, 500),
  };
}
