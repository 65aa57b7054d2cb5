import { readClock } from '../../clock/index.ts';
import type { Trx } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { withQuery } from '../../pages/index.ts';
import { type IssuedLink, listMembers, type Member, OWNERS } from '../../people/index.ts';
import { Outcome, WithProof } from '../frame/parts.tsx';
import { FRAME } from '../frame/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { attempt } from './attempt.tsx';
import { isNew, Newness, RoleChoice, roleOf } from './parts.tsx';
import { TEAM } from './texts.ts';

/** One member, and what owners can do about them. */
export function showMember(services: PanelServices): Route[] {
  const { db, people } = services;
  const { team } = people;

  const memberOf = (visit: MemberVisit): string => {
    const id = visit.param('user');
    if (!isId(id)) throw new DomainError('member_not_found');
    return id;
  };

  /** An action on one member, from that member's page. */
  const onMember = (
    path: `${typeof paths.team.member}/${string}`,
    notice: keyof (typeof TEAM)['en']['notices'],
    work: (trx: Trx, visit: MemberVisit, userId: string) => Promise<IssuedLink | void>,
  ): Route => ({
    method: 'post',
    path,
    access: OWNERS,
    freshProof: true,
    handle: (visit) => {
      const userId = memberOf(visit);
      return attempt(
        services,
        visit,
        notice,
        (trx) => work(trx, visit, userId),
        (problem) => ({
          redirect: withQuery(pathTo(visit, paths.team.member, { user: userId }), { problem }),
        }),
      );
    },
  });

  return [
    {
      method: 'get',
      path: paths.team.member,
      access: OWNERS,
      handle: async (visit) => {
        const userId = memberOf(visit);
        const [members, now] = await Promise.all([
          listMembers(db.read, { accountId: visit.accountId }),
          readClock(db.read),
        ]);
        const member = members.find(({ userId: user_id }) => user_id === userId);
        if (!member) throw new DomainError('member_not_found');
        return { page: memberPage(visit, { member, members, now }) };
      },
    },
    onMember(paths.team.changeRole, 'role_changed', (trx, visit, userId) =>
      team.changeRole(trx, visit.accountId, visit.actor, userId, roleOf(visit)),
    ),
    onMember(paths.team.vouch, 'vouched_for', (trx, visit, userId) =>
      team.vouch(trx, visit.accountId, visit.actor, userId),
    ),
    onMember(paths.team.inviteAgain, 'invited', (trx, visit, userId) =>
      team.inviteAgain(trx, visit.accountId, visit.actor, userId),
    ),
    onMember(paths.team.reset, 'reset', (trx, visit, userId) =>
      team.reset(trx, visit.accountId, visit.actor, userId),
    ),
    onMember(paths.team.remove, 'removed', (trx, visit, userId) =>
      team.remove(trx, visit.accountId, visit.actor, userId),
    ),
  ];
}

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
            <form method="post" action={pathTo(visit, paths.team.vouch, own)}>
              <h2>{texts.vouch}</h2>
              <p>{texts.vouchHint}</p>
              <button type="submit">{texts.vouch}</button>
            </form>
          )}
          <h2>{texts.changeRole}</h2>
          <form method="post" action={pathTo(visit, paths.team.changeRole, own)} class="narrow">
            <RoleChoice value={member.role} />
            <button type="submit">{texts.changeRole}</button>
          </form>
          {member.acceptedAt === null ? (
            <form method="post" action={pathTo(visit, paths.team.inviteAgain, own)}>
              <h2>{texts.inviteAgain}</h2>
              <p>{texts.inviteHint}</p>
              <button type="submit">{texts.inviteAgain}</button>
            </form>
          ) : (
            <form method="post" action={pathTo(visit, paths.team.reset, own)}>
              <h2>{texts.reset}</h2>
              <p>{texts.resetHint}</p>
              <button type="submit" class="secondary">
                {texts.reset}
              </button>
            </form>
          )}
          <form method="post" action={pathTo(visit, paths.team.remove, own)}>
            <h2>{texts.remove}</h2>
            <p>{texts.removeHint}</p>
            <button type="submit" class="secondary">
              {texts.remove}
            </button>
          </form>
        </WithProof>
      </>
    ),
  };
}
