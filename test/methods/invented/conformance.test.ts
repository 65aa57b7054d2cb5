import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cleanEnv } from 'envalid';
import { connect } from '../../../src/db/connect.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { money } from '../../../src/lib/money.ts';
import type { Destination, RailParts, Report } from '../../../src/methods/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { patience } from '../simulator/rig.ts';
import { describeConformance } from '../providers/conformance.ts';
import type { RailUnderTest, Traits } from '../providers/conformance/rail-under-test.ts';
import { startTern, type StandInTern } from './stand-in/server.ts';
import { checkTern } from './tern/check.ts';
import { ternRail } from './tern/rail.ts';
import type { Tern } from './tern/tern.ts';

const TRAITS: Traits = {
  methods: [{ method: 'WIRE', kind: 'bank', network: null, asset: 'USD', decimals: 2, paysOut: true }],
  notices: true,
  namesPayers: true,
  returns: true,
  drops: true,
  changes: false,
  pageSize: 100,
};

describeConformance('an invented rail, by its sheet', openTern, TRAITS);

describe('a payment at an invented rail', () => {
  it('that comes back is reported, also if no notice says so', async () => {
    const rig = await openRig();
    try {
      const tern = await rig.open();
      const asked = { idempotencyKey: randomUUID(), method: 'WIRE', asset: 'USD', amount: money('12.34') };
      const account = newAccount();
      const pay = () => tern.payOut({ ...asked, destination: account }, patience());
      await pay();
      rig.tern.clock.advance(100);
      const { providerReference } = await pay();
      rig.tern.books.giveBack(providerReference!);
      await rig.database.query('update rail_orders set watch_at = now()');
      const reports: Report[] = [];
      const [watch] = tern.background!((_trx, told) => Promise.resolve(void reports.push(...told)));
      while ((await watch!.runOnce()) > 0);
      expect(JSON.parse(JSON.stringify(reports))).to.deep.equal([
        {
          type: 'return',
          returned: {
            ...{ providerReference, returnReference: `${providerReference}:return` },
            ...{ asset: 'USD', amount: '12.34', reason: 'ACCOUNT_CLOSED' },
            message: 'Tern says that the payment is returned (account_closed).',
          },
        },
      ]);
    } finally {
      await rig.close();
    }
  });
});

describe('the checklist of an invented rail', () => {
  it('is fine where all is as documented, and else says what to do', async () => {
    const rig = await openRig();
    try {
      const said = await checkTern((await rig.open()).client);
      expect(said.map(({ ok, says }) => [ok, says])).to.deep.equal([
        [true, 'balance: 1000000.00 USD'],
        [true, 'readable; empty so far'],
        [true, 'an unknown client id gets an error that says so'],
      ]);
      const [refused] = await checkTern((await rig.open({ apiKey: 'of_another_company' })).client);
      expect(refused).to.deep.include({ ok: false });
      expect(refused?.says).to.match(/Check TERN_API_KEY\.$/);
    } finally {
      await rig.close();
    }
  });
});

interface Rig {
  tern: StandInTern;
  database: TestDatabase;
  /** As in another process. */
  open(change?: { apiKey?: string; url?: string }): Promise<Tern>;
  now(): Promise<Date>;
  close(): Promise<void>;
}

async function openRig(): Promise<Rig> {
  const tern = await startTern('1000000');
  const database = await createTestDatabase();
  const logger = createLogger('silent');
  const db = connect({ connectionString: database.url, maxTransactions: 10, logger });
  return {
    ...{ tern, database },
    async open({ apiKey = tern.apiKey, url = tern.url } = {}) {
      const variables = { TERN_API_KEY: apiKey, TERN_WEBHOOK_SECRET: tern.webhookSecret, TERN_BASE_URL: url };
      const env = cleanEnv(variables, ternRail.variables!);
      const config = ternRail.configure({ ...env, ENVIRONMENT: 'test', ROLES: new Set() });
      return ternRail.open({ db, logger } as unknown as RailParts, config!);
    },
    async now() {
      const [row] = await database.query('select service_now() as now');
      return row?.['now'] as Date;
    },
    async close() {
      await db.close();
      await database.drop();
      await tern.close();
    },
  };
}

async function openTern(): Promise<RailUnderTest> {
  const rig = await openRig();
  const { tern } = rig;
  const { books, faults, clock } = tern;
  const paymentOf = (id: string) => [...books.payments.values()].find((one) => one.id === id)!;
  const aboutPayment = (id: string) => tern.notice('payment.updated', paymentOf(id).client_id);
  return {
    ...{ provider: await rig.open(), reopen: () => rig.open() },
    now: () => rig.now(),
    close: () => rig.close(),
    async unreachable() {
      const gone = await startTern('0');
      await gone.close();
      return rig.open({ url: gone.url });
    },
    payIn(_method, { destination }, amount, name = 'María Pérez') {
      const { id } = books.receive(destination, amount.toFixed(2), name);
      return Promise.resolve({ providerReference: id, notice: tern.notice('deposit.updated', id) });
    },
    finalize() {
      books.screen('credited');
      clock.advance(100);
      return Promise.resolve();
    },
    drop: (id) => Promise.resolve(books.screen('rejected', id)),
    newDestination: newAccount,
    sentTo(destination) {
      const sent = [...books.payments.values()].filter(
        ({ state, to }) =>
          state !== 'failed' &&
          'bank' in destination &&
          'account_number' in destination.bank &&
          to.number === destination.bank.account_number,
      );
      return Promise.resolve(sent.map(({ amount }) => money(amount)));
    },
    sendBack(id) {
      books.giveBack(id);
      return Promise.resolve(aboutPayment(id));
    },
    movedOn: (id) => Promise.resolve(aboutPayment(id)),
    misbehave: (_move, fault) => Promise.resolve(misbehave(tern, fault)),
    heal() {
      faults.clear();
      books.endAll();
      return Promise.resolve();
    },
    forge: ({ body }) => tern.sign(body, { by: 'the secret of another company' }),
    repeat: ({ body }) => tern.sign(body, { at: Date.now() + 60_000 }),
    age: ({ body }) => tern.sign(body, { at: Date.now() - 3_600_000 }),
  };
}

function newAccount(): Destination {
  const account_number = String(randomInt(10 ** 11, 10 ** 12));
  return { bank: { account_number, routing_number: '101019644', account_name: 'María Pérez' } };
}

function misbehave({ books, faults }: StandInTern, fault: Parameters<RailUnderTest['misbehave']>[1]): void {
  const [asking, paying] = ['GET /payments/:id', 'PUT /payments/:id'];
  switch (fault) {
    case 'hold':
      return books.hold();
    case 'refuse':
      faults.plan({ kind: 'refused', code: 'insufficient_funds', on: paying, times: 0 });
      return books.endAll('insufficient_funds');
    case 'lose_answer':
      faults.plan({ kind: 'lost', acts: true, on: paying, times: 0 });
      // What looks first finds nothing yet; afterwards, it gets no answer either.
      faults.plan({ kind: 'latency', ms: 0, on: asking });
      return faults.plan({ kind: 'lost', on: asking, times: 0 });
    case 'dawdle':
      return faults.plan({ kind: 'latency', ms: 60_000, on: paying, times: 0 });
  }
}
