import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { accountNumberOf, type Destination, destinationKey } from '../methods/index.ts';
import { type Approvals, type ListedRequest, type Operator, recordOperatorDeed } from '../operators/index.ts';
import * as repository from './rebalancing-repository.ts';
import type { Route } from './rebalancing-repository.ts';

export const ROUTE_KIND = 'liquidity.route_add';

/** A route for the deployment's own money from one provider to another (D39). */
export interface NewRoute {
  fromProvider: string;
  toProvider: string;
  asset: string;
  /** The method of the sending provider. */
  method: string;
  destination: Destination;
  /** The amount that may be sent within 24 hours without a second operator, in the asset. */
  dailyLimit: Money;
  /** The most that may be missing on arrival as the rail's fee, in the asset. */
  maxFee: Money;
  /** The amount of the first transfer, which proves the route by arriving. */
  proofAmount: Money;
}

/**
 * Requests a route, which another operator must approve. Its first transfer is sent with the approval, and nothing else
 * is sent before the receiving provider itself reports its arrival, so no route can lead to a third party. Throws
 * `liquidity_route_taken`, and `invalid_request` for a destination at which payers pay.
 */
export async function askForRoute(
  trx: Trx,
  approvals: Approvals,
  by: Operator,
  route: NewRoute,
  why: { reason: string; evidence: string },
): Promise<ListedRequest> {
  await requireFree(trx, route);
  return approvals.request(trx, by, { ...why, kind: ROUTE_KIND, details: detailsOf(route) });
}

/** Takes effect immediately; transfers on their way still arrive. Throws `liquidity_route_not_found`. */
export async function removeRoute(trx: Trx, by: Operator, id: string): Promise<void> {
  const route = await repository.lockRoute(trx, { id });
  if (!route || route.removedAt) throw new DomainError('liquidity_route_not_found');
  trx.defer(repository.removeRoute(trx, { id, at: await trx.now }));
  await recordOperatorDeed(trx, by, { action: 'liquidity_route.removed', subject: id });
}

/** Locks a route that may be used. Throws `liquidity_route_not_found`. */
export async function lockUsable(trx: Trx, id: string): Promise<Route> {
  const route = await repository.lockRoute(trx, { id });
  if (!route || route.removedAt) throw new DomainError('liquidity_route_not_found');
  return route;
}

/** Throws `liquidity_route_taken`, and `invalid_request` for a destination at which payers pay. */
export async function requireFree(
  on: Queryable,
  {
    fromProvider,
    toProvider,
    asset,
    destination,
  }: Pick<NewRoute, 'fromProvider' | 'toProvider' | 'asset' | 'destination'>,
): Promise<void> {
  const taken = await repository.findRoute(on, { fromProvider, toProvider, asset });
  if (taken) throw new DomainError('liquidity_route_taken');
  const link = await repository.findLinkAt(on, { destination: placeOf(destination) });
  if (!link) return;
  throw new DomainError('invalid_request', {
    param: 'destination',
    message: 'Payers pay to this destination, so what arrives there would be credited to an account.',
  });
}

/** The destination as deposits name it, which is an account number, a CLABE, a key or an address. */
function placeOf(destination: Destination): string {
  if ('clabe' in destination) return destination.clabe;
  if ('key' in destination) return destination.key;
  return 'address' in destination ? destinationKey(destination.address) : accountNumberOf(destination.bank);
}

function detailsOf(route: NewRoute): Record<string, unknown> {
  const { fromProvider, toProvider, asset, method, destination, dailyLimit, maxFee, proofAmount } = route;
  return {
    from: fromProvider,
    to: toProvider,
    asset,
    method,
    destination,
    daily_limit: formatAmount(dailyLimit),
    max_fee: formatAmount(maxFee),
    proof_amount: formatAmount(proofAmount),
  };
}

/** The route of an approved request. */
export function routeOf(details: Record<string, unknown>): NewRoute {
  const text = details as Record<string, string>;
  return {
    fromProvider: text['from'] ?? '',
    toProvider: text['to'] ?? '',
    asset: text['asset'] ?? '',
    method: text['method'] ?? '',
    destination: details['destination'] as Destination,
    dailyLimit: money(text['daily_limit'] ?? ''),
    maxFee: money(text['max_fee'] ?? ''),
    proofAmount: money(text['proof_amount'] ?? ''),
  };
}
