import { withQuery } from '../../pages/index.ts';
import { objectPages } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Reply } from '../request/route.ts';
import { LINKS } from './texts.ts';
import { codeOf } from './view.ts';

/** Does it, and goes to a page of the panel with what was done; or back to the link, with why it was not. */
export async function attempt(
  visit: MemberVisit,
  { to, notice }: { to: string; notice: keyof (typeof LINKS)['en']['notices'] },
  work: () => Promise<unknown>,
): Promise<Reply> {
  try {
    await work();
    return { redirect: withQuery(to, { notice }) };
  } catch (error) {
    const problem = reasonOf(error, LINKS[visit.language].problems);
    return { redirect: withQuery(objectPages.payment_link(visit, codeOf(visit)), { problem }) };
  }
}
