import { connect } from 'node:net';
import { startCluster } from '../test/support/cluster.ts';
import { startService } from '../test/support/service.ts';

/*
 * How long other clients wait while a stranger sends many requests ahead on one connection, without a key: against a service
 * in this process.
 */

const REQUEST = 'GET /v1/balances HTTP/1.1\r\nHost: a\r\n\r\n';
const CALLS = 20;

const stopCluster = await startCluster();
const service = await startService();
const { api } = await service.createAccount();

const rows: Record<string, object> = { 'without a flood': await timeCalls() };
for (const count of [20_000, 100_000]) {
  const { hostname, port } = new URL(service.baseUrl);
  const flood = connect(Number(port), hostname).on('error', () => undefined);
  flood.resume().write(REQUEST.repeat(count));
  rows[`${count} requests ahead`] = await timeCalls();
  flood.destroy();
}
console.table(rows);
await service.close();
await stopCluster();

async function timeCalls(): Promise<object> {
  const timesMs: number[] = [];
  let refused = 0;
  for (let call = 0; call < CALLS; call += 1) {
    const startedAtMs = performance.now();
    if ((await api.get('/v1/balances')).status !== 200) refused += 1;
    timesMs.push(performance.now() - startedAtMs);
  }
  timesMs.sort((a, b) => a - b);
  const [median, slowest] = [timesMs[CALLS / 2], timesMs.at(-1)];
  return { 'median ms': median?.toFixed(1), 'slowest ms': slowest?.toFixed(1), refused };
}
