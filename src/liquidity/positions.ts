import type { Queryable } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import { listPositions, type PositionRow } from './repository.ts';

/** An older reading says nothing about the present holdings. */
export const STALE_MS = 10 * 60_000;

/** The amount of an asset that a provider should hold, free of promises. All decimal, in the asset. */
export interface Band {
  minimum: Money;
  target: Money;
  maximum: Money;
}

/** A provider's holdings of an asset for the deployment, with expected changes (D39). All amounts are in the asset. */
export interface Position {
  provider: string;
  asset: string;
  /** By the ledger. */
  booked: Money;
  /** By the provider itself; undefined while unknown. */
  held: Money | undefined;
  /** The last time that the provider was asked. Null if it never was. */
  readAt: Date | null;
  /** Promised to open quotes, to be exchanged. */
  promised: Money;
  /** Debits of transfers that are not done, or were done after the provider was asked. */
  leaving: Money;
  /** On its way from another provider, or arrived after this one was asked. */
  arriving: Money;
  band: Band | undefined;
}

/** `unknown`: the provider has not reported its holdings lately. Without a band, a place is only shown. */
export type PositionState = 'unknown' | 'below' | 'within' | 'above' | 'no_band';

/** The positions of all places that hold or should hold something, in one query. */
export async function readPositions(on: Queryable): Promise<Position[]> {
  return (await listPositions(on, { staleMs: STALE_MS })).map(toPosition);
}

/** The part of a place's holdings that is neither promised nor about to leave; undefined while they are unknown. */
export function freeOf({ held, promised, leaving }: Position): Money | undefined {
  return held?.minus(promised).minus(leaving);
}

/** Arrivals on their way count as there, so that they are not sent a second time. */
export function stateOf(position: Position): PositionState {
  const { band, arriving } = position;
  const free = freeOf(position)?.plus(arriving);
  if (!band) return 'no_band';
  if (!free) return 'unknown';
  if (free.lt(band.minimum)) return 'below';
  return free.gt(band.maximum) ? 'above' : 'within';
}

function toPosition(row: PositionRow): Position {
  const { provider, asset, readAt, minimum, target, maximum } = row;
  return {
    provider,
    asset,
    readAt,
    booked: money(row.booked),
    held: row.held === null ? undefined : money(row.held),
    promised: money(row.promised),
    leaving: money(row.leaving),
    arriving: money(row.arriving),
    band:
      minimum === null || target === null || maximum === null
        ? undefined
        : { minimum: money(minimum), target: money(target), maximum: money(maximum) },
  };
}
