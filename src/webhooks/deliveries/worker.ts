import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/index.ts';
import { SpanKind } from '@opentelemetry/api';
import { continuing } from '../../lib/telemetry/tracing.ts';
import { createClaimWorker, type Worker } from '../../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../../lib/work/loop.ts';
import { createBatcher } from '../../lib/work/batcher.ts';
import type { GuardedClient } from '../../lib/outgoing/guarded-client.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { noteEnded, type EndedDelivery } from '../endpoint-health.ts';
import type { Faults } from '../../faults/index.ts';
import { sendEvent, type SendOutcome } from '../send.ts';
import { openSecrets } from '../service.ts';
import {
  claimDeliveries,
  releaseLeases,
  type ClaimedDelivery,
  type LeaseKey,
  recordAttempts,
  type AttemptRecord,
  type RecordedDelivery,
} from './queue-repository.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import { withDeliveryFaults } from './faults.ts';
import { countPending } from './repository.ts';

/** Pauses before attempts 2 to 6, counted from the end of the attempt before (D19). */
const RETRY_GAPS_MS = [60, 300, 900, 3_600, 10_800].map((seconds) => seconds * 1000);
const MAX_ATTEMPTS = RETRY_GAPS_MS.length + 1;
/** Longer than any attempt takes, so that a lease only ends early for a worker that died. */
const LEASE_MS = 30_000;
/** A claim costs the database as much as ten deliveries. Deliveries claimed in advance are sent meanwhile. */
const CLAIMS_APART_MS = 15;

/** In this process. Many, because a send that hangs for its ten seconds costs little but its slot. */
const MAX_IN_FLIGHT = 512;
/**
 * Few enough that new connections do not delay the calls being served, and enough to fill the slots of a dozen endpoints
 * and to claim as many ahead.
 */
const MAX_CLAIMED = 128;
/**
 * Outcomes are recorded together with those of the next milliseconds, because each transaction costs a flush to disk.
 */
const RECORD_WAIT_MS = 10;
const MAX_RECORDED = 256;
/** For all processes together. An account's limit exceeds its endpoints' number, as each keeps a slot (D19). */
const MAX_PER_ENDPOINT = 8;
const MAX_PER_ACCOUNT = 32;

interface WorkerOptions {
  db: Database;
  client: GuardedClient;
  keyring: Keyring;
  metrics: Metrics;
}

/**
 * Delivers events at least once, on the retry schedule. The deployment's clock decides when a delivery is due, the
 * database's own clock how long a lease holds; this process's clock is used only in signatures.
 */
export function createDeliveryWorker(
  options: WorkerOptions & { logger: Logger; faults?: Faults | undefined },
): Worker {
  const { db, metrics, logger, faults } = options;
  const attemptNow = (delivery: Sendable) => traced(delivery, () => attempt(options, delivery));
  const send = faults ? withDeliveryFaults(faults, attemptNow) : attemptNow;
  metrics.watch(
    'payments_deliveries_pending',
    'Webhook deliveries waiting for an attempt, up to 10,000.',
    () => countPending(db.read),
  );
  const record = createBatcher<EndedAttempt>({
    maxItems: MAX_RECORDED,
    waitMs: RECORD_WAIT_MS,
    handOver: (attempts) => recordAll(db, attempts),
  });
  const giveBack = createBatcher<LeaseKey>({
    maxItems: MAX_RECORDED,
    waitMs: RECORD_WAIT_MS,
    handOver: (leases) => db.inOneTrip((trx) => releaseLeases(trx, leases)),
  });
  const slots = new EndpointSlots();
  const process = randomUUID();
  return createClaimWorker({
    name: 'webhook-delivery',
    maxInFlight: MAX_IN_FLIGHT,
    maxClaimed: MAX_CLAIMED,
    pauseMs: WOKEN_PAUSE_MS,
    apartMs: CLAIMS_APART_MS,
    logger,
    wokenBy: (wake) => db.onWork('deliveries', wake),
    claim: async (limit) => {
      const held = slots.forClaim();
      const limits = { limit, leaseMs: LEASE_MS, perEndpoint: MAX_PER_ENDPOINT, perAccount: MAX_PER_ACCOUNT };
      const claimed = await db.inOneTrip((trx) => claimDeliveries(trx, limits, { process, held }));
      slots.grant(claimed);
      return withSecrets(options.keyring, claimed);
    },
    work: async (delivery) => (await slots.send(delivery, () => send(delivery))) ?? unsent(delivery),
    record: (result) => (result.status === 'unsent' ? giveBack(result) : record(result)),
    describe: ({ accountId, endpointId, id }) => ({
      account_id: accountId,
      endpoint_id: endpointId,
      delivery_id: id,
    }),
  });
}

type Sendable = ClaimedDelivery & { openSecrets: () => readonly string[]; claimedAtMs: number };

/**
 * Decrypts an endpoint's secrets once for all its deliveries in a claim, because that costs as much as signing an
 * event.
 */
function withSecrets(keyring: Keyring, claimed: readonly ClaimedDelivery[]): Sendable[] {
  const opened = new Map<string, readonly string[]>();
  const open = ({ endpointId: id, ...delivery }: ClaimedDelivery): readonly string[] => {
    const secrets = opened.get(id) ?? openSecrets(keyring, { ...delivery, id });
    opened.set(id, secrets);
    return secrets;
  };
  // Only when each is sent, so that one that cannot be decrypted holds up no other endpoint.
  const claimedAtMs = performance.now();
  return claimed.map((delivery) => ({ claimedAtMs, openSecrets: () => open(delivery), ...delivery }));
}

/** No slot became free for it. */
type Unsent = LeaseKey & { status: 'unsent' };

function unsent(delivery: ClaimedDelivery): Unsent {
  return { status: 'unsent', ...leaseOf(delivery) };
}

type EndedAttempt = Omit<AttemptRecord, 'agoMs'> & { endedAtMs: number };

async function attempt({ client, metrics }: WorkerOptions, delivery: Sendable): Promise<EndedAttempt> {
  const lagS = delivery.lagS + (performance.now() - delivery.claimedAtMs) / 1000;
  const outcome = await sendEvent(client, {
    accountId: delivery.accountId,
    url: delivery.url,
    secrets: delivery.openSecrets(),
    standardWebhooks: delivery.standardWebhooks,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    sequence: delivery.sequence,
    body: delivery.body,
    attempt: delivery.attempts + 1,
  });
  const ended = judge(delivery, outcome);
  metrics.observeDeliveryAttempt(ended.status === 'pending' ? 'retried' : ended.status, lagS);
  return ended;
}

/** An attempt is a span of the event's trace. The URL is the customer's, so only the endpoint's id is included. */
function traced(delivery: Sendable, work: () => Promise<EndedAttempt>): Promise<EndedAttempt> {
  const attributes = {
    'payments.account_id': delivery.accountId,
    'payments.event.id': delivery.eventId,
    'payments.delivery.id': delivery.id,
    'payments.delivery.attempt': delivery.attempts + 1,
  };
  const name = `deliver ${delivery.eventType}`;
  return continuing(delivery.traceparent, name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const ended = await work();
    span.setAttribute('payments.delivery.status', ended.status);
    if (ended.httpStatus !== null) span.setAttribute('http.response.status_code', ended.httpStatus);
    return ended;
  });
}

/** Failed attempts are retried until the schedule ends; a redelivery is not. */
function judge(delivery: ClaimedDelivery, outcome: SendOutcome): EndedAttempt {
  const gapMs = delivery.redeliveries > 0 ? undefined : RETRY_GAPS_MS[delivery.attempts];
  const retryAfterMs = outcome.delivered ? null : (gapMs ?? null);
  return {
    status: outcome.delivered ? 'delivered' : retryAfterMs === null ? 'failed' : 'pending',
    retryAfterMs,
    httpStatus: outcome.httpStatus,
    error: outcome.error,
    durationMs: outcome.durationMs,
    signature: outcome.signature,
    standardSignature: outcome.standardSignature,
    responseBody: outcome.responseBody,
    endedAtMs: performance.now(),
    ...leaseOf(delivery),
  };
}

function leaseOf({ accountId, id, leaseToken }: ClaimedDelivery): LeaseKey {
  return { accountId, id, leaseToken };
}

async function recordAll(db: Database, attempts: readonly EndedAttempt[]): Promise<void> {
  await db.transaction(async (trx) => {
    const nowMs = performance.now();
    const records = attempts.map((one) => ({ agoMs: Math.round(nowMs - one.endedAtMs), ...one }));
    const recorded = await recordAttempts(trx, records);
    await noteEnded(trx, recorded.flatMap(endedOf), MAX_ATTEMPTS);
  });
}

function endedOf({ accountId, endpointId, ...delivery }: RecordedDelivery): EndedDelivery[] {
  const { status, redeliveries, consecutiveFailures: failuresBefore } = delivery;
  // A redelivery that failed is not counted again.
  if (status === 'pending' || (status === 'failed' && redeliveries > 0)) return [];
  return [{ accountId, endpointId, status, failuresBefore }];
}
