import type { Trx } from '../../../db/index.ts';
import { DomainError } from '../../../lib/errors/errors.ts';
import type { ApprovalKind, Approvals, ListedRequest, Operator } from '../../../operators/index.ts';
import {
  findTransfer,
  findTransferAccount,
  hastenWaiting,
  providerKey,
  sentBy,
} from '../../../transfers/index.ts';
import type { FindRelease } from './sender/limits.ts';

const KIND = 'chains.release';

/**
 * Requests that an on-chain withdrawal or refund be sent although it is above a limit of the sender (D49). The approver
 * sees the network, asset, amount and recipient, and the sender sends exactly that; a transfer that differs by then
 * keeps waiting. Throws `transfer_not_found`, and `transfer_not_releasable` for one that is not sent on chain or is
 * finished.
 */
export async function requestRelease(
  trx: Trx,
  { approvals, by }: { approvals: Approvals; by: Operator },
  id: string,
  reason: string,
): Promise<ListedRequest> {
  const accountId = await findTransferAccount(trx, id);
  const transfer = accountId === undefined ? undefined : await findTransfer(trx, { accountId, id });
  if (!transfer) throw new DomainError('transfer_not_found');
  const isSent = transfer.kind === 'withdrawal' || transfer.kind === 'refund';
  const isOver = transfer.status !== 'held' && transfer.status !== 'sent';
  if (!isSent || isOver || transfer.provider !== 'evm') throw new DomainError('transfer_not_releasable');
  const { destination } = transfer;
  if (!destination || !('address' in destination)) throw new DomainError('transfer_not_releasable');
  const { asset, amount } = sentBy(transfer);
  const details = {
    transfer: id,
    account: transfer.accountId,
    payment: providerKey(transfer),
    network: destination.network,
    asset,
    amount: amount.toFixed(),
    recipient: destination.address.toLowerCase(),
  };
  return approvals.request(trx, by, { kind: KIND, details, reason, evidence: null });
}

/** The sender looks up approvals at each attempt; this schedules an attempt now. */
export const RELEASE_KINDS: Readonly<Record<string, ApprovalKind>> = {
  [KIND]: {
    async carryOut(trx, { details: { account, transfer } }) {
      await hastenWaiting(trx, { accountId: String(account), id: String(transfer) });
    },
  },
};

export function createFindRelease(approvals: Approvals): FindRelease {
  return (on, release) => approvals.findApproved(on, KIND, { ...release });
}
