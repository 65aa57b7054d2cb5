import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient } from '../../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { requestIdOf } from '../../test/request-logs/entries.ts';

describe('the call log of a server process', () => {
  let database: TestDatabase;
  let dataDir: string;
  let server: RunningServer;

  before(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'payments-log-'));
    // Without the worker role: the log must not need another process.
    server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, ROLES: 'api' });
  });
  after(async () => {
    server?.process.kill('SIGKILL');
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has every call that got a response, including the last one during shutdown', async () => {
    const key = /^Demo API key +(sk_test_\S+)$/m.exec(server.greeting)?.[1];
    const api = createClient(server.url, key);
    const slow = httpRequest(`${server.url}/v1/ping`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': '2',
        'idempotency-key': 'slow',
      },
    });
    slow.write('{');
    await once(slow, 'socket').then(([socket]) => once(socket as NodeJS.EventEmitter, 'connect'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.get('/v1/ping')));
    server.process.kill('SIGTERM');
    slow.end('}');
    const [last] = (await once(slow, 'response')) as [{ headers: Record<string, string>; resume(): void }];
    last.resume();
    expect(await server.exited).to.equal(0);

    const rows = await database.query("select 'req_' || replace(id::text, '-', '') as id from request_logs");
    expect(rows.map((row) => row['id'])).to.have.members([
      ...answers.map(requestIdOf),
      last.headers['x-request-id'],
    ]);
  });
});
