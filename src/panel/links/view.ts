import { createHash } from 'node:crypto';
import { readClock } from '../../clock/index.ts';
import { getPaidLink, leftOf } from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatAmount } from '../../lib/money.ts';
import type { PaymentLink, LinkWithMethods } from '../../payment-links/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { readTimeline, type Timeline } from './timeline.ts';
import type { RefundDestinations } from '../refunds/form.tsx';
import { refundStateOf, withPurchases, type RequestedRefund } from '../refunds/state.tsx';
import { readRefundDestinations } from '../refunds/destinations.ts';
import { MONEY, type MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { mayMakeLinks } from './parts.tsx';
import { type LinkStanding, readStandings } from './standing.ts';

/** The refundable amount of a link, and its destination. */
export interface Refundable {
  /** In what the payer sent, if that was converted; else in the link's currency. */
  left: string;
  asset: string;
  isConverted: boolean;
  /** The deposit to refund. */
  depositId: string;
  /** Whether several deposits paid the link, each of which is refunded by itself. */
  isPart: boolean;
  refundDestinations: RefundDestinations;
}

/** The data of a link's page. */
export interface LinkView extends LinkWithMethods, Omit<Timeline, 'refunds'> {
  /** The link's status, or that it is partly paid. */
  standing: LinkStanding;
  refunds: readonly RequestedRefund[];
  /** Undefined for a link that names none, or one who was deleted. */
  customer: { id: string; name: string } | undefined;
  now: Date;
  mayChange: boolean;
  /** Undefined when nothing is left, or this person may not. */
  refundable: Refundable | undefined;
  /** In the test environment only. */
  canSimulate: boolean;
  /** Whether it can change by itself. */
  isOpen: boolean;
  /** The digest of the page's content. A different one means a change. */
  digest: string;
}

/** Throws `payment_link_not_found`. */
export async function readLinkView(services: PanelServices, visit: MemberVisit): Promise<LinkView> {
  const { db, paymentLinks, simulator } = services;
  const { accountId } = visit;
  const found = await paymentLinks.get(accountId, codeOf(visit));
  const { customerId } = found.link;
  const [timeline, customer, standingOf, now] = await Promise.all([
    readTimeline(db.read, accountId, found),
    customerId === null ? undefined : findCustomer(db.read, { accountId, id: customerId }),
    readStandings(db.read, accountId, [found.link]),
    readClock(db.read),
  ]);
  const refunds = await withPurchases(db.read, accountId, timeline.refunds);
  const isUnderWay = (refund: RequestedRefund): boolean =>
    refund.transfer.finishedAt === null && !['quoted', 'quote_expired'].includes(refundStateOf(refund, now));
  const isWaiting = found.link.status === 'active' || found.link.status === 'processing';
  return {
    ...found,
    ...timeline,
    standing: standingOf(found.link),
    refunds,
    customer,
    now,
    mayChange: mayMakeLinks(visit),
    refundable: MONEY.includes(visit.membership.role) ? await refundableOf(services, found.link) : undefined,
    canSimulate: simulator !== undefined && found.link.status === 'active' && mayMakeLinks(visit),
    isOpen: isWaiting || refunds.some(isUnderWay),
    digest: createHash('sha256')
      .update(JSON.stringify([found, timeline, refunds, customer?.name]))
      .digest('base64url')
      .slice(0, 16),
  };
}

async function refundableOf(
  services: PanelServices,
  { accountId, code, status }: PaymentLink,
): Promise<Refundable | undefined> {
  if (status !== 'paid') return undefined;
  const paid = await getPaidLink(services.db.read, { accountId, code });
  const { asset, left } = leftOf(paid);
  if (left.isZero()) return undefined;
  const refundDestinations = await readRefundDestinations(services, paid.deposit);
  return {
    left: formatAmount(left),
    asset,
    isConverted: paid.method.requiresConversion,
    depositId: paid.deposit.id,
    isPart: paid.deposits.length > 1,
    refundDestinations,
  };
}

/** The code in the path. Throws `payment_link_not_found` for what cannot be one. */
export function codeOf(visit: MemberVisit): string {
  const code = visit.param('code');
  if (!/^PL(-[A-Z0-9]{4}){3}$/.test(code)) throw new DomainError('payment_link_not_found');
  return code;
}
