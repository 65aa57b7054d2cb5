import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { findHandIns } from './access.ts';
import { decideOnFile } from './decide.ts';
import { showFile } from './file.tsx';
import { handInFiles } from './list.tsx';

/**
 * Statement files of the deployment's own accounts at banks (D42), handed in by the people of the accounts that are trusted
 * with them. Without such accounts there are no routes.
 */
export function bankStatementRoutes(services: PanelServices): Route[] {
  const handIns = findHandIns(services.providers);
  if (!handIns) return [];
  const parts = { ...services, handIns };
  return [...handInFiles(parts), ...showFile(parts), ...decideOnFile(parts)];
}
