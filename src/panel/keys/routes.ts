import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { listKeys } from './list.tsx';
import { createKey } from './create.tsx';
import { showKey } from './key.tsx';
import { rotateKey } from './rotate.ts';

/** The account's API keys: create, rotate, revoke, rename. */
export function keyRoutes(services: PanelServices): Route[] {
  return [...listKeys(services), ...createKey(services), ...showKey(services), ...rotateKey(services)];
}
