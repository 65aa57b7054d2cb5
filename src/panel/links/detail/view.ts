import { createHash } from 'node:crypto';
import { needsDestination } from '../../../deposits/transfers/refund-destination.ts';
import { findMethod, type Method } from '../../../methods/catalogue.ts';
import { DomainError } from '../../../lib/errors/errors.ts';
import type { LinkWithMethods } from '../../../payment-links/service.ts';
import { readTimeline, type Timeline } from '../../../payment-links/timeline/timeline.ts';
import { MONEY, type MemberVisit } from '../../route.ts';
import type { PanelServices } from '../../services.ts';
import { mayMakeLinks } from '../parts.tsx';

/** What can be refunded of a link, and what is required for that. */
export interface Refundable {
  /** In the link's currency. */
  left: string;
  /** Where it has to be sent; undefined when the rail itself sends it back. */
  destination: Pick<Method, 'kind' | 'network'> | undefined;
}

/** What a link's page is rendered from. */
export interface LinkView extends LinkWithMethods, Timeline {
  mayChange: boolean;
  /** Undefined when nothing is left, or this person may not. */
  refundable: Refundable | undefined;
  /** In the test environment only. */
  canSimulate: boolean;
  /** Whether it can change by itself. */
  isOpen: boolean;
  /** The digest of what is shown: a different one means a change. */
  digest: string;
}

/** Throws `payment_link_not_found`. */
export async function readLinkView(services: PanelServices, visit: MemberVisit): Promise<LinkView> {
  const { db, paymentLinks, simulator } = services;
  const { accountId } = visit;
  const found = await paymentLinks.get(accountId, codeOf(visit));
  const timeline = await readTimeline(db.read, accountId, found);
  const isWaiting = found.link.status === 'active' || found.link.status === 'processing';
  return {
    ...found,
    ...timeline,
    mayChange: mayMakeLinks(visit),
    refundable: MONEY.includes(visit.membership.role) ? await refundableOf(services, timeline) : undefined,
    canSimulate: simulator !== undefined && found.link.status === 'active' && mayMakeLinks(visit),
    isOpen: isWaiting || timeline.refunds.some(({ finished_at }) => finished_at === null),
    digest: createHash('sha256')
      .update(JSON.stringify([found, timeline]))
      .digest('base64url')
      .slice(0, 16),
  };
}

async function refundableOf(
  { db, providers }: PanelServices,
  { proceeds, deposits }: Timeline,
): Promise<Refundable | undefined> {
  const deposit = deposits.find(({ status }) => status === 'credited');
  if (!deposit || proceeds?.refundable === undefined) return undefined;
  const left = proceeds.refundable;
  if (!needsDestination(providers, deposit)) return { left, destination: undefined };
  const method = await findMethod(db.read, deposit.method);
  // The money is on the network where it arrived.
  return { left, destination: method && { kind: method.kind, network: deposit.network } };
}

/** The code in the path. Throws `payment_link_not_found` for what cannot be one. */
export function codeOf(visit: MemberVisit): string {
  const code = visit.param('code');
  if (!/^PL(-[A-Z0-9]{4}){3}$/.test(code)) throw new DomainError('payment_link_not_found');
  return code;
}
