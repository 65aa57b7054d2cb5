import { withQuery } from '../../pages/index.ts';
import type { IssuedLink } from '../../people/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page, Reply } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { TEAM } from './texts.ts';

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

/** Where mail is sent, only the addressee sees the link: an owner must not be able to pose as somebody else. */
export function linkOrNotice(
  visit: MemberVisit,
  { isTest, sendsMail }: PanelServices,
  link: IssuedLink,
  notice: keyof (typeof TEAM)['en']['notices'],
): Reply {
  if (isTest && !sendsMail) return { page: linkPage(visit, link.url) };
  return { redirect: withQuery(pathTo(visit, paths.team.list), { notice }) };
}
