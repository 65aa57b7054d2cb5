// The service's workers, with a bank that tells by notices and with BENCH_MAX_FACTS facts in a transaction. One SIGUSR2
// starts the worker that takes the notices in, the next stops it, so that the inbox fills while the process stays as it is.
import v8 from 'node:v8';
import { createWorkers } from '../../../src/composition/index.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import type { Loop } from '../../../src/lib/work/loop.ts';
import { createIntake, createNoticeWorker, createTakeIn } from '../../../src/provider-notices/index.ts';
import { createRailAdapter, type RailAccess } from '../../../test/support/outside/rail/adapter.ts';

// As main.ts does.
v8.setFlagsFromString('--heap-growing-percent=20');
v8.setFlagsFromString('--no-allocation-site-pretenuring');

const config = readConfig(process.env);
const bank = createRailAdapter(JSON.parse(process.env['BENCH_BANK'] ?? '') as RailAccess);
const foundation = await openFoundation(config, createLogger(config.logLevel), [bank]);
const intake = createIntake({
  db: foundation.db,
  takeIn: createTakeIn(foundation),
  maxFacts: Number(process.env['BENCH_MAX_FACTS']),
});
const notices = createNoticeWorker({ ...foundation, intake });
const others = Object.entries(createWorkers(foundation)).filter(([name]) => name !== 'notices');
const loops: Loop[] = others.map(([, worker]) => worker.start());

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
