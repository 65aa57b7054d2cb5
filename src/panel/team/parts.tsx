import type { JSX } from 'preact';
import { invalidParam } from '../../lib/errors/errors.ts';
import { Select, withQuery } from '../../pages/index.ts';
import { isRole, type IssuedLink, type Member, type Role, ROLES } from '../../people/index.ts';
import { useTexts } from '../frame/context.tsx';
import type { Reader } from '../frame/fields.ts';
import { Moment } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY, type Page, type Reply } from '../request/route.ts';
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

/** Where mail is sent, only the addressee sees the link, because an owner must not be able to pose as another person. */
export function linkOrNotice(
  visit: MemberVisit,
  { isTest, sendsMail }: PanelServices,
  link: IssuedLink,
  flash: keyof (typeof TEAM)['en']['flashMessages'],
): Reply {
  if (isTest && !sendsMail) return { page: linkPage(visit, link.url) };
  return { redirect: withQuery(pathTo(visit, paths.team.list), { flash }) };
}

/** Whether a member is not yet trusted with the account's money (D44). */
export const isNew = ({ role: held, trustedAt }: Member, now: Date): boolean =>
  MONEY.includes(held) && trustedAt !== null && trustedAt > now;

/** The end of a member's waiting time, or the person who vouches for them. */
export function Newness(props: {
  member: Member;
  members: readonly Member[];
  now: Date;
}): JSX.Element | null {
  const { member, members, now } = props;
  const { trustedAt, vouchedBy } = member;
  if (!isNew(member, now) || trustedAt === null) return null;
  const texts = useTexts(TEAM);
  const voucher = members.find(({ userId }) => userId === vouchedBy);
  return (
    <span class="muted">
      {' · '}
      {texts.newUntil} <Moment at={trustedAt} inSentence />
      {voucher && `, ${texts.vouchedBy(voucher.email)}`}
    </span>
  );
}

export function RoleChoice(props: { value: string; error?: string | undefined }): JSX.Element {
  const { value, error } = props;
  const { roles } = useTexts(FRAME);
  const { role: label, rolesAllow } = useTexts(TEAM);
  return (
    <>
      <Select
        name="role"
        label={label}
        value={value}
        error={error}
        options={ROLES.map((one) => [one, roles[one]])}
        describedBy="role-hints"
      />
      <ul id="role-hints" class="hints">
        {ROLES.map((one) => (
          <li>
            {roles[one]}: {rolesAllow[one]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The role that was chosen. */
export const role: Reader<Role> = (visit, name) => {
  const chosen = visit.field(name);
  if (!isRole(chosen)) throw invalidParam(name, `${name} must be one of the roles.`);
  return chosen;
};
