// Holds the running service to its contract, with others' tools, and prints what each found:
//   npm run test:contract                    all, one after the other; two and a half minutes of generated calls
//   npm run test:contract -- --minutes 30    more of them
//   npm run test:contract -- --seed 7        the same choices again, as far as time and the service's ids allow
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import type { Outcome } from './outcome.ts';
import { runCollection } from './postman.ts';
import { callInVain, startValidatingProxy, violateOnPurpose } from './proxy.ts';
import { startServiceUnderTest } from './service.ts';
import { runWorkflows } from './workflows.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2.5' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number above 0');
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');

const service = await startServiceUnderTest();
try {
  const proxy = await startValidatingProxy(service);
  report('workflows', await runWorkflows(service, proxy.url));
  await callInVain(proxy, service.keys[0]);
  await violateOnPurpose(proxy, service.keys[0]);
  report('prism', await proxy.stop());
  report('postman', await runCollection(service));
  await service.sendMoneyOut();
  report('schemathesis', await fuzz(service, Math.round(minutes * 60), seed));
} finally {
  await service.stop();
}

function report(tool: string, { ok, summary, details }: Outcome): void {
  console.log(`${ok ? 'passed' : 'FAILED'}  ${tool.padEnd(12)}  ${summary}`);
  if (ok) return;
  console.log(details);
  process.exitCode = 1;
}
