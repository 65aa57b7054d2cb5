import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { changeLink } from './actions.tsx';
import { createLink } from './create.tsx';
import { showLink } from './link.tsx';
import { showLinks } from './list.tsx';
import { refundLink } from './refund.ts';
import { simulatePayment } from './simulate.tsx';

/** The account's payment links: search, creation, and details with their history. */
export function linkRoutes(services: PanelServices): Route[] {
  return [
    ...showLinks(services),
    ...createLink(services),
    ...showLink(services),
    ...changeLink(services),
    ...refundLink(services),
    ...simulatePayment(services),
  ];
}
