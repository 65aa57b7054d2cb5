import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showLinks } from './list.tsx';
import { createLink, showCustomers, showMethods, showNewLink } from './create.tsx';
import { showLink } from './link.tsx';
import { cancelLink, deleteLink, simulatePayment } from './actions.tsx';
import { refundLink, reviewLinkRefund } from './refund.tsx';
import { LINKS } from './texts.ts';

/** The account's payment links, with search, creation, and details with their history. */
export const linksArea: Area = {
  group: 'money',
  path: 'links',
  roles: MEMBERS,
  texts: LINKS,
  pages: [
    showLinks,
    showNewLink,
    showMethods,
    showCustomers,
    createLink.route,
    showLink,
    cancelLink.route,
    deleteLink.route,
    reviewLinkRefund,
    refundLink.route,
    simulatePayment.route,
  ],
};
