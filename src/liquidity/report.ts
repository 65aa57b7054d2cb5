import type { Queryable } from '../db/index.ts';
import { formatExact, formatStored, money } from '../lib/money.ts';
import { formatOptionalTimestamp, formatTimestamp } from '../lib/timestamp.ts';
import type { Destination } from '../methods/index.ts';
import { LATE_MS } from './arrivals.ts';
import { plan } from './plan.ts';
import { freeOf, readPositions, stateOf, type Position, type PositionState } from './positions.ts';
import {
  listRebalancings,
  listRoutes,
  type ListedRebalancing,
  type Route,
} from './rebalancing-repository.ts';

import { listPromises, type PromiseRow } from './repository.ts';
import { DEFAULT_SHARE } from './shares.ts';

/** The number of rebalancings shown; those in progress come first. */
const MAX_SHOWN = 50;
/** The number of accounts shown for each float. */
const MAX_PROMISERS = 10;

export interface PlaceReport {
  provider: string;
  asset: string;
  state: PositionState;
  /** By the ledger. */
  booked: string;
  /** By the provider itself; null while unknown. */
  held: string | null;
  read_at: string | null;
  /** `held` less `booked`: the amount unknown to the books. */
  difference: string | null;
  promised: string;
  leaving: string;
  arriving: string;
  /** `held` less `promised` and `leaving`. */
  free: string | null;
  minimum: string | null;
  target: string | null;
  maximum: string | null;
}

/** The reservations of an account's open quotes in a float, and their part of the account's share (D38). */
export interface PromiseReport {
  provider: string;
  asset: string;
  account_id: string;
  quotes: number;
  reserved: string;
  share_percent: string;
  used_percent: string;
}

export interface RouteReport {
  id: string;
  from_provider: string;
  to_provider: string;
  asset: string;
  method: string;
  destination: Destination;
  daily_limit: string;
  max_fee: string;
  proven_at: string | null;
}

export interface RebalancingReport {
  id: string;
  from_provider: string;
  to_provider: string;
  asset: string;
  amount: string;
  status: string;
  is_proof: boolean;
  sent_at: string | null;
  /** The sending provider's reference, such as a transaction's hash. */
  reference: string | null;
  arrived_amount: string | null;
  arrival_reference: string | null;
  /** Null while everything takes its usual course. */
  what_to_do: string | null;
}

export interface LiquidityReport {
  /** Whether all places with a band are within it, and nothing needs attention. */
  ok: boolean;
  places: PlaceReport[];
  /**
   * The transfers that would bring places back into their bands. One above a route's daily limit needs two operators.
   */
  proposals: { from_provider: string; to_provider: string; asset: string; amount: string }[];
  routes: RouteReport[];
  rebalancings: RebalancingReport[];
  /** The accounts that use most of their share, for each float. */
  promises: PromiseReport[];
}

/** The locations of the deployment's money, and the transfers between its providers (D39). */
export async function reportLiquidity(on: Queryable): Promise<LiquidityReport> {
  const positions = await readPositions(on);
  const routes = await listRoutes(on);
  const rebalancings = (await listRebalancings(on, { limit: MAX_SHOWN })).map(toRebalancing);
  const promises = (await readPromises(on, MAX_PROMISERS)).map(toPromise);
  const proven = routes.filter(({ provenAt }) => provenAt !== null);
  const places = positions.map(toPlace);
  return {
    ok:
      places.every(({ state }) => state === 'within' || state === 'no_band') &&
      rebalancings.every(({ what_to_do: todo }) => todo === null),
    places,
    proposals: plan(positions, proven).map(({ route, amount }) => ({
      from_provider: route.fromProvider,
      to_provider: route.toProvider,
      asset: route.asset,
      amount: formatExact(amount),
    })),
    routes: routes.map(toRoute),
    rebalancings,
    promises,
  };
}

/** The accounts whose open quotes use most of their share, at most `each` for each float. */
export function readPromises(on: Queryable, each: number): Promise<PromiseRow[]> {
  return listPromises(on, { each, defaultShare: DEFAULT_SHARE.toFixed() });
}

function toPromise({ provider, asset, accountId, quotes, reserved, share, used }: PromiseRow): PromiseReport {
  return {
    provider,
    asset,
    account_id: accountId,
    quotes,
    reserved: formatStored(reserved),
    share_percent: percentOf(share),
    used_percent: percentOf(used),
  };
}

function percentOf(fraction: string): string {
  return money(fraction).shiftedBy(2).decimalPlaces(2).toFixed();
}

function toPlace(position: Position): PlaceReport {
  const { provider, asset, booked, held, readAt, promised, leaving, arriving, band } = position;
  const free = freeOf(position);
  return {
    provider,
    asset,
    state: stateOf(position),
    booked: formatExact(booked),
    held: held ? formatExact(held) : null,
    read_at: formatOptionalTimestamp(readAt),
    difference: held ? formatExact(held.minus(booked)) : null,
    promised: formatExact(promised),
    leaving: formatExact(leaving),
    arriving: formatExact(arriving),
    free: free ? formatExact(free) : null,
    minimum: band ? formatExact(band.minimum) : null,
    target: band ? formatExact(band.target) : null,
    maximum: band ? formatExact(band.maximum) : null,
  };
}

/** The report of the routes in use. */
export async function reportRoutes(on: Queryable): Promise<RouteReport[]> {
  return (await listRoutes(on)).map(toRoute);
}

function toRoute(route: Route): RouteReport {
  const { id, fromProvider, toProvider, asset, method, destination, dailyLimit, maxFee, provenAt } = route;
  return {
    id,
    from_provider: fromProvider,
    to_provider: toProvider,
    asset,
    method,
    destination,
    daily_limit: formatStored(dailyLimit),
    max_fee: formatStored(maxFee),
    proven_at: formatOptionalTimestamp(provenAt),
  };
}

function toRebalancing(rebalancing: ListedRebalancing): RebalancingReport {
  const { transferId: id, fromProvider, toProvider, asset, amount, status, isProof, sentAt } = rebalancing;
  const { reference, arrivedAmount, arrivalReference } = rebalancing;
  return {
    id,
    from_provider: fromProvider,
    to_provider: toProvider,
    asset,
    amount: formatStored(amount),
    status,
    is_proof: isProof,
    sent_at: sentAt === null ? null : formatTimestamp(sentAt),
    reference,
    arrived_amount: arrivedAmount === null ? null : formatStored(arrivedAmount),
    arrival_reference: arrivalReference,
    what_to_do: adviceOn(rebalancing),
  };
}

function adviceOn(rebalancing: ListedRebalancing): string | null {
  const { status, toProvider, fromProvider, waitsFor, transferError, transferStatus, ageMs } = rebalancing;
  const writeOff = `payments liquidity write-off ${rebalancing.transferId}`;
  switch (status) {
    case 'sending':
      if (waitsFor === null || transferStatus === 'held') return null;
      return `It has not left ${fromProvider} (${waitsFor}): ${transferError ?? ''} See \`payments transfers waiting\`.`;
    case 'in_transit':
      if (rebalancing.lastError === null && (ageMs ?? 0) < LATE_MS) return null;
      return `${rebalancing.lastError ?? 'It is late.'} Ask ${toProvider} with the reference; what is lost, two operators write off with \`${writeOff}\`.`;
    case 'short':
      return `Less has arrived than was sent. Ask ${toProvider} for the rest; what is lost, two operators write off with \`${writeOff}\`.`;
    case 'arrived':
    case 'written_off':
    case 'failed':
      return null;
  }
}
