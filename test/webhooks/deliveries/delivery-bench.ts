import { randomUUID } from 'node:crypto';
import { createEventRecorder } from '../../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../../src/webhooks/deliveries/repository.ts';
import type { TestDatabase } from '../../support/database.ts';
import { answers, startReceiver, type Receiver } from '../../support/outside/receiver.ts';
import { runningOn, startService, type TestAccount, type TestService } from '../../support/service.ts';

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  last_http_status: number | null;
  last_error: string | null;
  /** Seconds until the next attempt, on the deployment's clock. */
  due_in_s: number | null;
  /** Seconds from the end of the last attempt to the next. */
  pause_s: number | null;
}

/** A service that delivers its events to a receiver in this process. */
export interface DeliveryBench {
  service: TestService;
  receiver: Receiver;
  account: TestAccount;
  environment: Record<string, string>;
  /** Another process of the same service; who starts it closes it. */
  another(): Promise<TestService>;
  /** Attempts everything due with the service's own worker, and returns the number of attempts. */
  deliverDue(): Promise<number>;
  /** Registers an endpoint with the receiver's URL. */
  register(fields?: object): Promise<{ id: string; secret: string }>;
  /** Records this many payment_link.paid events for the account, and returns their ids. */
  record(count?: number, accountId?: string): Promise<string[]>;
  deliveries(): Promise<DeliveryRow[]>;
  delivery(): Promise<DeliveryRow>;
  endpoint(id: string): Promise<any>;
  leases(): Promise<object[]>;
  /** The ids of the events that the receiver got, oldest first. */
  receivedIds(): string[];
  /** Lets the receiver hold back every response until the test releases it by its place. The statuses are used in turn, then 200. */
  holdAnswers(...statuses: number[]): (place: number) => void;
  /** Advances the deployment's clock. */
  advance(seconds: number): Promise<void>;
  /** Makes all leases expire. */
  endLeases(): Promise<void>;
  /** Removes all endpoints, events and requests for the next test. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startDeliveryBench(settings: Record<string, string> = {}): Promise<DeliveryBench> {
  const receiver = await startReceiver();
  const environment = {
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
    ...settings,
  };
  const service = await startService(environment);
  const account = await service.createAccount();
  const { api } = account;
  const query: TestDatabase['query'] = (text, values) => service.database.query(text, values);
  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });

  const deliveries = async (): Promise<DeliveryRow[]> =>
    (await query(
      `select id, endpoint_id, event_id, status, attempts, last_http_status, last_error,
              extract(epoch from next_attempt_at - service_now())::float8 as due_in_s,
              extract(epoch from next_attempt_at - (select max(ended_at) from webhook_delivery_attempts
                                                     where delivery_id = d.id))::float8 as pause_s
         from webhook_deliveries d order by created_at, id`,
    )) as unknown as DeliveryRow[];

  return {
    service,
    receiver,
    account,
    environment,
    deliveries,
    another: () => runningOn(service.database, { ...environment, SECRETS_KEY: service.secretsKey }),
    async deliverDue() {
      let attempts = 0;
      for (let made = 1; made > 0; attempts += made) made = await service.workers.deliveries.runOnce();
      return attempts;
    },
    async register(fields = {}) {
      const { body } = await api.post('/v1/webhook_endpoints', { url: `${receiver.url}/hooks`, ...fields });
      return { id: body.id, secret: body.signing_secret };
    },
    async record(count = 1, accountId = account.id) {
      const before = await query('select id from events');
      await service.foundation.db.transaction(async (trx) => {
        for (let index = 0; index < count; index++) {
          const link_code = `PL-7K2M-9QX4-${String(index).padStart(4, '0')}`;
          await recorder.record(trx, {
            accountId,
            type: 'payment_link.paid',
            subject: randomUUID(),
            transition: 'paid',
            data: { link_code, amount: '150.00000000', currency: 'MXNB', payment_method: 'SPEI' },
            requestId: null,
          });
        }
      });
      const known = new Set(before.map(({ id }) => id));
      return (await query('select id from events'))
        .map(({ id }) => id as string)
        .filter((id) => !known.has(id));
    },
    async delivery() {
      const [only, ...others] = await deliveries();
      if (!only || others.length > 0)
        throw new Error(`there are ${others.length + (only ? 1 : 0)} deliveries`);
      return only;
    },
    endpoint: async (id) => (await api.get(`/v1/webhook_endpoints/${id}`)).body,
    leases: () => query('select * from webhook_leases'),
    receivedIds: () => receiver.requests.map(({ headers }) => String(headers['service-event-id'])),
    holdAnswers(...statuses) {
      const held: (() => void)[] = [];
      receiver.answerWith((response, request) => {
        const status = statuses.shift() ?? 200;
        held.push(() => answers.status(status)(response, request));
      });
      return (place) => held[place]?.();
    },
    async advance(seconds) {
      await query('update service_clock set advanced_by = advanced_by + make_interval(secs => $1)', [
        seconds,
      ]);
    },
    async endLeases() {
      await query(`update webhook_leases set expires_at = now() - interval '1 second'`);
    },
    async clear() {
      await query('delete from webhook_endpoints');
      await query('delete from events');
      await query(`update service_clock set advanced_by = '0'`);
      receiver.requests.length = 0;
      receiver.answerWith(answers.status(200));
    },
    async close() {
      await service.close();
      await receiver.close();
    },
  };
}
