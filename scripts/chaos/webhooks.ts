import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '../../src/accounts/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEventRecorder } from '../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import { openFoundation, type Foundation } from '../../src/composition/foundation.ts';
import { createAddressGuard } from '../../src/lib/outgoing/address-guard.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { configuredPanelBaseUrl } from '../../src/people/panel-address.ts';
import { createWebhookEndpointService } from '../../src/webhooks/service.ts';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { killPostgres, persistently, startVictim } from './processes.ts';

/** Counts for a full run of about five minutes; a shorter one gets its share. */
const WHOLE = { minutes: 5, events: 5_000, workerKills: 50, postgresKills: 5 };
const LEAST = { events: 500, workerKills: 5, postgresKills: 1 };
/** A round's events go to eight accounts, each with an endpoint; the slots of a killed worker stay taken for 30 s. */
const ACCOUNTS_PER_ROUND = 8;
const ACCOUNTS = 8 * ACCOUNTS_PER_ROUND;
/** Long enough for the leases of a killed worker to expire. */
const REST_TIMEOUT_MS = 120_000;
const QUERY_TIMEOUT_MS = 30_000;

/**
 * Sends events through a worker that is repeatedly killed, as is its database, and counts what the receiver got: every
 * event at least once, and none twice except those in flight at a kill.
 */
export async function webhooksUnderChaos(minutes: number): Promise<{ report: object; faults: string[] }> {
  const plan = scale(minutes);
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-chaos-'));
  const receiver = await startReceiver();
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
  };
  const foundation = await openFoundation(readConfig(environment), createLogger('silent'));
  const startedAt = Date.now();
  const worker = await startVictim('worker', { ...environment, ROLES: 'worker' });
  try {
    const accounts = await openAccounts(foundation, receiver);
    const inFlight = { worker: new Set<string>(), postgres: new Set<string>() };
    const rounds = plan.workerKills + plan.postgresKills;
    const postgresEvery = Math.floor(rounds / plan.postgresKills);
    for (let round = 1; round <= rounds; round++) {
      const share =
        Math.floor((plan.events * round) / rounds) - Math.floor((plan.events * (round - 1)) / rounds);
      const seen = receiver.requests.length;
      const first = (round * ACCOUNTS_PER_ROUND) % ACCOUNTS;
      await record(foundation, accounts.slice(first, first + ACCOUNTS_PER_ROUND), share);
      // Somewhere in the middle of the events just recorded.
      await receiver.waitFor(seen + Math.ceil(share * Math.random() * 0.8), REST_TIMEOUT_MS);
      if (round % postgresEvery === 0) {
        await killPostgres(dataDir);
        await noteInFlight(foundation, inFlight.postgres);
      } else {
        await worker.kill(() => noteInFlight(foundation, inFlight.worker));
      }
    }
    const restMs = await untilDelivered(foundation);
    const { rows } = await readEvents(foundation);
    return judge(rows, receiver, { ...plan, inFlight, restMs, startedAt });
  } finally {
    await worker.stop();
    await foundation.close();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface Plan {
  events: number;
  workerKills: number;
  postgresKills: number;
}

function scale(minutes: number): Plan {
  const part = (whole: number, least: number): number =>
    Math.max(least, Math.round((whole * minutes) / WHOLE.minutes));
  return {
    events: part(WHOLE.events, LEAST.events),
    workerKills: part(WHOLE.workerKills, LEAST.workerKills),
    postgresKills: part(WHOLE.postgresKills, LEAST.postgresKills),
  };
}

async function openAccounts({ db, keyring, config }: Foundation, receiver: Receiver): Promise<string[]> {
  const guard = createAddressGuard({ allowCidrs: config.webhookAllowCidrs });
  const endpoints = createWebhookEndpointService({
    keyring,
    guard,
    panelUrl: () => `${configuredPanelBaseUrl(config)}/panel`,
  });
  const endpoint = {
    url: `${receiver.url}/`,
    description: '',
    enabledEvents: ['payment_link.paid'],
    standardWebhooks: false,
  };
  const open = () =>
    db.transaction(async (trx) => {
      const { id } = await createAccount(trx, { name: 'Chaos', email: null, approved: true });
      await endpoints.create(trx, id, endpoint);
      return id;
    });
  return Promise.all(Array.from({ length: ACCOUNTS }, open));
}

/** Retries until recorded. Subjects stay the same, so events whose commit was not acknowledged still count once. */
async function record(foundation: Foundation, accountIds: readonly string[], count: number): Promise<void> {
  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
  const facts = Array.from({ length: count }, (_, index) => ({
    accountId: accountIds[index % accountIds.length] ?? '',
    type: 'payment_link.paid' as const,
    subject: randomUUID(),
    transition: 'paid' as const,
    data: {
      link_code: 'PL-7K2M-9QX4-B1TZ',
      amount: '150.00000000',
      currency: 'MXNB',
      payment_method: 'SPEI',
    },
    requestId: null,
  }));
  await persistently(
    () =>
      foundation.db.transaction(async (trx) => {
        for (const fact of facts) await recorder.record(trx, fact);
      }),
    QUERY_TIMEOUT_MS,
  );
}

/** Adds the leases of deliveries that may be sent twice, because their outcome is lost. */
async function noteInFlight({ db }: Foundation, leases: Set<string>): Promise<void> {
  const { rows } = await persistently(
    () =>
      db.read.query<{ lease: string }>({
        text: `select token || ' ' || delivery_id as lease from webhook_leases`,
      }),
    QUERY_TIMEOUT_MS,
  );
  for (const { lease } of rows) leases.add(lease);
}

/** Waits until no delivery is pending. */
async function untilDelivered({ db }: Foundation): Promise<number> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < REST_TIMEOUT_MS) {
    const { rows } = await persistently(
      () => db.read.query({ text: `select 1 from webhook_deliveries where status = 'pending' limit 1` }),
      QUERY_TIMEOUT_MS,
    );
    if (rows.length === 0) break;
    await delay(250);
  }
  return Date.now() - startedAt;
}

interface EventRow {
  id: string;
  status: string;
}

function readEvents({ db }: Foundation): Promise<{ rows: EventRow[] }> {
  return persistently(
    () =>
      db.read.query<EventRow>({
        text: `select e.id, d.status from events e
                 left join webhook_deliveries d on d.account_id = e.account_id and d.event_id = e.id`,
      }),
    QUERY_TIMEOUT_MS,
  );
}

function judge(
  events: readonly EventRow[],
  receiver: Receiver,
  course: Plan & {
    inFlight: { worker: Set<string>; postgres: Set<string> };
    restMs: number;
    startedAt: number;
  },
): { report: object; faults: string[] } {
  const received = receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
  const distinct = new Set(received);
  const known = new Set(events.map(({ id }) => id));
  const duplicates = received.length - distinct.size;
  const { worker, postgres } = course.inFlight;
  const mayRepeat = new Set([...worker, ...postgres]).size;
  const faults = [
    ...(events.length === course.events ? [] : [`${events.length} of ${course.events} events were recorded`]),
    ...events.filter(({ id }) => !distinct.has(id)).map(({ id }) => `${id} was never received`),
    ...events.filter(({ status }) => status !== 'delivered').map(({ id, status }) => `${id} is ${status}`),
    ...[...distinct].filter((id) => !known.has(id)).map((id) => `${id} was received but is not an event`),
    ...(duplicates <= mayRepeat
      ? []
      : [`${duplicates} came twice, but only ${mayRepeat} were in flight at a kill`]),
  ];
  return {
    faults,
    report: {
      seconds: Math.round((Date.now() - course.startedAt) / 1000),
      kills: { worker: course.workerKills, postgres: course.postgresKills },
      events: course.events,
      received: received.length,
      distinct: distinct.size,
      duplicates,
      in_flight_at_kills: mayRepeat,
      seconds_to_rest: course.restMs / 1000,
    },
  };
}
