import { findMovementsOf } from '../../ledger/repository.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { findTransferEvents, refunds as records } from '../../transfers/records.ts';
import { transferFiltersOf } from '../frame/transfer-filters.tsx';
import { MEMBERS, type Route } from '../route.ts';
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
        const filters = transferFiltersOf(visit, []);
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
