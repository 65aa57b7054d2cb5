// How fast the service is, as a ratio to the bare handler of floor.ts: both run at the same time on one
// database, and take turns in random order, so that what the machine does otherwise hits both.
import { measure, median, type Load, type Slice } from './load.ts';
import { openRig } from './rig.ts';

export interface HttpOptions {
  rounds: number;
  seconds: number;
  connections: number;
}

const LINK = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042' };

export async function benchHttp(options: HttpOptions): Promise<Record<string, number | string>[]> {
  const rig = await openRig();
  try {
    const { apiKey } = await rig.openAccount();
    const service = await rig.start();
    const floor = await rig.start({}, 'scripts/bench/floor.ts');
    const headers = { authorization: `Bearer ${apiKey}` };
    const created = await fetch(`${service.url}/v1/payment_links`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'bench' },
      body: JSON.stringify(LINK),
    });
    const { code } = (await created.json()) as { code: string };
    const cases: Record<string, Load> = {
      'GET link': { method: 'GET', path: `/v1/payment_links/${code}`, headers },
      'POST link': { method: 'POST', path: '/v1/payment_links', headers, body: LINK },
    };
    const report = [];
    for (const [name, load] of Object.entries(cases)) {
      report.push({ case: name, ...(await compare(load, service.url, floor.url, options)) });
    }
    return report;
  } finally {
    await rig.close();
  }
}

/** The floor stands in twice: its ratio to itself is the noise that the other ratio must be read with. */
async function compare(
  load: Load,
  serviceUrl: string,
  floorUrl: string,
  { rounds, seconds, connections }: HttpOptions,
): Promise<Record<string, number | string>> {
  const contestants = { service: serviceUrl, floor: floorUrl, again: floorUrl };
  for (const url of new Set(Object.values(contestants)))
    await measure(url, load, { seconds: 2, connections });
  const taken: Record<keyof typeof contestants, Slice[]> = { service: [], floor: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    const order = (Object.keys(contestants) as (keyof typeof contestants)[]).sort(() => Math.random() - 0.5);
    for (const name of order)
      taken[name].push(await measure(contestants[name], load, { seconds, connections }));
  }
  const ratioTo = (name: 'service' | 'again'): number =>
    median(taken[name].map((slice, round) => slice.perSecond / taken.floor[round]!.perSecond));
  return {
    'service/s': Math.round(median(taken.service.map((slice) => slice.perSecond))),
    'floor/s': Math.round(median(taken.floor.map((slice) => slice.perSecond))),
    ratio: ratioTo('service').toFixed(2),
    'floor to itself': ratioTo('again').toFixed(2),
    'service p99 ms': median(taken.service.map((slice) => slice.p99Ms)),
    'floor p99 ms': median(taken.floor.map((slice) => slice.p99Ms)),
  };
}
