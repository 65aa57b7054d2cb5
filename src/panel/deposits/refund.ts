import { type DepositRecord, getDepositRecord } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { withQuery } from '../../pages/index.ts';
import { readOutlook } from '../approvals/requested.ts';
import { destinationTyped } from '../frame/destination-fields.tsx';
import { noteFor, reasonFor } from '../refunds/form.tsx';
import { reviewPage } from '../refunds/review.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Reply, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { renderDeposit } from './deposit.tsx';

/** The refund of what paid no link: reviewed, and asked for. */
export function refundDeposit(services: PanelServices): Route[] {
  const { db, inbox } = services;
  const once = createOnce(services);

  /** Does it, or shows the deposit with why it is refused. */
  const refunding = async (
    visit: MemberVisit,
    work: (deposit: DepositRecord) => Promise<Reply>,
  ): Promise<Reply> => {
    const deposit = await getDepositRecord(db.read, visit.accountId, visit.param('deposit'));
    try {
      return await work(deposit);
    } catch (error) {
      const problem = reasonOf(error, REFUNDS[visit.language].problems);
      if (problem !== 'deposit_not_unmatched') return renderDeposit(services, visit, deposit, problem);
      return { redirect: withQuery(objectPages.deposit(visit, visit.param('deposit')), { problem }) };
    }
  };

  return [
    {
      method: 'post',
      path: paths.deposits.reviewRefund,
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        refunding(visit, async (deposit) => {
          const why = { reason: reasonFor(visit), note: noteFor(visit) };
          const destination = destinationTyped(visit, deposit.network);
          const { to, ...wait } = await inbox.foresee(db.read, visit.actor, deposit, destination);
          const { asset, method } = deposit;
          const amount = money(deposit.amount);
          const outlook = await readOutlook(db.read, visit, wait);
          const sent = { asset, amount, balanceAfter: undefined, toAsset: asset, toAmount: amount };
          const plan = { ...sent, method, to, ...why, outlook, of: { deposit: deposit.id } };
          return { page: reviewPage(visit, plan) };
        }),
    },
    {
      method: 'post',
      path: paths.deposits.refund,
      access: MONEY,
      freshProof: true,
      review: { method: 'post', path: paths.deposits.reviewRefund },
      handle: (visit) =>
        refunding(visit, async (deposit) => {
          const { accountId, actor } = visit;
          const { id, waitsFor } = await once(visit, () => {
            const destination = destinationTyped(visit, deposit.network);
            const how = { destination, reason: reasonFor(visit), note: noteFor(visit) };
            return async (trx) => {
              const { refund, waitsFor } = await inbox.refund(trx, actor, accountId, deposit.id, how);
              return { id: refund.id, waitsFor };
            };
          });
          return {
            redirect: withQuery(pathTo(visit, paths.refunds.refund, { refund: id }), {
              notice: waitsFor ?? 'sent',
            }),
          };
        }),
    },
  ];
}
