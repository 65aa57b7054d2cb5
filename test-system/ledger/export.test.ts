import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { accountWithHistory, isQuiet, MOVEMENTS, openExport } from '../../test/ledger/long-history.ts';
import { until } from '../../test/support/poll.ts';
import { residentBytes } from '../../test/support/processes/processes.ts';
import { startBeside } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';

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
      longStanding = await accountWithHistory(service);
    });

    it('does not use more memory, however slowly the client reads', async function () {
      this.timeout(120_000);
      const dataDir = await mkdtemp(join(tmpdir(), 'payments-export-'));
      const program = await startBeside(service, {
        DATA_DIR: dataDir,
        ROLES: 'api',
        // A small heap forces early garbage collection, so that only live objects count.
        NODE_OPTIONS: '--max-old-space-size=128',
      });
      try {
        // Warms up, since the memory any process needs for its first work is not the subject.
        const warmUp = `${program.url}/v1/transactions?created_before=2026-01-01T00:00:50Z`;
        await openExport(warmUp, longStanding.key.secret, 'application/x-ndjson').then((first) =>
          once(first.resume(), 'end'),
        );
        const { pid } = program.process;
        const before = await residentBytes(pid);
        let most = before;
        const answer = await openExport(
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
