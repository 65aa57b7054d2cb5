import { findMovementsOf } from '../../ledger/repository.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { findTransferEvents, refunds as records, type TransferFilters } from '../../transfers/records.ts';
import { TRANSFER_STATUSES } from '../../transfers/transitions.ts';
import { STATUS_SHOWN } from '../../transfers/view.ts';
import { MEMBERS, type MemberVisit, type Route } from '../route.ts';
import type { PanelServices } from '../services.ts';
import { refundPage, refundsPage } from './pages.tsx';

/** Money that goes back to its payer. It is started on the page of its link or deposit. */
export function refundRoutes({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/refunds',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = filtersOf(visit);
        const refunds = await cursors.list(
          { accountId, list: 'refunds', filters },
          { cursor: visit.query('cursor') },
          {
            read: (range) =>
              records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
            idOf: ({ id }) => id,
            view: (refund) => refund,
          },
        );
        return { page: refundsPage(visit, refunds, filters.statuses !== undefined) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/refunds/:refund',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const id = visit.param('refund');
        const refund = isId(id) ? await records.find(db.read, accountId, id) : undefined;
        if (!refund) throw new DomainError('refund_not_found');
        const [movements, events] = await Promise.all([
          findMovementsOf(db.read, accountId, { object: 'refund', id }),
          findTransferEvents(db.read, refund),
        ]);
        return { page: refundPage(visit, { refund, movements, events }) };
      },
    },
  ];
}

/** From the query; a value that is none counts as not given. */
function filtersOf(visit: MemberVisit): TransferFilters {
  const shown = visit.query('status');
  const statuses = TRANSFER_STATUSES.filter((status) => STATUS_SHOWN[status] === shown);
  return {
    statuses: statuses.length === 0 ? undefined : statuses,
    asset: undefined,
    method: undefined,
    paymentLinkCode: undefined,
    amount: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
  };
}
