import { readClock } from '../../clock/index.ts';
import type { Trx } from '../../db/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { isRole, type IssuedLink, listMembers, type Role } from '../../people/index.ts';
import { reasonOf } from '../request/refusal.ts';
import type { PanelServices } from '../request/services.ts';
import { OWNERS, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import { linkPage, memberPage, teamPage } from './pages.tsx';
import { TEAM } from './texts.ts';

/** The account's members and their roles; for owners. */
export function teamRoutes({ db, people, isTest, sendsMail }: PanelServices): Route[] {
  const { team } = people;

  /** Runs the action, and returns to the team with a notice, or to `from` with the problem. */
  const attempt = async (
    visit: MemberVisit,
    from: string,
    notice: keyof (typeof TEAM)['en']['notices'],
    work: (trx: Trx) => Promise<IssuedLink | void>,
  ): Promise<Reply> => {
    try {
      const link = await db.transaction(work);
      // Where mail is sent, only the addressee sees the link: an owner must not be able to pose as somebody else.
      if (link && isTest && !sendsMail) return { page: linkPage(visit, link.url) };
      return { redirect: `${pathTo(visit, 'team')}?notice=${notice}` };
    } catch (error) {
      return { redirect: `${pathTo(visit, from)}?problem=${reasonOf(error, TEAM.en.problems)}` };
    }
  };
  const memberOf = (visit: MemberVisit): string => {
    const id = visit.param('user');
    if (!isId(id)) throw new DomainError('member_not_found');
    return id;
  };
  const roleOf = (visit: MemberVisit): Role => {
    const role = visit.field('role');
    if (!isRole(role)) throw invalidParam('role', 'role must be one of the roles.');
    return role;
  };
  /** An action on one member, from that member's page. */
  const onMember = (
    path: `/panel/accounts/:account/team/:user/${string}`,
    notice: keyof (typeof TEAM)['en']['notices'],
    work: (trx: Trx, visit: MemberVisit, userId: string) => Promise<IssuedLink | void>,
  ): Route => ({
    method: 'post',
    path,
    access: OWNERS,
    freshProof: true,
    handle: (visit) => {
      const userId = memberOf(visit);
      return attempt(visit, `team/${userId}`, notice, (trx) => work(trx, visit, userId));
    },
  });

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/team',
      access: OWNERS,
      handle: async (visit) => {
        const [members, now] = await Promise.all([
          listMembers(db.read, { accountId: visit.accountId }),
          readClock(db.read),
        ]);
        return { page: teamPage(visit, members, now) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/team/invite',
      access: OWNERS,
      freshProof: true,
      handle: (visit) =>
        attempt(visit, 'team', 'invited', (trx) =>
          team.invite(trx, visit.accountId, visit.actor, {
            email: visit.field('email'),
            name: visit.field('name'),
            role: roleOf(visit),
            language: visit.language,
          }),
        ),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/team/:user',
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
    onMember('/panel/accounts/:account/team/:user/role', 'role_changed', (trx, visit, userId) =>
      team.changeRole(trx, visit.accountId, visit.actor, userId, roleOf(visit)),
    ),
    onMember('/panel/accounts/:account/team/:user/vouch', 'vouched_for', (trx, visit, userId) =>
      team.vouch(trx, visit.accountId, visit.actor, userId),
    ),
    onMember('/panel/accounts/:account/team/:user/invite', 'invited', (trx, visit, userId) =>
      team.inviteAgain(trx, visit.accountId, visit.actor, userId),
    ),
    onMember('/panel/accounts/:account/team/:user/reset', 'reset', (trx, visit, userId) =>
      team.reset(trx, visit.accountId, visit.actor, userId),
    ),
    onMember('/panel/accounts/:account/team/:user/remove', 'removed', (trx, visit, userId) =>
      team.remove(trx, visit.accountId, visit.actor, userId),
    ),
  ];
}
