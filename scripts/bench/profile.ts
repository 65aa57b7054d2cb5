// Where a call spends its time: the service's own process under V8's profiler while it is loaded, by area of the code.
// Time in the engine and the system counts toward the code that called it.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../test/support/poll.ts';
import { createLink, LINK } from './links.ts';
import { measure, type Load } from './load.ts';
import { openRig } from './rig.ts';

const WARM_UP_SECONDS = 4;
const SECONDS = 8;
const WRITTEN_WITHIN_MS = 20_000;

/** The first match counts; the last matches everything. */
const AREAS: readonly (readonly [area: string, files: RegExp])[] = [
  ['waiting', /^\(idle\)$/],
  ['garbage collection', /^\(garbage collector\)$/],
  ['profiler', /scripts\/bench\/profiled|node:inspector/],
  ['database client', /node_modules\/pg|postgres-|src\/db\//],
  [
    'validation',
    /express-openapi-validator|node_modules\/ajv|src\/http\/request\/body\.ts|src\/http\/adapters\/express-openapi-validator\.ts|src\/lib\/json\.ts/,
  ],
  [
    'routing',
    /node_modules\/(express|router|openapi-backend|parseurl)|src\/http\/(chain|dispatch|request\/(routes|call)|server\/\w+|adapters\/\w+)\.ts/,
  ],
  [
    'sending the answer',
    /src\/http\/answers\/|node:_http_outgoing|node:internal\/stream_base_commons|node:net/,
  ],
  [
    'key, limits, idempotency',
    /src\/(credentials|rate-limits|idempotency)\/|src\/http\/request\/[a-z-]+\.ts|rate-limiter-flexible|node:internal\/crypto/,
  ],
  [
    'call log and metrics',
    /src\/request-logs\/|src\/http\/(request-log|server\/telemetry)\.ts|prom-client|src\/lib\/metrics\.ts/,
  ],
  ['payment links', /src\/(payment-links|methods|lib\/money)|bignumber|node_modules\/qr|noble/],
  ['reading requests', /node:_http|node:http/],
  ["Node's own", /./],
];

export async function benchProfile(): Promise<Record<string, number | string>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-profile-'));
  const rig = await openRig();
  try {
    const { apiKey } = await rig.openAccount();
    const file = join(folder, 'profile.json');
    const service = await rig.start({ ROLES: 'api', PROFILE_FILE: file }, 'scripts/bench/profiled.ts');
    const headers = { authorization: `Bearer ${apiKey}` };
    const post: Load = {
      method: 'POST',
      path: '/v1/payment_links',
      headers,
      body: LINK,
      status: 201,
      vary: () => ({ headers: { 'idempotency-key': randomUUID() } }),
    };
    const code = await createLink(service.url, apiKey, randomUUID());
    const get: Load = { method: 'GET', path: `/v1/payment_links/${code}`, headers, status: 200 };
    const profile = async (load: Load) => {
      await measure(service.url, load, { seconds: WARM_UP_SECONDS, connections: 16 });
      service.process.kill('SIGUSR2');
      const { perSecond } = await measure(service.url, load, { seconds: SECONDS, connections: 16 });
      service.process.kill('SIGUSR2');
      await until(() => existsSync(file), { what: 'the profile', timeoutMs: WRITTEN_WITHIN_MS });
      const areas = timesByArea(JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile);
      await rm(file);
      return { areas, requests: perSecond * SECONDS };
    };
    const [reads, writes] = [await profile(get), await profile(post)];
    const busy = (areas: Map<string, number>) => [...areas.values()].reduce((sum, time) => sum + time, 0);
    return AREAS.map(([area]) => area)
      .filter((area) => area !== 'waiting' && area !== 'profiler')
      .map((area) => {
        const row: Record<string, number | string> = { area };
        for (const [name, { areas, requests }] of Object.entries({
          'GET link': reads,
          'POST link': writes,
        })) {
          const time = areas.get(area) ?? 0;
          row[`${name} %`] = ((time / busy(areas)) * 100).toFixed(1);
          row[`${name} µs`] = Math.round(time / requests);
        }
        return row;
      });
  } finally {
    await rig.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In microseconds, without what is not the service's work. */
function timesByArea({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const times = new Map<number, number>();
  samples.forEach((id, at) => times.set(id, (times.get(id) ?? 0) + (timeDeltas[at] ?? 0)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const areas = new Map<string, number>();
  for (const [id, time] of times) {
    let at = byId.get(id);
    // Native functions have no file.
    while (at && at.callFrame.url === '' && !at.callFrame.functionName.startsWith('(')) {
      at = byId.get(parents.get(at.id) ?? -1);
    }
    const place = at?.callFrame.url || at?.callFrame.functionName || '';
    const area = AREAS.find(([, files]) => files.test(place))?.[0] ?? '';
    areas.set(area, (areas.get(area) ?? 0) + time);
  }
  areas.delete('waiting');
  areas.delete('profiler');
  return areas;
}
