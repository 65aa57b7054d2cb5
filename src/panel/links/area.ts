import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showLinks } from './list.tsx';
import { createLink, showCustomers, showMethods, showNewLink } from './create.tsx';
import { editLink, showEditCustomers, showEditLink } from './edit.tsx';
import { showLink } from './link.tsx';
import { cancelLink, deleteLink, simulatePayment } from './actions.tsx';
import { prolongLinks } from './prolong.tsx';
import { refundLink, reviewLinkRefund } from './refund.tsx';
import { setReminders, showReminders, switchLinkReminders } from './reminders.tsx';
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
    prolongLinks,
    showReminders,
    setReminders.route,
    showLink,
    switchLinkReminders.route,
    showEditLink,
    editLink.route,
    showEditCustomers,
    cancelLink.route,
    deleteLink.route,
    reviewLinkRefund,
    refundLink.route,
    simulatePayment.route,
  ],
};
