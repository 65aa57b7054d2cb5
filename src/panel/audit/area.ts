import { OWNERS } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { auditRoutes } from './audit-log.tsx';
import { AUDIT } from './texts.ts';

/** The record of all changes to the account; for owners. */
export const auditArea: Area = {
  group: 'team',
  path: 'audit',
  roles: OWNERS,
  texts: AUDIT,
  pages: [auditRoutes],
};
