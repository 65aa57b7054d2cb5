import type { Queryable } from '../db/index.ts';
import { money, type Money, ZERO } from '../lib/money.ts';
import { findMethod, MAX_SLIPPAGE } from '../methods/index.ts';
import type { Approvals } from '../operators/index.ts';
import type { AnyConversion } from './transfer.ts';

/** The kind of the requests by which two operators decide about a transfer. */
export const RESOLUTION_KIND = 'transfers.resolve';

/**
 * The fraction by which a conversion may fall short of its promise at the deployment's cost without approval (D28).
 * Beyond it, two operators accept the loss (D46). A provider owes all that it has quoted, and where the account bears
 * the price, the deployment has promised nothing.
 */
export async function allowedSlippage(on: Queryable, transfer: AnyConversion): Promise<Money> {
  if (transfer.kind === 'conversion' || transfer.quoteReference !== null || transfer.accountBearsPrice)
    return ZERO;
  const method = await findMethod(on, transfer.method);
  if (!method) throw new Error(`there is no method ${transfer.method}`);
  const { maxSlippage } = method;
  // An older program without this limit may have set the method to more.
  return maxSlippage.gt(MAX_SLIPPAGE) ? MAX_SLIPPAGE : maxSlippage;
}

/**
 * The fraction by which it may fall short now. It is the accepted one or, if that exceeds the allowed one without the
 * agreement of two operators, the allowed one. So a write to the database, or an older program, cannot accept a loss.
 */
export async function slippageOf(
  on: Queryable,
  approvals: Pick<Approvals, 'findApproved'>,
  transfer: AnyConversion,
): Promise<Money> {
  const allowed = await allowedSlippage(on, transfer);
  if (transfer.acceptedSlippage === null) return allowed;
  const accepted = money(transfer.acceptedSlippage);
  if (accepted.lte(allowed)) return accepted;
  const agreed = { transfer: transfer.id, max_slippage: accepted.toFixed() };
  return (await approvals.findApproved(on, RESOLUTION_KIND, agreed)) === undefined ? allowed : accepted;
}
