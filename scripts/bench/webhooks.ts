// Deliveries per second of one worker to a local receiver, against a bare loop of signed posts of the same bodies to
// the same receiver with as many in flight. Each contestant is its own process; they take turns.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { createEventRecorder } from '../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import { openFoundation, type Foundation } from '../../src/composition/foundation.ts';
import { createAddressGuard } from '../../src/lib/outgoing/address-guard.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { configuredPanelBaseUrl } from '../../src/people/panel-address.ts';
import { createWebhookEndpointService } from '../../src/webhooks/service.ts';
import { runProgram } from '../../test/support/processes/program.ts';
import { startReceiver, type Receiver } from '../../test/support/outside/receiver.ts';
import { median } from './load.ts';
import { type Pids, pidsOf, readUsed, since, type Used } from './payments/used.ts';
import { openRig } from './rig.ts';

/** How many are sent to one endpoint at once. */
const IN_FLIGHT_PER_ENDPOINT = 8;
/** With 64 in flight each send waits for an earlier one to be recorded; with 256 there is always something to send. */
const ENDPOINTS = [8, 32];
const NOTICES = 5_000;
const TIMEOUT_MS = 120_000;
/** Until the outcomes are recorded. */
const RECORDED_MS = 200;

export async function benchWebhooks({
  rounds,
}: {
  rounds: number;
}): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  const receiver = await startReceiver();
  const owner = new pg.Client({ connectionString: rig.environment['DATABASE_URL'] });
  const settings = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile };
  const foundation = await openFoundation(
    readConfig({ ...rig.environment, ...settings }),
    createLogger('warn'),
  );
  try {
    const accountIds: string[] = [];
    for (let index = 0; index < Math.max(...ENDPOINTS); index++)
      accountIds.push((await rig.openAccount()).id);
    const endpoints = createWebhookEndpointService({
      keyring: foundation.keyring,
      guard: createAddressGuard({ allowCidrs: foundation.config.webhookAllowCidrs }),
      panelUrl: () => `${configuredPanelBaseUrl(foundation.config)}/panel`,
    });
    const endpoint = {
      url: `${receiver.url}/hook`,
      description: '',
      enabledEvents: ['payment_link.paid'],
      standardWebhooks: false,
    };
    for (const id of accountIds)
      await foundation.db.transaction((trx) => endpoints.create(trx, id, endpoint));
    const worker = await rig.start({ ...settings, ROLES: 'worker' });
    await owner.connect();
    const pids = await pidsOf(worker, owner);
    const rows = [];
    for (const count of ENDPOINTS) {
      rows.push(
        await compare({ foundation, pids, receiver, accountIds: accountIds.slice(0, count), rounds }),
      );
    }
    return rows;
  } finally {
    await owner.end();
    await foundation.close();
    await rig.close();
    await receiver.close();
  }
}

async function compare(options: {
  foundation: Foundation;
  /** Of the worker. */
  pids: Pids;
  receiver: Receiver;
  /** Each account has one endpoint. */
  accountIds: readonly string[];
  rounds: number;
}): Promise<Record<string, number | string>> {
  const { foundation, pids, receiver, accountIds, rounds } = options;
  const inFlight = IN_FLIGHT_PER_ENDPOINT * accountIds.length;
  const taken: { worker: number[]; floor: number[] } = { worker: [], floor: [] };
  const used: Used[] = [];
  const bareMs: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const turns = [
      async () => {
        let before = readUsed(pids);
        const perSecond = await timed(receiver, async () => {
          await recordEvents(foundation, accountIds);
          before = readUsed(pids);
        });
        await delay(RECORDED_MS);
        if (round < 0) return;
        taken.worker.push(perSecond);
        used.push(since(before, readUsed(pids), NOTICES));
      },
      async () => {
        const perSecond = await timed(
          receiver,
          () => Promise.resolve(),
          async () => void bareMs.push(await postBarely(receiver, inFlight)),
        );
        if (round >= 0) taken.floor.push(perSecond);
      },
    ];
    if (Math.random() < 0.5) turns.reverse();
    for (const turn of turns) await turn();
  }
  const ratios = taken.worker.map((perSecond, round) => perSecond / (taken.floor[round] ?? 0));
  return {
    case: 'webhook delivery',
    endpoints: accountIds.length,
    'in flight': inFlight,
    'deliveries/s': Math.round(median(taken.worker)),
    'bare posts/s': Math.round(median(taken.floor)),
    ratio: median(ratios).toFixed(2),
    'bare CPU ms': median(bareMs).toFixed(3),
    'service CPU ms': median(used.map(({ service }) => service)).toFixed(3),
    'Postgres CPU ms': median(used.map(({ postgres }) => postgres)).toFixed(3),
  };
}

/** Events per second from the first arrival to the last; startup before that does not count. */
async function timed(
  receiver: Receiver,
  prepare: () => Promise<void>,
  send: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  receiver.requests.length = 0;
  await prepare();
  const sending = send();
  const requests = await receiver.waitFor(NOTICES, TIMEOUT_MS);
  await sending;
  const [first, last] = [requests[0], requests[NOTICES - 1]];
  if (!first || !last) throw new Error('nothing arrived');
  return NOTICES / ((last.receivedAt.getTime() - first.receivedAt.getTime()) / 1000);
}

/** Records them in one transaction, so that the worker finds them all at once. */
async function recordEvents({ db }: Foundation, accountIds: readonly string[]): Promise<void> {
  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
  await db.transaction(async (trx) => {
    for (let index = 0; index < NOTICES; index++) {
      await recorder.record(trx, {
        accountId: accountIds[index % accountIds.length] ?? '',
        type: 'payment_link.paid',
        subject: randomUUID(),
        transition: 'paid',
        data: {
          link_code: 'PL-7K2M-9QX4-B1TZ',
          amount: '150.00000000',
          currency: 'MXNB',
          payment_method: 'SPEI',
        },
        requestId: null,
      });
    }
  });
}

/** Returns the processor time of a post, in milliseconds. */
async function postBarely(receiver: Receiver, inFlight: number): Promise<number> {
  const program = runProgram(
    'scripts/bench/signed-posts.ts',
    [`${receiver.url}/hook`, String(NOTICES), String(inFlight)],
    { NODE_EXTRA_CA_CERTS: receiver.caFile },
  );
  if ((await program.exited) !== 0) throw new Error(program.stderr());
  return Number(program.stdout());
}
