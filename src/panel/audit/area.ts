import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { auditRoutes } from './audit-log.tsx';
import { AUDIT } from './texts.ts';

/** The record of all changes to the account; each role reads the entries about what it can open. */
export const auditArea: Area = {
  group: 'team',
  path: 'audit',
  roles: MEMBERS,
  texts: AUDIT,
  pages: [auditRoutes],
};
