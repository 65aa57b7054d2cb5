import type { Trx } from '../db/index.ts';
import { ZERO } from '../lib/money.ts';
import { type OwnActor, TREASURERS } from '../people/index.ts';
import {
  describeShortly,
  type MoveKind,
  nameOf,
  tellMember,
  tellMembers,
  type TransferRequest,
  type Wordings,
} from '../treasury/index.ts';
import type { Transfer } from './transfer.ts';

/** A transfer that people request; the others have no requests. */
type Move = Transfer & { kind: MoveKind };

export function isMove(transfer: Transfer): transfer is Move {
  return transfer.kind !== 'payment_conversion' && transfer.kind !== 'rebalancing';
}

/** A transfer that waits for a decision. */
export interface Waiting {
  transfer: Move;
  request: TransferRequest;
}

/** Whether an approval was the last that was needed, or the first of two. */
export type GivenApproval = 'approved' | 'first_approved';

/** Tells those who may approve transfers that a second approval is needed, or the requester that none is. */
export async function tellOfApproval(
  panelUrl: () => string,
  trx: Trx,
  actor: OwnActor,
  decision: GivenApproval,
  waiting: readonly Waiting[],
): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  if (decision === 'approved')
    return tellRequester(panelUrl, trx, actor, { decision, reason: null }, waiting);
  const { transfer, request } = first;
  await tellMembers(trx, transfer.accountId, TREASURERS, (words, timeOf) =>
    words.firstApproved({
      ...describeMove(panelUrl, words, waiting),
      by: request.requestedByEmail ?? words.operator,
      approvedBy: nameOf(actor, words),
      at: timeOf(request.expiresAt ?? request.goesAt ?? request.createdAt),
    }),
  );
}

/**
 * Tells the person who requested a transfer, or the transfers of a batch, what was decided. The operator has no address
 * to write to.
 */
export async function tellRequester(
  panelUrl: () => string,
  trx: Trx,
  actor: OwnActor,
  decided: { decision: 'approved' | 'declined'; reason: string | null },
  waiting: readonly Waiting[],
): Promise<void> {
  const [first] = waiting;
  if (!first || first.request.requestedBy === null) return;
  await tellMember(trx, first.transfer.accountId, first.request.requestedBy, (words) =>
    words.decided({ ...describeMove(panelUrl, words, waiting), ...decided, by: nameOf(actor, words) }),
  );
}

function describeMove(panelUrl: () => string, words: Wordings, waiting: readonly Waiting[]) {
  const [first] = waiting;
  if (!first) throw new Error('no transfer to describe');
  const { transfer, request } = first;
  const { accountId, id, kind, asset } = transfer;
  const sum = waiting.reduce((total, one) => total.plus(one.transfer.amount), ZERO);
  const isBatch = request.batchId !== null;
  return {
    kind,
    what: `${sum.toFixed()} ${asset}`,
    to: isBatch ? words.batch(waiting.length) : describeTarget(first),
    panel: `${panelUrl()}/accounts/${accountId}/${kind}s/${isBatch ? `batches/${request.batchId}` : id}`,
  };
}

function describeTarget({ transfer, request: { destinationLabel: label } }: Waiting): string | null {
  const target =
    'destination' in transfer && transfer.destination ? describeShortly(transfer.destination) : null;
  return target !== null && label !== null ? `${label} (${target})` : target;
}
