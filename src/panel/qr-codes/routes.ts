import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showCodes } from './list.tsx';
import { createCode } from './create.tsx';
import { showCode } from './code.tsx';

/** The counter codes of an account (D12), with the same functions as the API. */
export function qrCodeRoutes(services: PanelServices): Route[] {
  return [...showCodes(services), ...createCode(services), ...showCode(services)];
}
