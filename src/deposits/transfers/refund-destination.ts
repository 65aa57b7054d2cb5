import type { Queryable } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { findMethod, type Providers, type RefundDestination } from '../../methods/index.ts';
import {
  type Departure,
  type DestinationParts,
  isSameDestination,
  requireDestination,
} from '../../treasury/index.ts';
import type { DepositRow } from '../repository.ts';

/** Whether a refund needs a destination, because the rail cannot safely send this deposit back by itself. */
export function needsDestination(
  providers: Pick<Providers, 'find'>,
  deposit: Pick<DepositRow, 'provider' | 'method' | 'network' | 'payer'>,
): boolean {
  return providers.find(deposit.provider)?.wayBack(deposit) === undefined;
}

/**
 * Where a refund of a deposit goes: to the named destination, or else back to where the rail can safely return it. On-chain
 * payments cannot be returned: exchanges pay from addresses that do not credit returns. Throws
 * `refund_destination_required`, and `invalid_request` for a named destination that is not valid.
 */
export async function requireRefundDestination(
  on: Queryable,
  providers: Pick<Providers, 'find'>,
  deposit: DepositRow,
  named: DestinationParts,
): Promise<RefundDestination> {
  if (Object.values(named).every((part) => part === undefined)) {
    const wayBack = providers.find(deposit.provider)?.wayBack(deposit);
    if (wayBack !== undefined) return wayBack;
    throw new DomainError('refund_destination_required', {
      message: `${deposit.method} cannot return a payment by itself. Ask the payer for ${askedFor(deposit)}, and pass it.`,
    });
  }
  const method = await findMethod(on, deposit.method);
  if (!method) throw new Error(`deposit ${deposit.id} has no method`);
  // The money is on the network where it arrived, which may not be the requested one.
  return requireDestination({ ...method, network: deposit.network }, named, deposit.payer['name']);
}

/**
 * A refund's destination under the rules for money out (D44): only the way back that the rail itself knows counts as where
 * the money came from, even if someone typed it in.
 */
export function directionOf(
  providers: Pick<Providers, 'find'>,
  deposit: DepositRow,
  to: RefundDestination,
): Departure['to'] {
  if (to === 'sender') return 'origin';
  const wayBack = providers.find(deposit.provider)?.wayBack(deposit);
  const isWayBack = wayBack !== undefined && wayBack !== 'sender' && isSameDestination(wayBack, to);
  return isWayBack ? 'origin' : { named: to };
}

function askedFor({ network }: DepositRow): string {
  return network === null ? 'an account' : `an address on ${network}`;
}
