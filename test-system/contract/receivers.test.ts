import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { forReceivers } from '../../src/contract/derived/webhooks.ts';
import { sharedContract } from '../../test/support/contract.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the contract for receivers of events', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-receiver-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is valid OpenAPI', async () => {
    const file = join(folder, 'openapi.webhooks.json');
    await writeFile(file, JSON.stringify(forReceivers(sharedContract)));
    const args = ['lint', file, '--config', 'redocly.yaml'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/redocly'), args, { cwd: ROOT, env });
  });
});
