import type { Trx } from '../db/connect.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { lockLinkRow, writeMove, type LinkRow } from './repository.ts';
import { nextStatus, type LinkTrigger } from './transitions.ts';

/**
 * Locks a link until the transaction ends. One whose time has passed is marked as expired on the spot, so that whoever
 * holds it sees the state that counts (D6). Also finds deleted links: money that still arrives for one must find its
 * account.
 */
export async function lockLink(
  trx: Trx,
  accountId: string,
  code: string,
): Promise<(LinkRow & { deleted: boolean }) | undefined> {
  const stored = await lockLinkRow(trx, accountId, code);
  if (!stored) return undefined;
  const { lapsed, deleted_at, ...row } = stored;
  const link = lapsed && row.status === 'active' ? await moveLink(trx, row, 'expire') : row;
  return { ...link, deleted: deleted_at !== null };
}

/**
 * Takes a locked link to its next state, with a line in its history. Throws when the trigger is not allowed in its
 * present state: that is checked, and refused in words, by whoever pulls it.
 */
export async function moveLink(
  trx: Trx,
  link: LinkRow,
  trigger: LinkTrigger,
  paidWithMethod?: string,
): Promise<LinkRow> {
  const to = nextStatus(link.status, trigger);
  if (!to) throw new Error(`a link that is ${link.status} cannot ${trigger}`);
  const at = await trx.now;
  const moved: LinkRow = {
    ...link,
    status: to === 'deleted' ? link.status : to,
    revision: link.revision + 1,
    paid_at: to === 'paid' ? at : link.paid_at,
    paid_with_method: to === 'paid' ? (paidWithMethod ?? null) : link.paid_with_method,
  };
  trx.defer(
    writeMove(trx, {
      ...moved,
      revision: link.revision,
      trigger,
      from: link.status,
      to,
      deleted_at: to === 'deleted' ? at : null,
      at,
    }),
  );
  return moved;
}

const REFUSALS = {
  modify: { code: 'payment_link_not_modifiable', done: 'changed' },
  cancel: { code: 'payment_link_not_cancellable', done: 'cancelled' },
  delete: { code: 'payment_link_not_deletable', done: 'deleted' },
} as const satisfies Partial<Record<LinkTrigger, { code: ErrorCode; done: string }>>;

/** Locks an account's link for something that its owner asks for. Throws that it is not there, or not in the state for it. */
export async function lockLinkFor(
  trigger: keyof typeof REFUSALS,
  trx: Trx,
  accountId: string,
  code: string,
): Promise<LinkRow> {
  const link = await lockLink(trx, accountId, code);
  if (!link || link.deleted) throw new DomainError('payment_link_not_found');
  if (!nextStatus(link.status, trigger)) throw refusalOf(trigger, link);
  return link;
}

/** Why an owner's wish is refused, in words. */
export function refusalOf(trigger: keyof typeof REFUSALS, link: Pick<LinkRow, 'status'>): DomainError {
  const { code, done } = REFUSALS[trigger];
  return new DomainError(code, {
    message:
      trigger === 'delete' && link.status === 'active'
        ? 'The payment link is active. Cancel it first, then delete it.'
        : `The payment link is ${link.status}; a link in this state cannot be ${done}.`,
  });
}
