import type { Foundation } from '../../composition/index.ts';
import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatAmount, formatStored, ZERO, type Money } from '../../lib/money.ts';
import {
  askForRoute,
  askToMove,
  askToWriteOff,
  DEFAULT_SHARE,
  findRoute,
  rebalance,
  removeBand,
  removeRoute,
  reportLiquidity,
  reportRoutes,
  setBand,
  setShare,
} from '../../liquidity/index.ts';
import { findAsset, findMethod } from '../../methods/index.ts';
import { recordOperatorDeed, viewRequest } from '../../operators/index.ts';
import { type DestinationParts, requireDestination } from '../../treasury/index.ts';
import { CommandFailure, InvalidUsage } from '../frame/index.ts';
import { requireProvider } from '../rails/providers-actions.ts';
import type { Why } from './adjustments-actions.ts';
import { destinationOf } from './destination.ts';

export async function status({ db }: Foundation): Promise<object> {
  return db.snapshot(reportLiquidity);
}

export interface BandOptions {
  provider: string;
  asset: string;
  minimum?: Money;
  target?: Money;
  maximum?: Money;
  none?: true;
}

export async function set(
  foundation: Foundation,
  operatorKey: string | undefined,
  options: BandOptions,
): Promise<object> {
  const { db, providers, operators } = foundation;
  const { provider, asset, minimum, target, maximum } = options;
  requireProvider(providers, provider);
  if (!(await findAsset(db.read, { asset }))) throw new CommandFailure(`There is no asset ${asset}.`);
  const given = [minimum, target, maximum].filter((amount) => amount !== undefined).length;
  if (given !== (options.none ? 0 : 3))
    throw new InvalidUsage('Pass --minimum, --target and --maximum, or only --none.');
  if (minimum && target && maximum && (minimum.gt(target) || target.gt(maximum)))
    throw new InvalidUsage('--minimum may not be above --target, nor --target above --maximum.');
  const band =
    minimum && target && maximum
      ? { minimum: formatAmount(minimum), target: formatAmount(target), maximum: formatAmount(maximum) }
      : undefined;
  await db.transaction(async (trx) => {
    const by = await operators.identifyIfAny(trx, operatorKey);
    await (band ? setBand(trx, { provider, asset, ...band }) : removeBand(trx, { provider, asset }));
    const action = band ? 'liquidity_band.set' : 'liquidity_band.removed';
    await recordOperatorDeed(trx, by, { action, subject: `${asset} at ${provider}`, details: band ?? {} });
  });
  return { provider, asset, ...(band ?? { minimum: null, target: null, maximum: null }) };
}

export interface ShareOptions {
  account: string;
  percent?: Money;
  default?: true;
}

export async function share(
  { db, operators }: Foundation,
  operatorKey: string | undefined,
  { account: accountId, percent, default: isDefault }: ShareOptions,
): Promise<object> {
  if ((percent === undefined) === (isDefault === undefined))
    throw new InvalidUsage('Pass either --percent or --default.');
  if (percent?.gt(100)) throw new InvalidUsage('--percent must be at most 100.');
  const fraction = percent?.shiftedBy(-2).toFixed() ?? null;
  await db.transaction(async (trx) => {
    const by = await operators.identifyIfAny(trx, operatorKey);
    if ((await setShare(trx, { accountId, share: fraction })) === 0)
      throw new DomainError('account_not_found', { message: `There is no account ${accountId}.` });
    await recordOperatorDeed(trx, by, {
      action: 'promise_share.set',
      subject: accountId,
      details: { percent: percent?.toFixed() ?? null },
    });
  });
  const set = percent ?? DEFAULT_SHARE.shiftedBy(2).decimalPlaces(2);
  return { account_id: accountId, share_percent: set.toFixed() };
}

export interface MoveOptions extends Why {
  from: string;
  to: string;
  asset: string;
  amount: Money;
}

/** Sends it immediately within the route's daily limit; above, the request waits for another operator. */
export async function move(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  { from, to, asset, amount, ...why }: MoveOptions,
): Promise<object> {
  return db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    const route = await findRoute(trx, { fromProvider: from, toProvider: to, asset });
    if (!route)
      throw new CommandFailure(
        `There is no route for ${asset} from ${from} to ${to}; \`payments liquidity route add\` requests one.`,
      );
    await requireCarried(trx, route.method, amount);
    const order = { routeId: route.id, amount };
    try {
      const sent = await rebalance(trx, { ...order, sender: { by: 'operator', id: by.id } });
      const details = { from, to, asset, amount: sent.amount, reason: why.reason };
      await recordOperatorDeed(trx, by, { action: 'rebalancing.sent', subject: sent.transferId, details });
      return {
        id: sent.transferId,
        status: sent.status,
        from,
        to,
        asset,
        amount: formatStored(sent.amount),
      };
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'rebalancing_above_limit')) throw error;
      return viewRequest(await askToMove(trx, approvals, by, order, why));
    }
  });
}

export async function writeOff(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
  why: Why,
): Promise<object> {
  return db.transaction(async (trx) =>
    viewRequest(await askToWriteOff(trx, approvals, await operators.identify(trx, operatorKey), id, why)),
  );
}

export interface RouteOptions extends Why, DestinationParts {
  from: string;
  to: string;
  asset: string;
  method: string;
  dailyLimit: Money;
  maxFee?: Money;
  proofAmount: Money;
}

export async function addRoute(
  { db, providers, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  options: RouteOptions,
): Promise<object> {
  const { from, to, asset, dailyLimit, maxFee, proofAmount } = options;
  requireProvider(providers, from);
  if (!requireProvider(providers, to).findArrival)
    throw new CommandFailure(
      `Nothing of the deployment's own can be sent to ${to}: it cannot say what arrived.`,
    );
  if (from === to) throw new InvalidUsage('--from and --to must be different providers.');
  const method = await findMethod(db.read, options.method);
  if (method?.provider !== from || method.asset !== asset)
    throw new CommandFailure(`${options.method} is not a method by which ${from} sends ${asset}.`);
  await requireCarried(db.read, method.name, proofAmount);
  const route = {
    fromProvider: from,
    toProvider: to,
    asset,
    method: method.name,
    dailyLimit,
    proofAmount,
    destination: requireDestination(method, destinationOf(options), undefined),
    maxFee: maxFee ?? ZERO,
  };
  const why = { reason: options.reason, evidence: options.evidence };
  return db.transaction(async (trx) =>
    viewRequest(await askForRoute(trx, approvals, await operators.identify(trx, operatorKey), route, why)),
  );
}

async function requireCarried(on: Queryable, name: string, amount: Money): Promise<void> {
  const method = await findMethod(on, name);
  if (!method) throw new CommandFailure(`There is no method ${name}.`);
  if ((amount.decimalPlaces() ?? 0) > method.decimals)
    throw new CommandFailure(`${name} carries at most ${method.decimals} decimals.`);
}

export async function endRoute(
  foundation: Foundation,
  operatorKey: string | undefined,
  id: string,
): Promise<object> {
  const { db, operators } = foundation;
  await db.transaction(async (trx) => removeRoute(trx, await operators.identify(trx, operatorKey), id));
  return listAllRoutes(foundation);
}

export async function listAllRoutes({ db }: Foundation): Promise<object> {
  return { data: await reportRoutes(db.read) };
}
