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

type Named = Pick<PaymentLinkSummary, 'code' | 'status'>;

/** The standing of a link, of which it is known whether it is partly paid. */
export type StandingOf = (link: Named) => LinkStanding;

/** For links of which these are the partly paid ones. */
export function standingsWith(partlyPaid: readonly Pick<Named, 'code'>[]): StandingOf {
  const codes = new Set(partlyPaid.map(({ code }) => code));
  return ({ code, status }) => (codes.has(code) ? 'partly_paid' : status);
}

/** For these links. */
export async function readStandings(
  on: Queryable,
  accountId: string,
  links: readonly Named[],
): Promise<StandingOf> {
  return standingsWith(await findPartlyPaid(on, { accountId, codes: links.map(({ code }) => code) }));
}
