import { money } from '../../../lib/money.ts';
import { type InstructionsRequest, ProviderFailure } from '../../index.ts';

/**
 * Throws a ProviderFailure of kind `refused` for a method or currency that the rail does not accept. `places` names
 * those it does.
 */
export function requireTaken(
  rail: string,
  { kind, asset, method }: InstructionsRequest,
  taken: Pick<InstructionsRequest, 'kind' | 'asset'> & { places: string },
): void {
  if (kind === taken.kind && asset === taken.asset) return;
  throw new ProviderFailure(
    'refused',
    `${rail} takes ${taken.asset} to ${taken.places}, and no ${asset} by ${method}.`,
  );
}

/** Throws a ProviderFailure of kind `refused` if the same key already has instructions for another amount. */
export function requireAmount({ amount }: InstructionsRequest, kept: string): void {
  if (!money(kept).eq(amount))
    throw new ProviderFailure('refused', 'The idempotency key was used for another amount.');
}
