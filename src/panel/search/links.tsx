import {
  exactTermsOf,
  findLinksByDestination,
  listLinks,
  type PaymentLinkSummary,
  searchLinks,
} from '../../payment-links/index.ts';
import type { SearchTerm } from '../../search/index.ts';
import { LinkState } from '../links/parts.tsx';
import { readStandings, type StandingOf } from '../links/standing.ts';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';

/** Above this, an account or address is not one that was given out for a payment, or to a few in turn. */
const MOST_AT_A_PLACE = 200;

export interface FoundLinks {
  links: PaymentLinkSummary[];
  /** The links that are paid to the searched destination, or with that reference. */
  atDestination: PaymentLinkSummary[];
  standingOf: StandingOf;
}

/** Links of an amount, those paid at a place or with a reference, and those with the words; in this order. */
export async function findLinks(
  { db }: PanelServices,
  { accountId }: MemberVisit,
  { text, code, amount, mark }: SearchTerm,
): Promise<FoundLinks> {
  const any = { createdAfter: undefined, createdBefore: undefined, status: undefined };
  const withWords = (words: string): Promise<PaymentLinkSummary[]> =>
    searchLinks(db.read, { accountId, ...any, text: words, limit: LIMIT });
  const [ofAmount, atDestination, coded, worded] = await Promise.all([
    amount === undefined
      ? []
      : listLinks(db.read, {
          accountId,
          ...any,
          currency: undefined,
          terms: exactTermsOf({ amount, reference: undefined, metadata: undefined, customerId: undefined }),
          afterTime: undefined,
          afterCode: undefined,
          limit: LIMIT,
        }),
    mark === undefined
      ? []
      : findLinksByDestination(db.read, { accountId, mark, most: MOST_AT_A_PLACE, limit: LIMIT }),
    code === undefined ? [] : withWords(code),
    withWords(text),
  ]);
  const all = [...ofAmount, ...atDestination, ...coded, ...worded];
  const byCode = new Map(all.map((link) => [link.code, link]));
  const links = [...byCode.values()];
  return { links, atDestination, standingOf: await readStandings(db.read, accountId, links) };
}

export function linkHit(visit: MemberVisit, link: PaymentLinkSummary, standingOf: StandingOf): Hit {
  return {
    id: link.code,
    href: objectPages.payment_link(visit, link.code),
    title: link.description,
    notes: [link.code, link.reference, link.paidWithMethod],
    status: <LinkState status={standingOf(link)} />,
    amount: { amount: link.amount, asset: link.currency },
    at: link.createdAt,
  };
}
