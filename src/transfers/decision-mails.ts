import type { Trx } from '../db/index.ts';
import { money } from '../lib/money.ts';
import { type OwnActor, TREASURERS } from '../people/index.ts';
import {
  describeShortly,
  type MoveKind,
  nameOf,
  tellMember,
  tellMembers,
  type TransferRequest,
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

/** Tells those who may approve a transfer that it has its first approval, and needs a second one. */
export async function tellOfFirstApproval(
  panelUrl: () => string,
  trx: Trx,
  actor: OwnActor,
  waiting: Waiting,
): Promise<void> {
  const { transfer, request } = waiting;
  const moved = describeMove(panelUrl, waiting);
  await tellMembers(trx, transfer.accountId, TREASURERS, (words, timeOf) =>
    words.firstApproved({
      ...moved,
      by: request.requestedByEmail ?? words.operator,
      approvedBy: nameOf(actor, words),
      at: timeOf(request.expiresAt ?? request.goesAt ?? request.createdAt),
    }),
  );
}

/** Tells the person who requested a transfer what was decided. The operator has no address to write to. */
export async function tellRequester(
  panelUrl: () => string,
  trx: Trx,
  actor: OwnActor,
  decided: { decision: 'approved' | 'declined'; reason: string | null },
  waiting: Waiting,
): Promise<void> {
  const { transfer, request } = waiting;
  if (request.requestedBy === null) return;
  const moved = describeMove(panelUrl, waiting);
  await tellMember(trx, transfer.accountId, request.requestedBy, (words) =>
    words.decided({ ...moved, ...decided, by: nameOf(actor, words) }),
  );
}

function describeMove(panelUrl: () => string, { transfer, request: { destinationLabel: label } }: Waiting) {
  const { accountId, id, kind, amount, asset } = transfer;
  const target =
    'destination' in transfer && transfer.destination ? describeShortly(transfer.destination) : null;
  return {
    kind,
    what: `${money(amount).toFixed()} ${asset}`,
    to: target !== null && label !== null ? `${label} (${target})` : target,
    panel: `${panelUrl()}/accounts/${accountId}/${kind}s/${id}`,
  };
}
