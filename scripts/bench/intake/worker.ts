// The service's workers, with a bank that tells by notices. One SIGUSR2 starts the worker that takes the notices in, the
// next stops it, so that the inbox fills while the process stays as it is.
import v8 from 'node:v8';
import { createWorkers } from '../../../src/composition/app.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { Loop } from '../../../src/lib/work/loop.ts';
import { createRailAdapter, type RailAccess } from '../../../test/support/outside/rail/adapter.ts';

// As main.ts does.
v8.setFlagsFromString('--heap-growing-percent=20');
v8.setFlagsFromString('--no-allocation-site-pretenuring');

const config = readConfig(process.env);
const bank = createRailAdapter(JSON.parse(process.env['BENCH_BANK'] ?? '') as RailAccess);
const foundation = await openFoundation(config, createLogger(config.logLevel), [bank]);
// The place for the number of facts in a transaction: it is always one.
const { notices, ...others } = createWorkers(foundation);
const loops: Loop[] = Object.values(others).map((worker) => worker.start());

let takingIn: Loop | undefined;
process.on('SIGUSR2', () => {
  const running = takingIn;
  takingIn = running ? undefined : notices.start();
  if (running) void running.stop().then(() => console.log('stopped'));
});
process.on('SIGTERM', () => {
  void Promise.all([...loops, ...(takingIn ? [takingIn] : [])].map((loop) => loop.stop()))
    .then(() => foundation.close())
    .then(() => process.exit(0));
});
console.log('ready worker');
