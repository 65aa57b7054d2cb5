import {
  readSolvency,
  reconcile,
  type Reconciliation,
  type Verification,
  verifyLedger,
  listBetweenCells,
} from '../../audit/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { HOUSE_ACCOUNT_ID } from '../../ledger/index.ts';
import { type Provider, ProviderFailure } from '../../methods/index.ts';
import { failOn, InvalidUsage } from '../frame/index.ts';
import { requireProvider } from '../rails/providers-actions.ts';

export async function verify(foundation: Foundation): Promise<object> {
  return withAudits(foundation.providers.all, await proveBooks(foundation)).catch(failCheck);
}

/**
 * Proves the ledger, and that every approval was given here; differences that two operators have acknowledged are
 * listed separately.
 */
export async function proveBooks({
  db,
  approvals,
  differences,
}: Pick<Foundation, 'db' | 'approvals' | 'differences'>): Promise<
  Verification & { acknowledged: readonly object[] }
> {
  const known = await differences.countKnown();
  const verification = await db.snapshot(async (on) => {
    const verified = await verifyLedger(on, known);
    const forged = (await approvals.listForged(on)).map(({ id, kind }) => ({
      check: 'every approval was given here',
      accountId: HOUSE_ACCOUNT_ID,
      detail: `request ${id} of kind ${kind} carries no stamps of this service`,
    }));
    return { ...verified, discrepancies: [...verified.discrepancies, ...forged] };
  });
  const marked = await differences.mark('ledger verify', verification.discrepancies);
  return {
    ...verification,
    ok: marked.differences.length === 0,
    discrepancies: marked.differences,
    acknowledged: marked.acknowledged,
  };
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
  if (from >= to) throw new InvalidUsage('--from must be before --to.');
  const { db, providers } = foundation;
  const chosen = provider === undefined ? providers.all : [requireProvider(providers, provider)];
  const reconciled = await markKnown(foundation, await reconcile(db, chosen, { from, to }).catch(failCheck));
  const result = await withAudits(chosen, reconciled).catch(failCheck);
  // Only both cells together can verify it, which `payments cells reconcile` does.
  const betweenCells = provider === undefined ? await listBetweenCells(db.read) : [];
  return betweenCells.length === 0 ? result : { ...result, between_cells: betweenCells };
}

/** Books that cannot be compared with a provider's are not proved, so the check fails rather than the program. */
const failCheck = failOn(ProviderFailure);

/** Lists the differences that two operators have acknowledged separately (D45). */
async function markKnown({ differences }: Foundation, reconciled: Reconciliation): Promise<Reconciliation> {
  const providers = await Promise.all(
    reconciled.providers.map(async (one) => {
      const marked = await differences.mark(`reconcile ${one.provider}`, one.differences);
      return { ...one, ...marked, ok: marked.differences.length === 0 };
    }),
  );
  return { ...reconciled, ok: providers.every(({ ok }) => ok), providers };
}

/** Includes transfers that left our wallets on chain without an order, because they may have taken a surplus. */
export async function showSolvency({ db, providers }: Foundation): Promise<object> {
  const solvency = await readSolvency(db, providers.all);
  const unexplained = await Promise.all(
    providers.all.flatMap((provider) => (provider.unexplained ? [provider.unexplained()] : [])),
  );
  return unexplained.length === 0 ? solvency : { ...solvency, unexplained: unexplained.flat() };
}

/** Adds the rails' own comparisons with the books, place by place, to another audit's result, if there are any. */
async function withAudits<R extends { ok: boolean }>(
  providers: readonly Provider[],
  result: R,
): Promise<R & { chains?: object[] }> {
  const audits = await Promise.all(
    providers.flatMap((provider) => (provider.audit ? [provider.audit()] : [])),
  );
  if (audits.length === 0) return result;
  const chains = audits.flat();
  return { ...result, ok: result.ok && chains.every(({ ok }) => ok), chains };
}
