// How fast the service is with everything on, as a ratio to the bare handler in floor.ts and to the database's limit in
// raw.ts. All run at once on one database and take turns in random order, so that other load on the machine affects
// them equally.
import type { BareRequest } from './bare.ts';
import { startLoaded, turnOf } from './cases.ts';
import type { Load, Slice } from '../load.ts';
import type { RawTurn } from './raw.ts';
import { openRig, type Rig } from '../rig.ts';
import { takeTurns } from './turns.ts';

export interface HttpOptions {
  rounds: number;
  seconds: number;
  connections: number;
  /** Account sizes in links; one table for each. */
  links: readonly number[];
  /** Run only cases whose names contain this. */
  only: string;
}

export async function benchHttp(options: HttpOptions): Promise<Record<string, number | string>[]> {
  const report = [];
  for (const links of options.links) {
    const rig = await openRig();
    try {
      report.push(...(await benchAccount(rig, links, options)));
    } finally {
      await rig.close();
    }
  }
  return report;
}

async function benchAccount(rig: Rig, links: number, options: HttpOptions) {
  const service = await startLoaded(rig, { ...options, links });
  const floor = await rig.start({}, 'scripts/bench/calls/floor.ts');
  const raw = await rig.start({}, 'scripts/bench/calls/raw.ts');
  try {
    const report = [];
    for (const [name, one] of Object.entries(service.cases)) {
      if (!name.includes(options.only)) continue;
      const figures = await takeTurns(
        name,
        {
          service: turnOf(one, { url: service.url }, options),
          floor: turnOf(one, floor, options),
          // Its ratio to itself shows the noise in the other ratios.
          again: turnOf(one, floor, options),
          ...(!one.withoutRaw && { raw: () => measureRaw(raw.url, one.load, options) }),
        },
        options.rounds,
      );
      report.push({
        case: name,
        links,
        'service/s': figures.perSecond('service'),
        'floor/s': figures.perSecond('floor'),
        'to floor': figures.ratio('service', 'floor'),
        noise: figures.ratio('again', 'floor'),
        ...(!one.withoutRaw && {
          'raw/s': figures.perSecond('raw'),
          'to raw': figures.ratio('service', 'raw'),
        }),
        'service p99 ms': figures.p99Ms('service'),
        'floor p99 ms': figures.p99Ms('floor'),
      });
    }
    return report;
  } finally {
    await service.close();
  }
}

async function measureRaw(url: string, load: Load, { seconds, connections }: HttpOptions): Promise<Slice> {
  const request: BareRequest = {
    method: load.method,
    url: load.path,
    authorization: load.headers['authorization'] ?? '',
    idempotencyKey: load.headers['idempotency-key'] ?? '',
    body: load.body === undefined ? '' : JSON.stringify(load.body),
  };
  const turn: RawTurn = { request, seconds, connections };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(turn) });
  if (!response.ok) throw new Error(`the raw statements of ${load.method} ${load.path} failed`);
  return (await response.json()) as Slice;
}
