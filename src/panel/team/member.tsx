import { readClock } from '../../clock/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { listMembers, OWNERS, readBy } from '../../people/index.ts';
import { actionOf } from '../frame/action.tsx';
import { detailOf } from '../frame/detail.tsx';
import { WithProof } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { isNew, linkOrNotice, Newness, role, RoleChoice } from './parts.tsx';
import { TEAM } from './texts.ts';

function memberOf(visit: MemberVisit): string {
  const id = visit.param('user');
  if (!isId(id)) throw new DomainError('member_not_found');
  return id;
}

/** The actions of owners on a member's page. */
const ON_MEMBER = { access: OWNERS, freshProof: true, texts: TEAM, page: paths.team.member } as const;

export const changeRole = actionOf({
  ...ON_MEMBER,
  path: paths.team.changeRole,
  act: (trx, visit, { people: { team } }) =>
    team.changeRole(trx, visit.accountId, visit.actor, memberOf(visit), role(visit, 'role')),
  flash: 'role_changed',
  to: paths.team.list,
});

export const vouchForMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.vouch,
  act: (trx, visit, { people: { team } }) => team.vouch(trx, visit.accountId, visit.actor, memberOf(visit)),
  flash: 'vouched_for',
  to: paths.team.list,
});

export const inviteAgain = actionOf({
  ...ON_MEMBER,
  path: paths.team.inviteAgain,
  act: (trx, visit, { people: { team } }) =>
    team.inviteAgain(trx, visit.accountId, visit.actor, memberOf(visit), visit.language),
  reply: (visit, link, services) => linkOrNotice(visit, services, link, 'invited'),
});

export const resetMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.reset,
  act: (trx, visit, { people: { team } }) => team.reset(trx, visit.accountId, visit.actor, memberOf(visit)),
  reply: (visit, link, services) => linkOrNotice(visit, services, link, 'reset'),
});

export const removeMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.remove,
  act: (trx, visit, { people: { team } }) => team.remove(trx, visit.accountId, visit.actor, memberOf(visit)),
  flash: 'removed',
  to: paths.team.list,
});

/** One member, and what owners can do about them. */
export const showMember = pageOf(paths.team.member, readBy(OWNERS), async (visit, { db }) => {
  const userId = memberOf(visit);
  const [members, now] = await Promise.all([
    listMembers(db.read, { accountId: visit.accountId }),
    readClock(db.read),
  ]);
  const member = members.find((one) => one.userId === userId);
  if (!member) throw new DomainError('member_not_found');
  const texts = TEAM[visit.language];
  const own = { user: userId };
  const isInvited = member.acceptedAt === null;
  const mayVouch = isNew(member, now) && member.vouchedBy === null && userId !== visit.session.userId;
  return detailOf({
    title: isInvited ? member.email : member.name,
    back: { href: pathTo(visit, paths.team.list), label: texts.back },
    outcomes: texts,
    facts: [
      [texts.email, member.email],
      [
        texts.role,
        <>
          {FRAME[visit.language].roles[member.role]}
          <Newness member={member} members={members} now={now} />
        </>,
      ],
    ],
    children: OWNERS.includes(visit.membership.role) && (
      <WithProof>
        {mayVouch && <vouchForMember.Section of={own} isMain title={texts.vouch} hint={texts.vouchHint} />}
        <changeRole.Section of={own} class="narrow" isMain title={texts.changeRole}>
          <RoleChoice value={member.role} />
        </changeRole.Section>
        {isInvited ? (
          <inviteAgain.Section of={own} isMain title={texts.inviteAgain} hint={texts.inviteHint} />
        ) : (
          <resetMember.Section of={own} title={texts.reset} hint={texts.resetHint} />
        )}
        <removeMember.Section of={own} folded title={texts.remove} hint={texts.removeHint} />
      </WithProof>
    ),
  });
});
