import { readClock } from '../../clock/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { listMembers, type Member, OWNERS } from '../../people/index.ts';
import { actionOf } from '../frame/action.tsx';
import { Outcome, WithProof } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
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
  deed: (trx, visit, { people: { team } }) =>
    team.changeRole(trx, visit.accountId, visit.actor, memberOf(visit), role(visit, 'role')),
  notice: 'role_changed',
  to: paths.team.list,
});

export const vouchForMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.vouch,
  deed: (trx, visit, { people: { team } }) => team.vouch(trx, visit.accountId, visit.actor, memberOf(visit)),
  notice: 'vouched_for',
  to: paths.team.list,
});

export const inviteAgain = actionOf({
  ...ON_MEMBER,
  path: paths.team.inviteAgain,
  deed: (trx, visit, { people: { team } }) =>
    team.inviteAgain(trx, visit.accountId, visit.actor, memberOf(visit)),
  reply: (visit, link, services) => linkOrNotice(visit, services, link, 'invited'),
});

export const resetMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.reset,
  deed: (trx, visit, { people: { team } }) => team.reset(trx, visit.accountId, visit.actor, memberOf(visit)),
  reply: (visit, link, services) => linkOrNotice(visit, services, link, 'reset'),
});

export const removeMember = actionOf({
  ...ON_MEMBER,
  path: paths.team.remove,
  deed: (trx, visit, { people: { team } }) => team.remove(trx, visit.accountId, visit.actor, memberOf(visit)),
  notice: 'removed',
  to: paths.team.list,
});

/** One member, and what owners can do about them. */
export const showMember = pageOf(paths.team.member, OWNERS, async (visit, { db }) => {
  const userId = memberOf(visit);
  const [members, now] = await Promise.all([
    listMembers(db.read, { accountId: visit.accountId }),
    readClock(db.read),
  ]);
  const member = members.find(({ userId: user_id }) => user_id === userId);
  if (!member) throw new DomainError('member_not_found');
  return memberPage(visit, { member, members, now });
});

function memberPage(
  visit: MemberVisit,
  { member, members, now }: { member: Member; members: readonly Member[]; now: Date },
): Page {
  const texts = TEAM[visit.language];
  const mayVouch = isNew(member, now) && member.vouchedBy === null && member.userId !== visit.session.userId;
  const own = { user: member.userId };
  return {
    title: member.acceptedAt === null ? member.email : member.name,
    back: { href: pathTo(visit, paths.team.list), label: texts.back },
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <p class="muted">
          {member.email} · {FRAME[visit.language].roles[member.role]}
          <Newness member={member} members={members} now={now} />
        </p>
        <WithProof>
          {mayVouch && (
            <vouchForMember.Form of={own}>
              <h2>{texts.vouch}</h2>
              <p>{texts.vouchHint}</p>
              <button type="submit">{texts.vouch}</button>
            </vouchForMember.Form>
          )}
          <h2>{texts.changeRole}</h2>
          <changeRole.Form of={own} class="narrow">
            <RoleChoice value={member.role} />
            <button type="submit">{texts.changeRole}</button>
          </changeRole.Form>
          {member.acceptedAt === null ? (
            <inviteAgain.Form of={own}>
              <h2>{texts.inviteAgain}</h2>
              <p>{texts.inviteHint}</p>
              <button type="submit">{texts.inviteAgain}</button>
            </inviteAgain.Form>
          ) : (
            <resetMember.Form of={own}>
              <h2>{texts.reset}</h2>
              <p>{texts.resetHint}</p>
              <button type="submit" class="secondary">
                {texts.reset}
              </button>
            </resetMember.Form>
          )}
          <removeMember.Form of={own}>
            <h2>{texts.remove}</h2>
            <p>{texts.removeHint}</p>
            <button type="submit" class="secondary">
              {texts.remove}
            </button>
          </removeMember.Form>
        </WithProof>
      </>
    ),
  };
}
