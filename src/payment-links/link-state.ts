import type { Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import type { ErrorCode } from '../lib/errors/table.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { lockedLinks, writeMoves, type LinkMove, type PaymentLink } from './repository.ts';
import { nextStatus, type LinkTrigger } from './transitions.ts';

/**
 * Locks a link until the transaction ends. A link past its expiry is marked as expired first, so that the caller sees
 * its effective state (D6). Also finds deleted links, because money that still arrives for one must reach its account.
 */
export async function lockLink(
  trx: Trx,
  accountId: string,
  code: string,
): Promise<(PaymentLink & { deleted: boolean }) | undefined> {
  const stored = await lockedLinks.first(trx, { accountId, code });
  if (!stored) return undefined;
  const { lapsed, deletedAt, ...row } = stored;
  const link = lapsed && row.status === 'active' ? await moveLink(trx, row, 'expire') : row;
  return { deleted: deletedAt !== null, ...link };
}

/** The payment of a link. */
interface LinkPayment {
  method: string;
  /** The credited amount, in the link's currency. */
  received: Money;
}

/**
 * Moves a locked link to its next state, and records the step in its history. Throws a plain error when the trigger is
 * not allowed in the current state, because callers check that first and refuse with an error of their own.
 */
export async function moveLink(
  trx: Trx,
  link: PaymentLink,
  trigger: LinkTrigger,
  payment?: LinkPayment,
): Promise<PaymentLink> {
  const to = nextStatus(link.status, trigger);
  if (!to) throw new Error(`a link that is ${link.status} cannot ${trigger}`);
  const at = await trx.now;
  const moved: PaymentLink = {
    ...link,
    status: to === 'deleted' ? link.status : to,
    revision: link.revision + 1,
    paidAt: to === 'paid' ? at : link.paidAt,
    ...(to === 'paid' ? paidFacts(link, payment) : {}),
  };
  const { accountId, code, status, paidAt, paidWithMethod, amountReceived } = moved;
  const move: LinkMove = {
    accountId,
    code,
    revision: link.revision,
    trigger,
    from: link.status,
    to,
    status,
    paidAt,
    paidWithMethod,
    amountReceived,
    deletedAt: to === 'deleted' ? at : null,
    at,
  };
  trx.gather(writeMoves, move, `${accountId}/${code}`);
  return moved;
}

function paidFacts(
  { code, amount }: PaymentLink,
  payment: LinkPayment | undefined,
): Pick<PaymentLink, 'paidWithMethod' | 'amountReceived'> {
  if (!payment) throw new Error(`nothing pays link ${code}`);
  const { method, received } = payment;
  return {
    paidWithMethod: method,
    amountReceived: received.eq(money(amount)) ? null : formatAmount(received),
  };
}

const REFUSALS = {
  modify: { code: 'payment_link_not_modifiable', done: 'changed' },
  cancel: { code: 'payment_link_not_cancellable', done: 'cancelled' },
  delete: { code: 'payment_link_not_deletable', done: 'deleted' },
} as const satisfies Partial<Record<LinkTrigger, { code: ErrorCode; done: string }>>;

/**
 * Locks an account's link for an action that its owner requests. Throws `payment_link_not_found`, or the action's own
 * error when the link's state does not allow it.
 */
export async function lockLinkFor(
  trigger: keyof typeof REFUSALS,
  trx: Trx,
  accountId: string,
  code: string,
): Promise<PaymentLink> {
  const link = await lockLink(trx, accountId, code);
  if (!link || link.deleted) throw new DomainError('payment_link_not_found');
  if (!nextStatus(link.status, trigger)) throw refusalOf(trigger, link);
  return link;
}

/** The error for an action that the link's state does not allow. */
export function refusalOf(trigger: keyof typeof REFUSALS, link: Pick<PaymentLink, 'status'>): DomainError {
  const { code, done } = REFUSALS[trigger];
  return new DomainError(code, {
    message:
      trigger === 'delete' && link.status === 'active'
        ? 'The payment link is active. Cancel it first, then delete it.'
        : `The payment link is ${link.status}; a link in this state cannot be ${done}.`,
  });
}
