import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { movementRoutes } from './movements.tsx';
import { MOVEMENTS } from './texts.ts';

/** Every movement of the account's money. */
export const movementsArea: Area = {
  group: 'money',
  path: 'movements',
  roles: MEMBERS,
  texts: MOVEMENTS,
  pages: [movementRoutes],
};
