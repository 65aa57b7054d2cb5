import { BigNumber } from 'bignumber.js';
import type { Money } from '../lib/money.ts';
import { freeOf, stateOf, type Band, type Position } from './positions.ts';

/** A route by which money can be sent, with its decimals. */
export interface PlannedRoute {
  id: string;
  fromProvider: string;
  toProvider: string;
  asset: string;
  /** The decimals of the sending rail. */
  decimals: number;
}

export interface Proposal<R extends PlannedRoute> {
  route: R;
  /** In the route's asset. */
  amount: Money;
}

/** A smaller share of a place's shortfall is not worth a transfer and its fee. */
const WORTH_SENDING = 0.1;

/**
 * The transfers that bring every place back into its band (D39). They go to a place below its minimum up to its target,
 * from places above theirs, and from a place above its maximum down to its target, to places below theirs. Nothing is
 * sent to or from a place whose holdings are unknown, and at most one transfer to each place.
 */
export function plan<R extends PlannedRoute>(
  positions: readonly Position[],
  routes: readonly R[],
): Proposal<R>[] {
  const places = new Map(positions.map((position) => [nameOf(position), position]));
  const spare = new Map<string, Money>();
  const proposals: Proposal<R>[] = [];
  const ordered = [...positions].sort(
    (one, other) => Number(stateOf(other) === 'below') - Number(stateOf(one) === 'below'),
  );
  for (const position of ordered) {
    const state = stateOf(position);
    if (state !== 'below' && state !== 'above') continue;
    for (const route of routes) {
      const isNamed = state === 'below' ? route.toProvider : route.fromProvider;
      if (route.asset !== position.asset || isNamed !== position.provider) continue;
      const from = places.get(nameOf({ provider: route.fromProvider, asset: route.asset }));
      const to = places.get(nameOf({ provider: route.toProvider, asset: route.asset }));
      if (!from?.band || !to?.band || to.arriving.gt(0)) continue;
      if (proposals.some((other) => isSameDestination(other.route, route))) continue;
      const has = spare.get(nameOf(from)) ?? surplusOf(from, from.band);
      const lacks = lackOf(to, to.band);
      if (!has || !lacks) continue;
      const amount = BigNumber.min(has, lacks).decimalPlaces(route.decimals, BigNumber.ROUND_DOWN);
      const wanted = state === 'below' ? lacks : has;
      if (amount.lte(0) || amount.lt(wanted.times(WORTH_SENDING))) continue;
      spare.set(nameOf(from), has.minus(amount));
      proposals.push({ route, amount });
    }
  }
  return proposals;
}

/** The amount that a place can give; arrivals on their way do not count. */
function surplusOf(position: Position, { target }: Band): Money | undefined {
  return freeOf(position)?.minus(target);
}

function lackOf(position: Position, { target }: Band): Money | undefined {
  const free = freeOf(position);
  return free && target.minus(free).minus(position.arriving);
}

function nameOf({ provider, asset }: Pick<Position, 'provider' | 'asset'>): string {
  return `${provider} ${asset}`;
}

function isSameDestination(one: PlannedRoute, other: PlannedRoute): boolean {
  return one.toProvider === other.toProvider && one.asset === other.asset;
}
