import { createEventRecorder } from '../../../src/events/record.ts';
import { newId } from '../../../src/lib/ids.ts';
import { insertEventsWithDeliveries } from '../../../src/webhooks/deliveries/repository.ts';
import type { TestAccount, TestService } from '../../support/service.ts';
import type { RouteFixtures } from '../fixtures.ts';

const ENDPOINT = { url: 'https://hooks.example.com/', enabled_events: ['payment_link.paid'] };
const FORM = { url: ENDPOINT.url, description: 'Shop', events: 'payment_link.paid' };

async function createEndpoint(service: TestService, account: TestAccount): Promise<string> {
  await makeRoom(service, account);
  const { body } = await account.api.post('/v1/webhook_endpoints', ENDPOINT);
  return body.id as string;
}

/** An account has at most 16 endpoints, and the test of access makes one for each modifying call, so it keeps the first. */
async function makeRoom({ database }: TestService, { id }: TestAccount): Promise<void> {
  await database.query(
    `delete from webhook_endpoints where account_id = $1 and id not in
       (select id from webhook_endpoints where account_id = $1 order by created_at limit 14)`,
    [id],
  );
}

/** Records an event as the service does, with its deliveries. */
export async function recordPaid({ foundation }: TestService, { id }: TestAccount): Promise<void> {
  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
  await foundation.db.transaction((trx) =>
    recorder.record(trx, {
      accountId: id,
      type: 'payment_link.paid',
      subject: newId(),
      transition: 'paid',
      data: {
        link_code: 'PL-7K2M-9QX4-B1TZ',
        amount: '150.00000000',
        currency: 'MXNB',
        payment_method: 'SPEI',
      },
      requestId: null,
    }),
  );
}

async function first(service: TestService, account: TestAccount, select: string): Promise<string> {
  const [row] = await service.database.query(select, [account.id]);
  return row!['id'] as string;
}

export const WEBHOOK_FIXTURES: RouteFixtures = {
  makers: {
    endpoint: createEndpoint,
    /** To the endpoint that was made before it. */
    delivery: async (service, account) => {
      await recordPaid(service, account);
      return first(
        service,
        account,
        `select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where d.account_id = $1 order by e.created_at desc, d.created_at desc limit 1`,
      );
    },
    event: async (service, account) => {
      await recordPaid(service, account);
      return first(
        service,
        account,
        'select id from events where account_id = $1 order by created_at desc limit 1',
      );
    },
  },
  forms: {
    '/panel/accounts/:account/webhooks/new': async (service, account) => {
      await makeRoom(service, account);
      return FORM;
    },
    '/panel/accounts/:account/webhooks/:endpoint/edit': () => FORM,
    '/panel/accounts/:account/webhooks/:endpoint/replay': () => ({
      from: '2026-11-01T00:00',
      to: '2026-11-01T01:00',
    }),
  },
};
