import { findBalances, findMovementsOf } from '../../ledger/repository.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money, parseRequestAmount } from '../../lib/money.ts';
import { listAssets } from '../../methods/catalogue.ts';
import { findTransferEvents, withdrawals as records } from '../../transfers/records.ts';
import type { Withdrawal } from '../../transfers/transfer.ts';
import { listDestinations } from '../../treasury/destinations/repository.ts';
import { findLimit } from '../../treasury/limits/repository.ts';
import { listActiveMembers, TREASURERS } from '../../treasury/members.ts';
import { findRequest, listRequests, listWaiting } from '../../treasury/requests/repository.ts';
import type { WithdrawalOrder } from '../../treasury/requests/service.ts';
import { createOnce } from '../once.ts';
import { reasonOf } from '../refusal.ts';
import { transferFiltersOf } from '../frame/transfer-filters.tsx';
import { MONEY, pathTo, type MemberVisit, type Reply, type Route } from '../route.ts';
import type { PanelServices } from '../services.ts';
import { destinationRoutes } from './destinations/routes.tsx';
import { withdrawalPage } from './detail.tsx';
import { limitRoutes } from './limits/routes.tsx';
import { withdrawalsPage } from './list.tsx';
import { confirmPage, orderPage, type Draft, type OrderProblem } from './order.tsx';
import { READERS } from './readers.ts';
import type { AskedWithdrawal } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** Money that leaves the account: asked for, approved by a second person where needed, and what came of it (D29). */
export function withdrawalRoutes(services: PanelServices): Route[] {
  const { db, cursors, treasury } = services;
  const once = createOnce(services);

  const withRequests = async (accountId: string, rows: readonly Withdrawal[]): Promise<AskedWithdrawal[]> => {
    const ids = rows.map(({ id }) => id);
    const requests = await listRequests(db.read, accountId, ids);
    const byId = new Map(requests.map((request) => [request.withdrawal_id, request]));
    return rows.map((withdrawal) => ({ withdrawal, request: byId.get(withdrawal.id) }));
  };
  const approversBesides = async ({ accountId, session }: MemberVisit): Promise<string[]> => {
    const members = await listActiveMembers(db.read, accountId, TREASURERS);
    return members.filter(({ user_id }) => user_id !== session.user_id).map(({ email }) => email);
  };
  const showOrder = async (visit: MemberVisit, draft: Draft, problem?: OrderProblem): Promise<Reply> => {
    const [destinations, { balances }] = await Promise.all([
      listDestinations(db.read, visit.accountId),
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

  /** A decision on one withdrawal, from its page. */
  const decision = (name: 'approve' | 'decline'): Route => ({
    method: 'post',
    path: `/panel/accounts/:account/withdrawals/:withdrawal/${name}`,
    access: MONEY,
    freshProof: true,
    handle: async (visit) => {
      const { accountId, actor, language } = visit;
      const id = visit.param('withdrawal');
      const page = pathTo(visit, `withdrawals/${id}`);
      try {
        const { decided } = await once(visit, () => async (trx) => ({
          decided: await treasury.requests[name](trx, accountId, actor, id),
        }));
        return { redirect: `${page}?notice=${decided}` };
      } catch (error) {
        return { redirect: `${page}?problem=${reasonOf(error, WITHDRAWALS[language].problems)}` };
      }
    },
  });

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
                records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (withdrawal) => withdrawal,
            },
          ),
          listWaiting(db.read, accountId),
        ]);
        return {
          page: withdrawalsPage(visit, {
            withdrawals: { ...page, data: await withRequests(accountId, page.data) },
            waiting: await withRequests(accountId, waiting),
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
          const outlook = await treasury.requests.preview(db.read, visit.accountId, order);
          const [limit, approvers] = await Promise.all([
            findLimit(db.read, visit.accountId, order.asset),
            approversBesides(visit),
          ]);
          const amount = order.amount.toFixed();
          return {
            page: confirmPage(visit, { outlook, draft, amount, limit: limit?.amount ?? null, approvers }),
          };
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
              const created = await treasury.requests.create(trx, visit.accountId, visit.actor, order);
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
        const [request, movements, events, approvers] = await Promise.all([
          findRequest(db.read, accountId, id),
          findMovementsOf(db.read, accountId, { object: 'withdrawal', id }),
          findTransferEvents(db.read, withdrawal),
          approversBesides(visit),
        ]);
        return { page: withdrawalPage(visit, { withdrawal, request, movements, events, approvers }) };
      },
    },
    decision('approve'),
    decision('decline'),
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
