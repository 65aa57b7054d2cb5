import { reconcile } from '../../audit/reconcile.ts';
import { verifyLedger } from '../../audit/verify.ts';
import type { Foundation } from '../../foundation.ts';
import { CommandFailure } from '../command.ts';
import { withChains } from '../rails/chains-actions.ts';
import { requireProvider } from '../rails/providers-actions.ts';

export async function verify(foundation: Foundation): Promise<object> {
  return withChains(foundation, await foundation.db.snapshot(verifyLedger));
}

export interface ReconcileOptions {
  provider?: string;
  from: Date;
  to: Date;
}

export async function reconcileProviders(
  foundation: Foundation,
  { provider, from, to }: ReconcileOptions,
): Promise<object> {
  if (from >= to) throw new CommandFailure('--from must be before --to.');
  const { db, providers, evm } = foundation;
  const chosen = provider === undefined ? providers.all : [requireProvider(providers, provider)];
  const reconciled = await reconcile(db, chosen, { from, to });
  return evm && chosen.includes(evm) ? withChains(foundation, reconciled) : reconciled;
}
