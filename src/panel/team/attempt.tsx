import type { Trx } from '../../db/index.ts';
import { withQuery } from '../../pages/index.ts';
import type { IssuedLink } from '../../people/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Page, Reply } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { TEAM } from './texts.ts';

export type TeamProblem = keyof (typeof TEAM)['en']['problems'];

/** In a test environment without mail, the link that the message would have contained. */
function linkPage(visit: MemberVisit, url: string): Page {
  const texts = TEAM[visit.language];
  return {
    title: texts.linkTitle,
    back: { href: pathTo(visit, paths.team.list), label: texts.back },
    body: (
      <>
        <p>{texts.linkHint}</p>
        <p class="once">
          <code>{url}</code>
        </p>
      </>
    ),
  };
}

/** Does it, and returns to the team with a notice, or shows why it was refused. */
export async function attempt(
  { db, isTest, sendsMail }: PanelServices,
  visit: MemberVisit,
  notice: keyof (typeof TEAM)['en']['notices'],
  work: (trx: Trx) => Promise<IssuedLink | void>,
  refused: (problem: TeamProblem) => Promise<Reply> | Reply,
): Promise<Reply> {
  try {
    const link = await db.transaction(work);
    // Where mail is sent, only the addressee sees the link: an owner must not be able to pose as somebody else.
    if (link && isTest && !sendsMail) return { page: linkPage(visit, link.url) };
    return { redirect: withQuery(pathTo(visit, paths.team.list), { notice }) };
  } catch (error) {
    return refused(reasonOf(error, TEAM.en.problems));
  }
}
