import { findBalances, findMovementsOf } from '../../ledger/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money, parseRequestAmount } from '../../lib/money.ts';
import { listAssets } from '../../methods/index.ts';
import { findTransferEvents, type WithdrawalOrder, withdrawals as records } from '../../transfers/index.ts';
import { listDestinations } from '../../treasury/index.ts';
import { readOutlook, readRequest, readWaiting, withRequests } from '../approvals/requested.ts';
import { decisionRoutes } from '../approvals/routes.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { transferFiltersOf } from '../frame/transfer-filters.tsx';
import { MONEY, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { destinationRoutes } from './destinations/routes.tsx';
import { withdrawalPage } from './detail.tsx';
import { limitRoutes } from './limits/routes.tsx';
import { withdrawalsPage } from './list.tsx';
import { confirmPage, orderPage, type Draft, type OrderProblem } from './order.tsx';
import { READERS } from '../request/readers.ts';
import { WITHDRAWALS } from './texts.ts';

/** Money that leaves the account: asked for, approved by a second person where needed, and what came of it (D29). */
export function withdrawalRoutes(services: PanelServices): Route[] {
  const { db, cursors, requests } = services;
  const once = createOnce(services);

  const showOrder = async (visit: MemberVisit, draft: Draft, problem?: OrderProblem): Promise<Reply> => {
    const [destinations, { balances }] = await Promise.all([
      listDestinations(db.read, { accountId: visit.accountId }),
      findBalances(db.read, visit.accountId),
    ]);
    const form = {
      draft,
      destinations,
      balances: balances.filter(({ available }) => money(available).gt(0)),
    };
    if (problem === undefined) return { page: orderPage(visit, form) };
    return { page: orderPage(visit, { ...form, problem }), status: 422 };
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals',
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const assets = await listAssets(db.read);
        const filters = transferFiltersOf(visit, assets);
        const [page, waiting] = await Promise.all([
          cursors.list(
            { accountId, list: 'withdrawals', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
              idOf: ({ id }) => id,
              view: (withdrawal) => withdrawal,
            },
          ),
          readWaiting(db.read, accountId, 'withdrawal'),
        ]);
        return {
          page: withdrawalsPage(visit, {
            withdrawals: { ...page, data: await withRequests(db.read, accountId, page.data) },
            waiting,
            filters,
            assets,
          }),
        };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/new',
      access: MONEY,
      handle: (visit) =>
        showOrder(
          visit,
          draftOf((name) => visit.query(name)),
        ),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/confirm',
      access: MONEY,
      // What is confirmed here moves money, and should not first be lost to proving who one is.
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf((name) => visit.query(name));
        if (draft.destination === '') return { redirect: pathTo(visit, 'withdrawals/new') };
        try {
          const order = toOrder(draft);
          const terms = await requests.preview(db.read, visit.accountId, visit.actor, order);
          const outlook = await readOutlook(db.read, visit, terms);
          return { page: confirmPage(visit, { terms, outlook, draft, amount: order.amount.toFixed() }) };
        } catch (error) {
          return showOrder(visit, draft, reasonOf(error, WITHDRAWALS[visit.language].problems));
        }
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/withdrawals/new',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf((name) => visit.field(name));
        try {
          const { id, waitsFor } = await once(visit, () => {
            const order = toOrder(draft);
            return async (trx) => {
              const created = await requests.create(trx, visit.accountId, visit.actor, order);
              return { id: created.withdrawal.id, waitsFor: created.waitsFor };
            };
          });
          return { redirect: `${pathTo(visit, `withdrawals/${id}`)}?notice=${waitsFor ?? 'sent'}` };
        } catch (error) {
          return showOrder(visit, draft, reasonOf(error, WITHDRAWALS[visit.language].problems));
        }
      },
    },
    ...destinationRoutes(services),
    ...limitRoutes(services),
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/:withdrawal',
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const id = visit.param('withdrawal');
        const withdrawal = isId(id) ? await records.find(db.read, accountId, id) : undefined;
        if (!withdrawal) throw new DomainError('withdrawal_not_found');
        const [{ request, approvers }, movements, events] = await Promise.all([
          readRequest(db.read, accountId, id),
          findMovementsOf(db.read, accountId, { object: 'withdrawal', id }),
          findTransferEvents(db.read, withdrawal),
        ]);
        const detail = { transfer: withdrawal, request, approvers, movements, events };
        return { page: withdrawalPage(visit, detail) };
      },
    },
    ...decisionRoutes(services, 'withdrawal'),
  ];
}

function draftOf(read: (name: string) => string | undefined): Draft {
  return {
    destination: read('destination') ?? '',
    asset: read('asset') ?? '',
    amount: (read('amount') ?? '').trim(),
  };
}

/** Throws `invalid_request` for what is not an amount. */
function toOrder({ destination, asset, amount: text }: Draft): WithdrawalOrder {
  const amount = parseRequestAmount(text);
  if (!amount?.gt(0)) throw invalidParam('amount', 'amount must be a decimal greater than zero.');
  if (!/^[A-Z0-9]{1,20}$/.test(asset)) throw invalidParam('asset', 'asset must be the name of an asset.');
  return { destinationId: destination, asset, amount };
}
