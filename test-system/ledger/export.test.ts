import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { loadWithoutIndexes } from '../../test/support/data/bulk-load.ts';
import { until } from '../../test/support/poll.ts';
import { residentBytes } from '../../test/support/processes/processes.ts';
import { startServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

/** More than 100 MB on the wire. */
const MOVEMENTS = 150_000;
const MAX_GROWTH_BYTES = 60 * 1024 ** 2;

describe('the export of movements', () => {
  let service: TestService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.close());

  describe('of hundreds of thousands of movements', () => {
    let longStanding: TestAccount;

    before(async () => {
      longStanding = await service.createAccount();
      const { url } = service.database;
      await loadWithoutIndexes(url, ['ledger_entries', 'ledger_postings'], () =>
        fill(service, longStanding.id, MOVEMENTS),
      );
    });

    it('does not use more memory, however slowly the client reads', async function () {
      this.timeout(120_000);
      const dataDir = await mkdtemp(join(tmpdir(), 'payments-export-'));
      const program = await startServer({
        DATABASE_URL: service.database.url,
        DATA_DIR: dataDir,
        SECRETS_KEY: service.secretsKey,
        ROLES: 'api',
        // A small heap forces early garbage collection, so that only live objects count.
        NODE_OPTIONS: '--max-old-space-size=128',
      });
      try {
        // Warms up, since the memory any process needs for its first work is not the subject.
        const warmUp = `${program.url}/v1/transactions?created_before=2026-01-01T00:00:50Z`;
        await open(warmUp, longStanding.key.secret, 'application/x-ndjson').then((first) =>
          once(first.resume(), 'end'),
        );
        const { pid } = program.process;
        const before = await residentBytes(pid);
        let most = before;
        const answer = await open(
          `${program.url}/v1/transactions`,
          longStanding.key.secret,
          'application/x-ndjson',
        );
        if (answer.statusCode !== 200) expect.fail(`${await text(answer)}\n${program.stderr()}`);
        // Reads nothing until the server has stopped because of back pressure.
        await until(() => isQuiet(service), { what: 'the export waits for its reader' });
        let lines = 0;
        for await (const chunk of answer as AsyncIterable<Buffer>) {
          for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
          most = Math.max(most, await residentBytes(pid));
        }
        expect(lines).to.equal(MOVEMENTS);
        expect(most - before).to.be.below(MAX_GROWTH_BYTES);
      } finally {
        program.process.kill('SIGTERM');
        await program.exited;
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  });
});

/** A history of payments, one per millisecond, without the postings on the other side. */
async function fill({ database }: TestService, accountId: string, count: number): Promise<void> {
  await database.query(
    `-- Without checks of foreign keys and balanced entries, which take longer than the writes.
     set local session_replication_role = replica;
     with movement as materialized (
       select n, ('01930000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
              '2026-01-01Z'::timestamptz + n * interval '1 millisecond' as at
         from generate_series(1, ${count}) as n
     ), entry as (
       insert into ledger_entries (account_id, id, type, source_object, source_id, created_at)
       select '${accountId}', id, 'payment', 'deposit', n, at from movement
     )
     insert into ledger_postings
       (account_id, id, entry_id, asset, book, amount, balance_after, type, created_at)
     select '${accountId}', id, id, 'MXNB', 'available', 1, n, 'payment', at from movement`,
  );
}

/** Resolves with the response before any of its body is read. */
function open(url: string, apiKey: string, accept: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${apiKey}`, accept } }, resolve).on('error', reject);
  });
}

/** Whether there have been no queries for a while. */
async function isQuiet({ database }: TestService): Promise<boolean> {
  const [row] = await database.query(
    `select bool_and(state = 'idle' and state_change < clock_timestamp() - interval '300 milliseconds') as quiet
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return row?.['quiet'] === true;
}
