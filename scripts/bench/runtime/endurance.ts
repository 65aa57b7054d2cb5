// How the service holds up under overload and over time: a thousand connections at once, then some minutes of mixed
// calls, with the memory of its process and the delay of its event loop.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createLink, LINK } from '../links.ts';
import { openRig } from '../rig.ts';

export interface EnduranceOptions {
  minutes: number;
  connections: number;
}

const OVERLOAD_CONNECTIONS = 1_000;
const OVERLOAD_SECONDS = 60;
/** Requests after which the process has reached its steady size. */
const SETTLED_AFTER_REQUESTS = 100_000;
const SAMPLE_MS = 5_000;
const METRICS_PORT = 19_464;

interface Sample {
  minutes: number;
  megabytes: number;
}

export async function benchEndurance(options: EnduranceOptions): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  try {
    const { apiKey } = await rig.openAccount();
    const service = await rig.start({ ROLES: 'api', METRICS_PORT: String(METRICS_PORT) });
    await rig.start({ ROLES: 'worker' });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const code = await createLink(service.url, apiKey, randomUUID());
    const calls: autocannon.Request[] = [
      { method: 'GET', path: `/v1/payment_links/${code}`, headers },
      { method: 'GET', path: '/v1/balances', headers },
      { method: 'GET', path: '/v1/payment_links?limit=25', headers },
      {
        method: 'POST',
        path: '/v1/payment_links',
        body: JSON.stringify(LINK),
        setupRequest: (request) => ({ ...request, headers: { ...headers, 'idempotency-key': randomUUID() } }),
      },
    ];
    const load = (connections: number, seconds: number) =>
      autocannon({ url: service.url, connections, duration: seconds, requests: calls, timeout: 30 });
    const pid = service.process.pid ?? 0;

    const overload = await load(OVERLOAD_CONNECTIONS, OVERLOAD_SECONDS);
    const soak = load(options.connections, options.minutes * 60);
    const samples = await sample(pid, options.minutes * 60_000);
    const soaked = await soak;
    return [
      { case: `${OVERLOAD_CONNECTIONS} connections, ${OVERLOAD_SECONDS} s`, ...answersOf(overload) },
      {
        case: `${options.connections} connections, ${options.minutes} min`,
        ...answersOf(soaked),
        ...memoryOf(samples, overload.requests.total, soaked),
        'loop delay p99 ms': await loopDelayMs(),
      },
    ];
  } finally {
    await rig.close();
  }
}

function answersOf(result: autocannon.Result) {
  const statuses = Object.entries(result.statusCodeStats ?? {});
  return {
    'answers/s': Math.round(result.requests.average),
    statuses: statuses.map(([status, { count }]) => `${count} × ${status}`).join(', '),
    'errors and timeouts': result.errors + result.timeouts,
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'max ms': result.latency.max,
  };
}

async function sample(pid: number, forMs: number): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples = [];
  while (performance.now() - startedAt < forMs) {
    await delay(SAMPLE_MS);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    samples.push({ minutes: (performance.now() - startedAt) / 60_000, megabytes: kilobytes / 1024 });
  }
  return samples;
}

/** The resident size once it has settled, and its trend: the slope of a straight line through the samples. */
function memoryOf(samples: Sample[], before: number, soaked: autocannon.Result) {
  const perMinute = soaked.requests.total / (soaked.duration / 60);
  const settled = samples.filter(({ minutes }) => before + minutes * perMinute >= SETTLED_AFTER_REQUESTS);
  const used = settled.length > 2 ? settled : samples;
  const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const [x, y] = [mean(used.map(({ minutes }) => minutes)), mean(used.map(({ megabytes }) => megabytes))];
  const slope =
    used.reduce((sum, { minutes, megabytes }) => sum + (minutes - x) * (megabytes - y), 0) /
    used.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0);
  return {
    requests: before + soaked.requests.total,
    'RSS MB': Math.round(y),
    'slope MB/min': slope.toFixed(2),
  };
}

async function loopDelayMs(): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  const seconds = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]);
  return (seconds * 1000).toFixed(1);
}
