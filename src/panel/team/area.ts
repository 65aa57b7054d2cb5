import { OWNERS } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { showTeam } from './list.tsx';
import { showMember } from './member.tsx';
import { TEAM } from './texts.ts';

/** The account's members and their roles; for owners. */
export const teamArea: Area = {
  group: 'team',
  path: 'team',
  roles: OWNERS,
  texts: TEAM,
  pages: [showTeam, showMember],
};
