import { auditArea } from './audit/area.ts';
import { bankStatementsArea } from './bank-statements/area.ts';
import { callLogArea } from './call-log/area.ts';
import { componentRoutes } from './components/components.tsx';
import { conversionsArea } from './conversions/area.ts';
import { customersArea } from './customers/area.ts';
import { depositsArea } from './deposits/area.ts';
import { eventsArea } from './events/area.ts';
import { keysArea } from './keys/area.ts';
import { linksArea } from './links/area.ts';
import { ME_PAGES } from './me/routes.ts';
import { movementsArea } from './movements/area.ts';
import { NOTE_PAGES } from './notes/notes.tsx';
import { NOTIFICATION_PAGES } from './notifications/routes.ts';
import { overviewArea } from './overview/area.ts';
import { qrCodesArea } from './qr-codes/area.ts';
import { refundsArea } from './refunds/area.ts';
import { type Area, type Pages, routesOf } from './request/area.ts';
import type { Route } from './request/route.ts';
import type { PanelServices } from './request/services.ts';
import { showSearch } from './search/search.tsx';
import { settingsArea } from './settings/area.ts';
import { SIGN_IN_PAGES } from './sign-in/routes.ts';
import { statementsArea } from './statements/area.ts';
import { teamArea } from './team/area.ts';
import { webhooksArea } from './webhooks/area.ts';
import { withdrawalsArea } from './withdrawals/area.ts';

/** The areas of an account, in the order of the navigation. */
export const AREAS: readonly Area[] = [
  overviewArea,
  linksArea,
  customersArea,
  qrCodesArea,
  depositsArea,
  refundsArea,
  conversionsArea,
  withdrawalsArea,
  movementsArea,
  statementsArea,
  bankStatementsArea,
  keysArea,
  webhooksArea,
  eventsArea,
  callLogArea,
  teamArea,
  settingsArea,
  auditArea,
];

const OUTSIDE_AREAS: readonly Pages[] = [
  ...SIGN_IN_PAGES,
  ...ME_PAGES,
  ...NOTE_PAGES,
  ...NOTIFICATION_PAGES,
  showSearch,
  componentRoutes,
];

/** Every page and action of the panel. */
export function panelRoutes(services: PanelServices): Route[] {
  return [
    ...OUTSIDE_AREAS.flatMap((pages) => pages(services)),
    ...AREAS.flatMap((area) => routesOf(area, services)),
  ];
}
