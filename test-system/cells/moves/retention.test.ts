import { expect } from 'chai';
import { createHousekeeper } from '../../../src/composition/housekeeping.ts';
import { newId } from '../../../src/lib/ids.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { Client } from '../../../test/support/client.ts';
import type { TestAccount, TestService } from '../../../test/support/service.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { startTwoCells, type TwoCells, whileCopying, whileFrozen } from './two-cells.ts';

const DAY_MS = 24 * 3600 * 1000;
const HOOK = 'https://shop.example/hooks';

describe('what is too old to be kept, of an account that moves to another cell', function () {
  this.timeout(120_000);
  let cells: TwoCells;
  let here: TestService;
  let there: TestService;

  before(async () => {
    cells = await startTwoCells();
    [here, there] = cells.services;
  });
  after(() => cells?.close());

  const clientThere = ({ key }: TestAccount): Client => there.client(key.secret);

  const COUNTING = `select (select count(*) from idempotency_records where account_id = $1 and expires_at < now())::integer as answers,
    (select count(*) from events where account_id = $1 and created_at < now() - interval '31 days')::integer as events`;
  const expiredIn = async ({ database }: TestService, { id }: TestAccount): Promise<object | undefined> =>
    (await database.query(COUNTING, [id]))[0];

  async function accountWithExpired(): Promise<TestAccount> {
    const account = await here.createAccount();
    await fund(account, 'MXNB', '100');
    await makeOld(account);
    return account;
  }

  async function makeOld(account: TestAccount): Promise<void> {
    await here.database.query(
      `update events set created_at = now() - interval '40 days' where account_id = $1`,
      [account.id],
    );
    await here.database.query(
      `update idempotency_records set expires_at = now() - interval '1 minute' where account_id = $1`,
      [account.id],
    );
  }

  it('keeps it in both cells until it has arrived', async () => {
    const account = await accountWithExpired();
    const before = await expiredIn(here, account);
    expect(before).to.have.property('events').above(0);
    expect(before).to.have.property('answers').above(0);
    await whileCopying(cells, account, 'transfers', async () => {
      await keepHouse(there);
      expect(await expiredIn(there, account)).to.deep.equal(before);
    });
    expect(await expiredIn(there, account)).to.deep.equal(before);
    expect((await clientThere(account).get('/v1/balances')).status).to.equal(200);
  });

  it('has it deleted in both cells after that', async () => {
    const account = await accountWithExpired();
    await cells.move(account.id);
    for (const service of [here, there]) {
      await keepHouse(service);
      expect(await expiredIn(service, account)).to.deep.equal({ answers: 0, events: 0 });
    }
  });

  it('has it deleted in the cell that it has left also if it was still to be delivered', async () => {
    const account = await here.createAccount();
    expect((await account.api.post('/v1/webhook_endpoints', { url: HOOK })).status).to.equal(201);
    await fund(account, 'MXNB', '100');
    await makeOld(account);
    await cells.move(account.id);
    for (const service of [here, there]) await keepHouse(service);
    expect(await expiredIn(here, account)).to.include({ events: 0 });
    expect(await expiredIn(there, account))
      .to.have.property('events')
      .above(0);
  });

  it('has nothing deleted while nothing of it may change', async () => {
    const account = await accountWithExpired();
    await whileFrozen(cells, account, () => keepHouse(here));
    await keepHouse(there);
    expect(await expiredIn(there, account)).to.deep.equal({ answers: 0, events: 0 });
  });

  it('has its calls of the last 30 days in the log of a cell that began today', async () => {
    const account = await here.createAccount();
    const daysAgo = [29, 12];
    for (const days of daysAgo) await logCall(account, days);
    await cells.move(account.id);
    const after = new Date(Date.now() - 30 * DAY_MS + 60_000).toISOString();
    const { status, body } = await clientThere(account).get(
      `/v1/request_logs?path=/v1/old&created_after=${after}`,
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data).to.have.length(daysAgo.length);
  });

  it('may lose the oldest day of its log while it is copied', async () => {
    const account = await here.createAccount();
    for (const days of [31, 30]) await logCall(account, days);
    await whileCopying(cells, account, 'transfers', async () => {
      const [dropped] = await there.database.query(
        `select to_char((now() at time zone 'UTC')::date - 30, '"request_logs_"YYYYMMDD') as day`,
      );
      await there.database.query(`drop table ${String(dropped?.['day'])}`);
    });
    expect((await clientThere(account).get('/v1/balances')).status).to.equal(200);
  });

  const keepHouse = async ({ foundation: { db, railRecords } }: TestService): Promise<void> => {
    await createHousekeeper({ db, railRecords, logger: createLogger('silent') }).runOnce();
  };

  async function logCall({ id }: TestAccount, daysAgo: number): Promise<void> {
    await here.database.query(
      `select make_request_log_partitions(day, day) from (select (now() at time zone 'UTC')::date - $1::integer as day) d`,
      [daysAgo],
    );
    await here.database.query(
      `insert into request_logs (account_id, created_at, id, method, path, operation, status, duration_ms, ip,
         credential_id, credential_name, credential_last_four, api_version)
       values ($1, now() - $2 * interval '1 day', $3, 'GET', '/v1/old', 'getPing', 200, 1, '192.0.2.1', $3, 'Key', 'abcd', '2026-11-20')`,
      [id, daysAgo, newId()],
    );
  }
});
