import type { Trx } from '../../../../db/index.ts';
import { money } from '../../../../lib/money.ts';
import { storedClaim, ties, type Content } from './claim.ts';
import * as repository from './repository.ts';
import { WAITS } from './waits.ts';

/** A bank that never changes its numbers may have other pages waiting under the same one. */
const MOST_PAGES = 500;
const MOST_STEPS = 10_000;

type Page = Omit<repository.WaitingStatement, 'content' | 'isFuture'> & { content: Content };

/**
 * Joins the pages of a statement once all have arrived. The first becomes the whole, in line for its turn, and the
 * others become parts of it. Returns its id; undefined while pages are missing.
 */
export async function joinPages(
  trx: Trx,
  account: string,
  bankId: string | null,
): Promise<string | undefined> {
  const rows = await repository.listPages(trx, {
    account,
    bankId,
    waits: WAITS.pages,
    limit: MOST_PAGES,
  });
  const pages = rows.map((row): Page => ({ ...row, content: row.content as Content }));
  const whole = findWhole(pages);
  const [first, last] = [whole?.[0], whole?.at(-1)];
  if (!whole || !first || !last) return undefined;
  const { openedOn } = first.content;
  const { closedOn, to } = last.content;
  const content: Content = {
    page: null,
    openedOn,
    closedOn,
    to,
    currency: first.content.currency,
    entries: whole.flatMap((page) => page.content.entries),
  };
  const balances = { opening: first.opening, closing: last.closing };
  const claim = storedClaim({ bankId, ...balances }, content);
  await repository.becomeWhole(trx, {
    id: first.id,
    ...balances,
    content: JSON.stringify(content),
    firstDay: claim?.first ?? null,
    lastDay: claim?.last ?? null,
    waits: claim ? WAITS.inLine : WAITS.noDay,
  });
  for (const { id } of whole.slice(1)) await repository.markBooked(trx, { id, number: null, operator: null });
  return first.id;
}

/**
 * Pages from the first to the last, each continuing the one before, whose sums agree; undefined if some are missing.
 */
function findWhole(pages: readonly Page[]): Page[] | undefined {
  let steps = 0;
  const goOn = (before: readonly Page[]): Page[] | undefined => {
    for (const page of pages.filter(({ content }) => content.page?.number === before.length + 1)) {
      if (++steps > MOST_STEPS) return undefined;
      if (!follows(page, before.at(-1))) continue;
      const joined = [...before, page];
      const whole =
        page.content.page?.isLast === true ? (isWhole(joined) ? joined : undefined) : goOn(joined);
      if (whole) return whole;
    }
    return undefined;
  };
  return goOn([]);
}

/** Pages either repeat the balances of the whole, or each continues from the balance of the one before. */
function follows({ opening, closing }: Page, before: Page | undefined): boolean {
  if (before === undefined) return opening !== null;
  if (opening === null || before.closing === null) return true;
  const repeats = opening === before.opening && (closing === null || closing === before.closing);
  return opening === before.closing || repeats;
}

function isWhole(pages: readonly Page[]): boolean {
  const [opening, closing] = [pages[0]?.opening, pages.at(-1)?.closing];
  if (typeof opening !== 'string' || typeof closing !== 'string') return false;
  return ties(
    money(opening),
    pages.flatMap(({ content }) => content.entries),
    money(closing),
  );
}
