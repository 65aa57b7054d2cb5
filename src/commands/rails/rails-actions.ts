import { inSnakeCase } from '../../lib/case.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  type Direction,
  listMethods,
  listPauses,
  pauseRail,
  type PauseScope,
  resumeRail,
} from '../../methods/index.ts';
import { CommandFailure, InvalidUsage } from '../frame/index.ts';

export interface RailOptions {
  direction: Direction | 'both';
  provider?: string;
  method?: string;
  network?: string;
}

export type PauseOptions = RailOptions & { reason?: string };

export async function list({ db }: Pick<Foundation, 'db'>): Promise<{ data: object[] }> {
  const pauses = await listPauses(db.read);
  return {
    data: pauses.map((pause) => ({ ...inSnakeCase(pause), paused_at: pause.pausedAt.toISOString() })),
  };
}

export async function pause(
  foundation: Foundation,
  operatorKey: string | undefined,
  options: PauseOptions,
): Promise<object> {
  const scope = scopeOf(options);
  await requireKnown(foundation, scope);
  const { db, operators } = foundation;
  await db.transaction(async (trx) => {
    const by = await operators.identifyIfAny(trx, operatorKey);
    await pauseRail(trx, by, directionsOf(options), scope, options.reason ?? null);
  });
  return list(foundation);
}

export async function resume(
  foundation: Foundation,
  operatorKey: string | undefined,
  options: RailOptions,
): Promise<object> {
  const scope = scopeOf(options);
  const { db, operators } = foundation;
  const resumed = await db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    return resumeRail(trx, by, directionsOf(options), scope);
  });
  const name = scope.provider ?? scope.method ?? scope.network;
  if (resumed.length === 0) throw new CommandFailure(`${name} is not paused.`);
  const { data: stillPaused } = await list(foundation);
  return { resumed: name, directions: resumed, still_paused: stillPaused };
}

function directionsOf({ direction }: RailOptions): Direction[] {
  return direction === 'both' ? ['in', 'out'] : [direction];
}

function scopeOf({ provider, method, network }: RailOptions): PauseScope {
  if ([provider, method, network].filter((one) => one !== undefined).length !== 1)
    throw new InvalidUsage('Pass one of --provider, --method and --network.');
  return { provider: provider ?? null, method: method ?? null, network: network ?? null };
}

/** A mistyped name would pause nothing, unnoticed. */
async function requireKnown({ db, providers }: Foundation, scope: PauseScope): Promise<void> {
  const methods = await listMethods(db.read);
  const known = {
    provider: [...providers.all.map(({ name }) => name), ...methods.map(({ provider }) => provider)],
    method: methods.map(({ name }) => name),
    network: [
      ...providers.all.flatMap(({ networks }) => networks ?? []),
      ...methods.flatMap(({ network }) => network ?? []),
    ],
  };
  for (const kind of ['provider', 'method', 'network'] as const) {
    const name = scope[kind];
    if (name === null || known[kind].includes(name)) continue;
    const names = [...new Set(known[kind])].join(', ');
    throw new CommandFailure(`There is no ${kind} ${name}. Known: ${names}.`);
  }
}
