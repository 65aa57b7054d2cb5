import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { addCustomer, showNewCustomer } from './create.tsx';
import { editCustomer, removeCustomer, showCustomer, showEditCustomer } from './customer.tsx';
import { showLinksOfCustomer } from './links.tsx';
import { showCustomers } from './list.tsx';
import { switchCustomerReminders } from './reminders.tsx';
import { downloadCsv, downloadPdf, mailStatement, showStatement } from './statement.tsx';
import { CUSTOMERS } from './texts.ts';

/** The customers of an account, with the same functions as the API, and their statements. */
export const customersArea: Area = {
  group: 'money',
  path: 'customers',
  roles: MEMBERS,
  texts: CUSTOMERS,
  pages: [
    showCustomers,
    showNewCustomer,
    addCustomer.route,
    showCustomer,
    showEditCustomer,
    editCustomer.route,
    removeCustomer.route,
    switchCustomerReminders.route,
    showLinksOfCustomer,
    showStatement,
    downloadCsv,
    downloadPdf,
    mailStatement.route,
  ],
};
