import type { Trx } from '../db/index.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import { money, type Money } from '../lib/money.ts';
import { leastOf } from '../methods/index.ts';
import {
  type ApprovalKind,
  type Approvals,
  type ListedRequest,
  type Operator,
  recordOperatorDeed,
} from '../operators/index.ts';
import { requireUndecided, requireUnusedReference, type Resolution, resolveTransfer } from './decisions.ts';
import type { TransferKinds } from './kinds.ts';
import { allowedSlippage, RESOLUTION_KIND } from './slippage.ts';
import { type AnyConversion, isExchange, type Transfer } from './transfer.ts';

/**
 * A decision that needs another operator's approval, because it is a loss, or an outcome that the provider does not
 * state itself.
 */
type Proposal = { retry: true; acceptedSlippage: Money } | { settledAs: string };

/** The reason for the proposal. */
interface Why {
  reason: string;
  evidence: string;
}

/**
 * Takes a decision about a stuck transfer that one operator may take alone, which is to ask its provider again or to
 * release the money of one that the provider has ruled out. Letting the deployment bear more of a conversion's loss
 * than is allowed, or stating a provider's outcome, gives money away if it is wrong, so that becomes a request that
 * another operator approves (D46). Throws like `resolveTransfer`.
 */
export async function decideTransfer(
  trx: Trx,
  { kinds, approvals, by }: { kinds: TransferKinds; approvals: Approvals; by: Operator },
  id: string,
  resolution: Resolution,
  why: Why | undefined,
): Promise<{ transfer: Transfer } | { request: ListedRequest }> {
  const proposal = await proposalIn(trx, id, resolution);
  if (!proposal) return { transfer: await resolveTransfer(trx, kinds, id, resolution) };
  const details = await describe(trx, id, proposal);
  if (!why)
    throw invalidParam(
      'reason',
      'Another operator must approve this: pass --reason and --evidence for them.',
    );
  return { request: await approvals.request(trx, by, { kind: RESOLUTION_KIND, details, ...why }) };
}

/** The proposal in a decision that one operator may not take alone. */
async function proposalIn(trx: Trx, id: string, resolution: Resolution): Promise<Proposal | undefined> {
  if ('settledAs' in resolution) return resolution;
  if (!('retry' in resolution) || !resolution.acceptedSlippage) return undefined;
  const { acceptedSlippage } = resolution;
  const allowed = await allowedSlippage(trx, requireExchange(await requireUndecided(trx, id)));
  return acceptedSlippage.gt(allowed) ? { retry: true, acceptedSlippage } : undefined;
}

function requireExchange(transfer: Transfer): AnyConversion {
  if (isExchange(transfer)) return transfer;
  throw invalidParam(
    'max_slippage_percent',
    `Transfer ${transfer.id} is a ${transfer.kind}, which has no price to accept.`,
  );
}

/** Everything that the approver agrees to, which is the booked amounts or the maximum loss. */
async function describe(trx: Trx, id: string, proposal: Proposal): Promise<Record<string, string>> {
  const transfer = await requireUndecided(trx, id);
  const { accountId: account, kind, provider, asset, amount } = transfer;
  const sent = {
    transfer: id,
    account,
    transfer_kind: kind,
    provider,
    asset,
    amount: money(amount).toFixed(),
  };
  if ('settledAs' in proposal) {
    const settled = await requireUnusedReference(trx, transfer, proposal.settledAs);
    return { ...sent, ...(isExchange(transfer) && promiseOf(transfer)), settled };
  }
  const { acceptedSlippage } = proposal;
  const conversion = requireExchange(transfer);
  const promised = money(conversion.toAmount);
  return {
    ...sent,
    ...promiseOf(conversion),
    max_slippage: acceptedSlippage.toFixed(),
    max_loss: promised.minus(leastOf(promised, acceptedSlippage)).toFixed(),
  };
}

function promiseOf({ toAsset, toAmount }: AnyConversion): { to_asset: string; promised: string } {
  return { to_asset: toAsset, promised: money(toAmount).toFixed() };
}

/** A function, because the kinds of transfers are made after the kinds of requests. */
export function resolutionKinds(kinds: () => TransferKinds): Record<string, ApprovalKind> {
  return {
    [RESOLUTION_KIND]: {
      async carryOut(trx, { id: request, details, approvedBy }) {
        const { transfer, settled, max_slippage: slippage } = details as Record<string, string>;
        if (transfer === undefined) throw new Error('a request without its transfer');
        const resolution: Resolution =
          settled === undefined
            ? { retry: true, acceptedSlippage: money(slippage ?? '') }
            : { settledAs: settled };
        await resolveTransfer(trx, kinds(), transfer, resolution);
        const decided = settled === undefined ? { max_slippage: slippage } : { settled };
        await recordOperatorDeed(trx, approvedBy, {
          action: 'transfer.resolved',
          subject: transfer,
          details: { request, ...decided },
        });
      },
    },
  };
}
