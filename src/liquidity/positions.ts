import type { Queryable } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import { listPositions, type PositionRow } from './repository.ts';

/** A reading older than this says nothing about what is there now. */
export const STALE_MS = 10 * 60_000;

/** How much of an asset a provider should hold, free of what is promised. All decimal, in the asset. */
export interface Band {
  minimum: Money;
  target: Money;
  maximum: Money;
}

/** What a provider holds of an asset for the deployment, and what will become of it (D39). All amounts are in the asset. */
export interface Position {
  provider: string;
  asset: string;
  /** By the ledger. */
  booked: Money;
  /** By the provider itself; undefined while that is not known. */
  held: Money | undefined;
  /** When the provider was last asked; null: never. */
  readAt: Date | null;
  /** Promised to open quotes, to be exchanged. */
  promised: Money;
  /** What transfers take that are not done, or were done after the provider was asked. */
  leaving: Money;
  /** On its way from another provider, or arrived after this one was asked. */
  arriving: Money;
  band: Band | undefined;
}

/** `unknown`: the provider has not said lately what it holds. Without a band, a place is only shown. */
export type PositionState = 'unknown' | 'below' | 'within' | 'above' | 'no_band';

/** Of all places that hold or should hold something. One query. */
export async function readPositions(on: Queryable): Promise<Position[]> {
  return (await listPositions(on, { staleMs: STALE_MS })).map(toPosition);
}

/** What a place has that is neither promised nor about to leave; undefined while it is not known what it holds. */
export function freeOf({ held, promised, leaving }: Position): Money | undefined {
  return held?.minus(promised).minus(leaving);
}

/** What is on its way counts as there, so that it is not sent a second time. */
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
    ...{ provider, asset, readAt },
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
