import { OWNERS, readBy } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { inviteMember, showTeam } from './list.tsx';
import { changeRole, inviteAgain, removeMember, resetMember, showMember, vouchForMember } from './member.tsx';
import { TEAM } from './texts.ts';

/** The account's members and their roles; for owners. */
export const teamArea: Area = {
  group: 'team',
  path: 'team',
  roles: readBy(OWNERS),
  texts: TEAM,
  pages: [
    showTeam,
    inviteMember.route,
    showMember,
    changeRole.route,
    vouchForMember.route,
    inviteAgain.route,
    resetMember.route,
    removeMember.route,
  ],
};
