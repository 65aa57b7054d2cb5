import { Agent, get } from 'node:http';
import { startCluster } from '../test/support/cluster.ts';
import { startService } from '../test/support/service.ts';
import { makeUnusableKeys } from '../test/support/data/unusable-keys.ts';

/*
 * Whether the response time of a 401 reveals its cause: calls for all causes in random order, one at a time, against a
 * service in this process. Exits with 1 when two medians are further apart than the tolerance.
 */

const SAMPLES = 2_000;
const WARM_UP = 200;
const TOLERANCE = 0.1;

let calls = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const stopCluster = await startCluster();
// So that each call can come from its own network, with an unused rate limit.
const service = await startService({ TRUSTED_PROXIES: '127.0.0.0/8' });
const keys = await makeUnusableKeys(service);
const timesMs = new Map(Object.keys(keys).map((cause) => [cause, [] as number[]]));

for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
  for (const [cause, secret] of shuffled(Object.entries(keys))) {
    const elapsedMs = await timeCall(secret);
    if (sample >= 0) timesMs.get(cause)?.push(elapsedMs);
  }
}
agent.destroy();
await service.close();
await stopCluster();

const medians = [...timesMs.values()].map((times) => quantile(times, 0.5));
const lowest = Math.min(...medians);
console.log(`${SAMPLES} calls of each cause, in ms`);
console.table(
  Object.fromEntries(
    [...timesMs].map(([cause, times]) => [
      cause,
      {
        p25: quantile(times, 0.25).toFixed(3),
        median: quantile(times, 0.5).toFixed(3),
        p75: quantile(times, 0.75).toFixed(3),
        'above lowest': `${((quantile(times, 0.5) / lowest - 1) * 100).toFixed(1)} %`,
      },
    ]),
  ),
);
if (Math.max(...medians) > lowest * (1 + TOLERANCE)) {
  console.error(`The medians are more than ${TOLERANCE * 100} % apart: response time reveals the cause.`);
  process.exitCode = 1;
}

function timeCall(secret: string): Promise<number> {
  calls += 1;
  const headers = {
    authorization: `Bearer ${secret}`,
    'x-forwarded-for': `2001:db8:${(calls >> 16).toString(16)}:${(calls & 0xffff).toString(16)}::1`,
  };
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    get(`${service.baseUrl}/v1/balances`, { headers, agent }, (response) => {
      if (response.statusCode !== 401) reject(new Error(`responded ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - startedAtMs));
    }).on('error', reject);
  });
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function quantile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
