import { expect } from 'chai';
import type { EventData, EventType } from '../../src/events/catalogue.ts';
import { connect } from '../../src/db/connect.ts';
import { createEventRecorder, type Fact } from '../../src/events/record.ts';
import { insertEventsWithDeliveries } from '../../src/webhooks/deliveries/repository.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { contract } from '../support/contract.ts';
import { createTestDatabase } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventsOf } from './events.ts';

const PAID: Omit<Fact<'payment_link.paid'>, 'accountId' | 'data'> & {
  data: EventData['payment_link.paid'];
} = {
  type: 'payment_link.paid',
  subject: 'PL-7K2M-9QX4-B1TZ',
  transition: 'paid',
  data: { link_code: 'PL-7K2M-9QX4-B1TZ', amount: '150.00000000', currency: 'MXNB', payment_method: 'SPEI' },
  requestId: 'req_1',
};

const id = '0192f3a4-c2a1-7c53-8d90-4e1f7b6a3c09';
/** One of each type; a missing type would not compile. */
const EXAMPLES: { [T in EventType]: EventData[T] } = {
  'payment_link.paid': PAID.data,
  'payment_link.partial_deposit': {
    link_code: 'PL-7K2M-9QX4-B1TZ',
    required_amount: '150.00000000',
    received_amount: '5.00000000',
    currency: 'MXN',
  },
  'deposit.completed': { deposit_id: id, amount: '150.00000000', asset: 'MXN', method: 'SPEI' },
  'deposit.failed': { deposit_id: id, amount: '150.00000000', reason: 'LINK_EXPIRED' },
  'withdrawal.completed': {
    withdrawal_id: id,
    amount: '10.00000000',
    net_amount: '9.00000000',
    fee: '1.00000000',
    asset: 'MXNB',
    method: 'SPEI',
  },
  'withdrawal.failed': { withdrawal_id: id, amount: '10.00000000', reason: 'DESTINATION_REJECTED' },
  'conversion.completed': {
    conversion_id: id,
    from_asset: 'MXNB',
    to_asset: 'USDC',
    from_amount: '170.00000000',
    to_amount: '10.00000000',
    exchange_rate: '0.05882353',
    fee: '0.00000000',
  },
  'balance.updated': { asset: 'MXNB', new_balance: '150.00000000', change: '-5.00000000', reason: 'fee' },
  'refund.completed': {
    refund_id: id,
    payment_link_code: 'PL-7K2M-9QX4-B1TZ',
    amount: '150.00000000',
    asset: 'MXN',
  },
  'refund.failed': {
    refund_id: id,
    payment_link_code: 'PL-7K2M-9QX4-B1TZ',
    amount: '150.00000000',
    asset: 'MXN',
    reason: 'ACCOUNT_CLOSED',
  },
};

describe('recording an event', () => {
  let service: TestService;
  let accountId: string;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());
  beforeEach(async () => {
    accountId = (await service.createAccount()).id;
  });

  const recorder = createEventRecorder({ livemode: false, insertEvents: insertEventsWithDeliveries });
  const record = <T extends EventType>(fact: Fact<T>, events = recorder) =>
    service.foundation.db.transaction((trx) => events.record(trx, fact));
  const ids = async (account = accountId) => (await eventsOf(service, account)).map((event) => event.id);

  it('writes the body as it will be sent', async () => {
    await record({ accountId, ...PAID });
    const [event] = await eventsOf(service, accountId);
    expect(Object.keys(event!)).to.deep.equal(['id', 'type', 'created', 'livemode', 'data']);
    expect(event).to.deep.include({ type: 'payment_link.paid', livemode: false, data: PAID.data });
    expect(event!.id).to.match(/^evt_[0-9a-f]{32}$/);
    expect(event!.created).to.be.closeTo(Date.now() / 1000, 30);
  });

  it('works for exactly the types in the contract', async () => {
    for (const [type, data] of Object.entries(EXAMPLES)) {
      await record({
        accountId,
        type: type as EventType,
        subject: id,
        transition: 'x' as never,
        data,
        requestId: null,
      });
    }
    const types = (await eventsOf(service, accountId)).map(({ type }) => type);
    expect([...types, 'webhook_endpoint.test']).to.have.members(Object.keys(contract.webhooks));
  });

  it('writes one event per fact, however often it is recorded', async () => {
    await record({ accountId, ...PAID });
    const [first] = await ids();
    await record({ accountId, ...PAID, requestId: 'req_2', data: { ...PAID.data, amount: '151.00000000' } });
    await service.foundation.db.transaction(async (trx) => {
      await recorder.record(trx, { accountId, ...PAID });
      await recorder.record(trx, { accountId, ...PAID });
    });
    await Promise.all(Array.from({ length: 10 }, () => record({ accountId, ...PAID })));
    expect(await ids()).to.deep.equal([first]);
    expect((await eventsOf(service, accountId))[0]?.data['amount']).to.equal('150.00000000');
  });

  it('gives different facts different ids', async () => {
    const other = (await service.createAccount()).id;
    await record({ accountId, ...PAID });
    await record({ accountId, ...PAID, subject: 'PL-AAAA-AAAA-AAAA' });
    await record({ accountId, ...PAID, transition: 'again' as never });
    await record({ accountId: other, ...PAID });
    const failed = {
      type: 'deposit.failed',
      transition: 'OVERPAID',
      data: EXAMPLES['deposit.failed'],
    } as const;
    await record({ accountId, ...PAID, ...failed });
    expect(new Set([...(await ids()), ...(await ids(other))]).size).to.equal(5);
  });

  it('keeps subject and transition apart in the id', async () => {
    await record({ accountId, ...PAID, subject: 'ab', transition: 'c' as never });
    await record({ accountId, ...PAID, subject: 'a', transition: 'bc' as never });
    expect(await ids()).to.have.length(2);
  });

  it('gives a fact the same id in every deployment', async () => {
    await record({ accountId, ...PAID });
    const database = await createTestDatabase();
    const elsewhere = connect({
      connectionString: database.url,
      maxTransactions: 1,
      logger: createLogger('silent'),
    });
    await database.query(`insert into accounts (id, name, created_at) values ($1, 'The same', now())`, [
      accountId,
    ]);
    await elsewhere.transaction((trx) => recorder.record(trx, { accountId, ...PAID }));
    expect((await database.query('select id from events')).map(({ id }) => id)).to.deep.equal(await ids());
    await elsewhere.close();
    await database.drop();
  });

  it('sets livemode in the live environment', async () => {
    await record(
      { accountId, ...PAID },
      createEventRecorder({ livemode: true, insertEvents: insertEventsWithDeliveries }),
    );
    expect((await eventsOf(service, accountId))[0]?.livemode).to.be.true;
  });

  it('is rolled back with its transaction, and fails it when the event cannot be written', async () => {
    const { db } = service.foundation;
    await db
      .transaction(async (trx) => {
        await recorder.record(trx, { accountId, ...PAID });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await ids()).to.deep.equal([]);

    const nobody = '0192f3a2-7d41-7c3a-9b8e-2f4d6a8c0e13';
    const failure = await record({ accountId: nobody, ...PAID }).catch((error: unknown) => error);
    expect(failure).to.include({ constraint: 'event_sequences_account_id_fkey' });
  });

  it('makes deliveries due for exactly the endpoints that want its type', async () => {
    const endpoints = ['wants', 'other type', 'switched off', "another account's"].map((description) => ({
      description,
      account: description.startsWith('another') ? undefined : accountId,
    }));
    for (const { description, account } of endpoints) {
      await service.database.query(
        `insert into webhook_endpoints (account_id, id, url, description, enabled_events, sealed_secret, enabled, created_at)
         values ($1, gen_random_uuid(), 'https://hooks.example.com/', $2, $3, '', $4, now())`,
        [
          account ?? (await service.createAccount()).id,
          description,
          description === 'other type' ? ['deposit.failed'] : ['deposit.completed', 'payment_link.paid'],
          description !== 'switched off',
        ],
      );
    }
    await record({ accountId, ...PAID });
    await record({ accountId, ...PAID });
    const deliveries = await service.database.query(
      `select w.description, d.status, d.attempts, d.next_attempt_at = e.created_at as due_at_once, d.event_id
         from webhook_deliveries d
         join webhook_endpoints w on w.id = d.endpoint_id
         join events e on e.account_id = d.account_id and e.id = d.event_id
        where d.account_id = $1`,
      [accountId],
    );
    expect(deliveries).to.deep.equal([
      { description: 'wants', status: 'pending', attempts: 0, due_at_once: true, event_id: (await ids())[0] },
    ]);
  });
});
