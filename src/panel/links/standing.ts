import type { Queryable } from '../../db/index.ts';
import { findPartlyPaid, type LinkStatus, type PaymentLinkSummary } from '../../payment-links/index.ts';

/** Partly paid is the panel's word; in the API, such a link is active or expired, because it can still be paid. */
export const LINK_STANDINGS = [
  'active',
  'partly_paid',
  'processing',
  'paid',
  'cancelled',
  'expired',
] as const;
export type LinkStanding = LinkStatus | 'partly_paid';

export type Standings = ReadonlyMap<string, LinkStanding>;

/** The standing of each of these links, by its code. */
export async function readStandings(
  on: Queryable,
  accountId: string,
  links: readonly Pick<PaymentLinkSummary, 'code' | 'status'>[],
): Promise<Standings> {
  const partlyPaid = await findPartlyPaid(on, { accountId, codes: links.map(({ code }) => code) });
  const codes = new Set(partlyPaid.map(({ code }) => code));
  return new Map(links.map(({ code, status }) => [code, codes.has(code) ? 'partly_paid' : status]));
}
