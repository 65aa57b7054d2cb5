import { recordDeed } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import { departureOf, directionOf, getPaidLink, requireRefundable } from '../../deposits/index.ts';
import { findMovementsOf } from '../../ledger/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money } from '../../lib/money.ts';
import { findTransferEvents, type Refund, refunds as records } from '../../transfers/index.ts';
import { foresee } from '../../treasury/index.ts';
import { readOutlook, readRequest, readWaiting } from '../approvals/requested.ts';
import { decisionRoutes } from '../approvals/routes.ts';
import { transferFiltersOf } from '../frame/transfer-filters.tsx';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { MEMBERS, MONEY, pathTo, type MemberVisit, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { refundPage } from './detail.tsx';
import { refundsPage } from './list.tsx';
import type { QuoteOutlook } from './quote.tsx';
import { refundStateOf, withPurchases, type RequestedRefund } from './state.tsx';
import { REFUNDS } from './texts/by-language.ts';

/** Money that goes back to its payer. It is started on the page of its link or deposit. */
export function refundRoutes(services: PanelServices): Route[] {
  const { db, cursors, providers, refundQuotes } = services;
  const once = createOnce(services);

  const getRefund = async (visit: MemberVisit): Promise<Refund> => {
    const id = visit.param('refund');
    const refund = isId(id) ? await records.find(db.read, visit.accountId, id) : undefined;
    if (!refund) throw new DomainError('refund_not_found');
    return refund;
  };

  /** What would become of a quoted refund if this person confirmed it now. */
  const foreseeConfirmation = async (
    visit: MemberVisit,
    { transfer: refund, purchase }: RequestedRefund,
  ): Promise<QuoteOutlook> => {
    const { asset, destination, paymentLinkCode: code } = refund;
    if (code === null || !MONEY.includes(visit.membership.role)) return undefined;
    try {
      const paid = await getPaidLink(db.read, visit.accountId, code);
      const amount = requireRefundable(paid, money(refund.amount));
      const to = directionOf(providers, paid.deposit, destination ?? 'sender');
      const departure = departureOf(paid, { asset, amount }, to, purchase?.quoteExpiresAt);
      const wait = await foresee(db.read, visit.actor, departure);
      return await readOutlook(db.read, visit, wait);
    } catch (error) {
      return { problem: reasonOf(error, REFUNDS[visit.language].problems) };
    }
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/refunds',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = transferFiltersOf(visit, []);
        const [page, waiting, now] = await Promise.all([
          cursors.list(
            { accountId, list: 'refunds', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
              idOf: ({ id }) => id,
              view: (refund) => refund,
            },
          ),
          readWaiting(db.read, accountId, 'refund'),
          readClock(db.read),
        ]);
        const [data, shown] = await Promise.all([
          withPurchases(db.read, accountId, page.data),
          withPurchases(
            db.read,
            accountId,
            waiting.map(({ transfer }) => transfer),
          ),
        ]);
        const isFiltered = filters.statuses !== undefined;
        return {
          page: refundsPage(visit, { refunds: { ...page, data }, waiting: shown, isFiltered, now }),
        };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/refunds/:refund',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const refund = await getRefund(visit);
        const { id, conversionId } = refund;
        const [[requested], { approvers }, own, bought, events, now] = await Promise.all([
          withPurchases(db.read, accountId, [refund]),
          readRequest(db.read, accountId, id),
          findMovementsOf(db.read, accountId, { object: 'refund', id }),
          conversionId === null
            ? []
            : findMovementsOf(db.read, accountId, { object: 'conversion', id: conversionId }),
          findTransferEvents(db.read, refund),
          readClock(db.read),
        ]);
        if (!requested) throw new Error(`refund ${id} is missing`);
        const isQuoted = refundStateOf(requested, now) === 'quoted';
        const outlook = isQuoted ? await foreseeConfirmation(visit, requested) : undefined;
        const movements = [...bought, ...own];
        return { page: refundPage(visit, { ...requested, outlook, approvers, movements, events, now }) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/refunds/:refund/confirm',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor, language } = visit;
        const { id, paymentLinkCode: code, amount, asset } = await getRefund(visit);
        const page = pathTo(visit, `refunds/${id}`);
        try {
          const { waitsFor } = await once(visit, () => async (trx) => {
            const confirmed = await refundQuotes.confirm(trx, actor, accountId, id);
            const { conversion } = confirmed;
            await recordDeed(trx, accountId, actor, {
              action: 'refund.confirmed',
              subject: code ?? id,
              details: { refund: id, amount, asset, cost: `${conversion.amount} ${conversion.asset}` },
            });
            return { waitsFor: confirmed.waitsFor };
          });
          return { redirect: `${page}?notice=${waitsFor ?? 'sent'}` };
        } catch (error) {
          return { redirect: `${page}?problem=${reasonOf(error, REFUNDS[language].problems)}` };
        }
      },
    },
    ...decisionRoutes(services, 'refund'),
  ];
}
