import { recordDeed } from '../../audit-log/index.ts';
import { readClock } from '../../clock/index.ts';
import { findBalances, findMovementsOf } from '../../ledger/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money, parseRequestAmount } from '../../lib/money.ts';
import { listAssets } from '../../methods/index.ts';
import {
  type AnyConversion,
  type Conversion,
  CONVERSION_STATUS_SHOWN,
  type ConversionRequest,
  conversions as records,
  findTransferEvents,
  listTransfersOfDeposit,
} from '../../transfers/index.ts';
import { readRequest, readWaiting, withRequests } from '../approvals/requested.ts';
import { decisionRoutes } from '../approvals/routes.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { transferFiltersOf } from '../frame/transfer-filters.tsx';
import { MEMBERS, MONEY, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { conversionPage } from './detail.tsx';
import { conversionsPage } from './pages.tsx';
import { startPage, type Convertible, type ConversionProblem, type Draft } from './start.tsx';
import { CONVERSIONS } from './texts.ts';

/** Exchanges of one asset of the account for another (D10). */
export function conversionRoutes(services: PanelServices): Route[] {
  const { db, cursors, conversions } = services;
  const once = createOnce(services);

  const listConvertible = async (accountId: string): Promise<Convertible[]> => {
    const [{ balances }, pairs] = await Promise.all([
      findBalances(db.read, accountId),
      conversions.listPairs(),
    ]);
    return balances
      .map(({ asset, available }) => ({
        asset,
        available,
        into: pairs.filter(({ fromAsset }) => fromAsset === asset).map(({ toAsset }) => toAsset),
      }))
      .filter(({ available, into }) => money(available).gt(0) && into.length > 0);
  };

  const findRefundOf = async ({ kind, accountId, id, depositId }: AnyConversion) => {
    if (kind !== 'conversion' || depositId === null) return undefined;
    const transfers = await listTransfersOfDeposit(db.read, { accountId, depositId });
    return transfers
      .filter((transfer) => transfer.kind === 'refund')
      .find(({ conversionId }) => conversionId === id);
  };

  const showForm = async (visit: MemberVisit, draft: Draft, problem?: ConversionProblem): Promise<Reply> => {
    const convertible = await listConvertible(visit.accountId);
    if (problem === undefined) return { page: startPage(visit, { convertible, draft }) };
    return { page: startPage(visit, { convertible, draft, problem }), status: 422 };
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/conversions',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const assets = await listAssets(db.read);
        const filters = transferFiltersOf(visit, assets, CONVERSION_STATUS_SHOWN);
        const [page, waiting, now] = await Promise.all([
          cursors.list(
            { accountId, list: 'conversions', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
              idOf: ({ id }) => id,
              view: (conversion) => conversion,
            },
          ),
          readWaiting(db.read, accountId, 'conversion'),
          readClock(db.read),
        ]);
        const rows = { ...page, data: await withRequests(db.read, accountId, page.data) };
        return { page: conversionsPage(visit, { conversions: rows, waiting, filters, assets, now }) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/conversions/new',
      access: MONEY,
      handle: (visit) => showForm(visit, { from: '', to: '', amount: '' }),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/conversions/new',
      access: MONEY,
      // Moves nothing yet, but nobody should lose a short quote to proving who they are.
      freshProof: true,
      handle: async (visit) => {
        const draft = draftOf(visit);
        try {
          const { id } = await once(visit, async () => {
            const request = toRequest(visit, draft);
            await conversions.check(request, { funds: true });
            return {
              ask: async (providerKey) => {
                const quote = await conversions.requestQuote(request, providerKey);
                return async (trx) => {
                  const { id, ...quoted } = await conversions.create(trx, request, quote);
                  await recordDeed(trx, visit.accountId, visit.actor, {
                    action: 'conversion.quoted',
                    subject: id,
                    details: amountsOf(quoted),
                  });
                  return { id };
                };
              },
            };
          });
          return { redirect: pathTo(visit, `conversions/${id}`) };
        } catch (error) {
          return showForm(visit, draft, reasonOf(error, CONVERSIONS[visit.language].problems));
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/conversions/:conversion',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const id = visit.param('conversion');
        const conversion = isId(id) ? await records.find(db.read, accountId, id) : undefined;
        if (!conversion) throw new DomainError('conversion_not_found');
        const [{ request, approvers }, refund, movements, events, now] = await Promise.all([
          readRequest(db.read, accountId, id),
          findRefundOf(conversion),
          findMovementsOf(db.read, accountId, { object: 'conversion', id }),
          findTransferEvents(db.read, conversion),
          readClock(db.read),
        ]);
        const detail = { transfer: conversion, request, approvers, refund, movements, events, now };
        return { page: conversionPage(visit, detail) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/conversions/:conversion/confirm',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const id = visit.param('conversion');
        const page = pathTo(visit, `conversions/${id}`);
        try {
          const { waitsFor } = await once(visit, () => async (trx) => {
            const confirmed = await conversions.confirm(trx, visit.actor, visit.accountId, id);
            await recordDeed(trx, visit.accountId, visit.actor, {
              action: 'conversion.confirmed',
              subject: id,
              details: amountsOf(confirmed.conversion),
            });
            return { waitsFor: confirmed.waitsFor };
          });
          return { redirect: `${page}?notice=${waitsFor ?? 'confirmed'}` };
        } catch (error) {
          return { redirect: `${page}?problem=${reasonOf(error, CONVERSIONS[visit.language].problems)}` };
        }
      },
    },
    ...decisionRoutes(services, 'conversion'),
  ];
}

/** For the audit log. */
function amountsOf({ asset, amount, toAsset, toAmount }: Pick<Conversion, AmountName>) {
  return { from: `${amount} ${asset}`, to: `${toAmount} ${toAsset}` };
}

type AmountName = 'asset' | 'amount' | 'toAsset' | 'toAmount';

function draftOf(visit: MemberVisit): Draft {
  const typed = (name: string): string => visit.field(name).trim();
  return { from: typed('from'), to: typed('to'), amount: typed('amount') };
}

function toRequest(visit: MemberVisit, draft: Draft): ConversionRequest {
  const amount = parseRequestAmount(draft.amount);
  if (!amount?.gt(0)) throw invalidParam('amount', 'amount must be a decimal above zero.');
  return {
    accountId: visit.accountId,
    fromAsset: draft.from,
    toAsset: draft.to,
    amount,
    requestId: visit.actor.requestId,
  };
}
