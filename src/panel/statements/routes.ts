import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showStatements } from './list.tsx';
import { showStatement } from './statement.tsx';

/** A statement for each month and asset. */
export function statementRoutes(services: PanelServices): Route[] {
  return [...showStatements(services), ...showStatement(services)];
}
