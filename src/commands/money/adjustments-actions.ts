import { inSnakeCase } from '../../lib/case.ts';
import type { Foundation } from '../../composition/index.ts';
import {
  type Adjustment,
  ADJUSTMENT_KIND,
  askToAdjust,
  hasBooks,
  HOUSE_ACCOUNT_ID,
} from '../../ledger/index.ts';
import { findAsset } from '../../methods/index.ts';
import { CommandFailure } from '../frame/index.ts';
import { requireProvider } from '../rails/providers-actions.ts';
import { viewRequest } from '../../operators/index.ts';

export interface Why {
  reason: string;
  evidence: string;
}

export type AdjustmentOptions = Omit<Adjustment, 'difference'> & Why & { difference?: string };

export async function createAdjustment(
  foundation: Foundation,
  operatorKey: string | undefined,
  { reason, evidence, ...adjustment }: AdjustmentOptions,
): Promise<object> {
  const { db, providers, operators } = foundation;
  requireProvider(providers, adjustment.provider);
  const { asset } = adjustment;
  // Chains' fee coins are in the house's books only.
  if (!(await findAsset(db.read, { asset })) && !(await hasBooks(db.read, HOUSE_ACCOUNT_ID, asset)))
    throw new CommandFailure(`There is no asset ${asset}.`);
  return viewRequest(
    await db.transaction(async (trx) =>
      askToAdjust(
        trx,
        foundation,
        await operators.identify(trx, operatorKey),
        { ...adjustment, difference: adjustment.difference ?? null },
        { reason, evidence },
      ),
    ),
  );
}

export async function listAdjustments({ db, approvals }: Foundation, limit: number): Promise<object> {
  const requests = await approvals.list(db.read, { kind: ADJUSTMENT_KIND, limit });
  return { data: requests.map((request) => ({ ...viewRequest(request), genuine: request.isGenuine })) };
}

export async function listDifferences({ db, differences }: Foundation, limit: number): Promise<object> {
  const rows = await differences.list(db.read, limit);
  return { data: rows.map((row) => ({ ...inSnakeCase(row), last_found_at: row.lastFoundAt.toISOString() })) };
}

export async function acknowledge(
  { db, operators, differences }: Foundation,
  operatorKey: string | undefined,
  id: string,
  why: Why,
): Promise<object> {
  return viewRequest(
    await db.transaction(async (trx) =>
      differences.askToAcknowledge(trx, await operators.identify(trx, operatorKey), id, why),
    ),
  );
}
