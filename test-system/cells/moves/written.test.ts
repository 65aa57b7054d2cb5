import { expect } from 'chai';
import pg from 'pg';
import { listTables } from '../../../src/account-moves/table-repository.ts';
import { CUSTOMER_FIXTURES } from '../../../test/panel/customers/fixtures.ts';
import { NOTE_FIXTURES } from '../../../test/panel/notes/fixtures.ts';
import { join } from '../../../test/panel/people.ts';
import { VIEW_FIXTURES } from '../../../test/panel/view-fixtures.ts';
import { WITHDRAWAL_FIXTURES } from '../../../test/panel/withdrawals/fixtures.ts';
import type { TestAccount, TestService } from '../../../test/support/service.ts';
import { letTimePass, treasurer } from '../../../test/treasury/rig.ts';
import { batcher, linesOf, runsOf, TODAY } from '../../../test/withdrawal-batches/rig.ts';
import { fund } from '../../../test/transfers/rig.ts';
import { requireGoodBooks, startTwoCells, type TwoCells } from './two-cells.ts';

/** What people wrote or set for an account, and what is due for it. */
const WRITTEN = [
  'approval_rules',
  'chat_webhooks',
  'customers',
  'link_reminder_settings',
  'notification_preferences',
  'saved_views',
  'team_notes',
  'withdrawal_batch_lines',
  'withdrawal_batches',
];

describe('an account with all that people can write and set, which moves to another cell', function () {
  this.timeout(180_000);
  let cells: TwoCells;
  let here: TestService;
  let there: TestService;
  let account: TestAccount;

  before(async () => {
    cells = await startTwoCells();
    [here, there] = cells.services;
    account = await here.createAccount();
  });
  after(() => cells?.close());

  const rowsIn = async (service: TestService): Promise<Record<string, unknown[]>> => {
    const client = new pg.Client({ connectionString: service.database.url });
    await client.connect();
    try {
      const found: Record<string, unknown[]> = {};
      for (const { name, account: column } of await listTables(client)) {
        if (!WRITTEN.includes(name)) continue;
        const { rows } = await client.query<{ row: unknown }>(
          `select to_jsonb(t) as row from ${name} t where ${column} = $1 order by to_jsonb(t)::text`,
          [account.id],
        );
        found[name] = rows.map(({ row }) => row);
      }
      return found;
    } finally {
      await client.end();
    }
  };

  it('has there all that its people wrote and set, row by row, and its batch is sent there', async () => {
    const person = await join(here, account.id, 'owner');
    const written = [CUSTOMER_FIXTURES, NOTE_FIXTURES, VIEW_FIXTURES].flatMap(({ makers }) =>
      Object.values(makers),
    );
    // Waiting transfers would keep the account from moving.
    const { rule } = WITHDRAWAL_FIXTURES.makers;
    for (const make of [...written, rule!]) await make(here, account, person);
    await fund(account, 'MXNB', '1000');
    const bob = await treasurer(here, account, 'finance');
    await bob.save('Payroll');
    await letTimePass(here);
    await letTimePass(there);
    await here.database.query(
      `insert into link_reminder_settings (account_id, hours_before, language, planned_until)
       values ($1, 24, 'es', service_now())`,
      [account.id],
    );
    await here.database.query(
      `insert into notification_preferences (account_id, user_id, kinds) values ($1, $2, '{payment}')`,
      [account.id, person.id],
    );
    await here.database.query(
      `insert into chat_webhooks (account_id, service, sealed_url, shown_url, language, kinds, created_at)
       values ($1, 'slack', '\\x00', 'hooks.slack.com', 'en', '{payment}', service_now())`,
      [account.id],
    );
    const [clock] = await here.database.query(
      `select to_char(service_now() + interval '2 days', 'YYYY-MM-DD') as day`,
    );
    const schedule = { ...TODAY, executeOn: String(clock?.['day']) };
    const { id } = await batcher(here, account, bob).request(
      'amount,destination\n107,Payroll',
      schedule,
      true,
    );

    const before = await rowsIn(here);
    const empty = Object.keys(before).filter((name) => before[name]?.length === 0);
    expect(empty, 'nothing was made for these').to.deep.equal([]);
    await cells.move(account.id);
    expect(await rowsIn(there)).to.deep.equal(before);

    await letTimePass(there, '72 hours');
    await there.workers.withdrawalBatches.runOnce();
    expect(await runsOf(there, account.id)).to.include(`${schedule.executeOn} started`);
    await there.workers.transfers.runOnce();
    expect(await linesOf(there, id)).to.deep.equal({ settled: 1 });
    await requireGoodBooks(cells);
  });
});
