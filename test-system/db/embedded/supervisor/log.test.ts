import { expect } from 'chai';
import { appendFile, open, readFile } from 'node:fs/promises';
import { findFailure, trimLog } from '../../../../src/db/embedded/supervisor/log.js';
import { Sandbox } from '../sandbox.ts';

describe('log of the bundled Postgres', () => {
  let sandbox: Sandbox;
  let file: string;

  beforeEach(async () => {
    sandbox = await Sandbox.open();
    file = sandbox.path('postgres.log');
  });
  afterEach(() => sandbox.close());

  it('is truncated in place when it has grown too large, keeping one old copy', async () => {
    const writer = await open(file, 'a');
    await writer.write('before\n');
    await trimLog(file, 6);
    await writer.write('after\n');
    await writer.close();
    expect(await readFile(file, 'utf8')).to.equal('after\n');
    expect(await readFile(`${file}.1`, 'utf8')).to.equal('before\n');
  });

  it('is left alone below that size', async () => {
    await appendFile(file, 'short\n');
    await trimLog(file, 6);
    expect(await readFile(file, 'utf8')).to.equal('short\n');
  });

  it('shows why the last start failed', async () => {
    const earlier = 'FATAL:  an earlier reason\n';
    await appendFile(
      file,
      `${earlier}LOG:  starting\n2026-01-01 UTC [7] FATAL:  the disk is full\nLOG:  bye\n`,
    );
    expect(await findFailure(file, Buffer.byteLength(earlier), 7)).to.equal('the disk is full');
  });

  it('shows why Postgres exited, ignoring sessions of a killed one', async () => {
    const lines = [
      '2026-01-01 UTC [6] FATAL:  terminating connection due to unexpected postmaster exit',
      '2026-01-01 UTC [7] FATAL:  pre-existing shared memory block is still in use',
    ];
    await appendFile(file, `${lines.join('\n')}\n`);
    expect(await findFailure(file, 0, 7)).to.equal('pre-existing shared memory block is still in use');
  });

  it('shows why a process of the new Postgres exited, when that stopped all of it', async () => {
    const lines = [
      '2026-01-01 UTC [6] FATAL:  terminating connection due to unexpected postmaster exit',
      '2026-01-01 UTC [7] LOG:  starting',
      '2026-01-01 UTC [8] FATAL:  could not locate a valid checkpoint record',
      '2026-01-01 UTC [7] LOG:  aborting startup due to startup process failure',
    ];
    await appendFile(file, `${lines.join('\n')}\n`);
    expect(await findFailure(file, 0, 7)).to.equal('could not locate a valid checkpoint record');
  });
});
