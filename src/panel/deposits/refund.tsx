import { getDepositRecord } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { readOutlook } from '../approvals/requested.ts';
import { destinationTyped } from '../frame/destination-fields.tsx';
import { noteFor, reasonFor } from '../refunds/form.tsx';
import { reviewPage } from '../refunds/review.tsx';
import { REFUNDS } from '../refunds/texts.ts';
import { formOf } from '../frame/action.tsx';
import { objectPages, paths } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import { MONEY, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';

/** The refund of what paid no link, as it was reviewed. */
export const refundDeposit = formOf({
  path: paths.deposits.refund,
  access: MONEY,
  freshProof: true,
  once: true,
  review: { method: 'post', path: paths.deposits.reviewRefund },
  texts: REFUNDS,
  page: paths.deposits.deposit,
  // They depend on the method of the deposit.
  fields: {},
  act: async (trx, visit, { inbox }) => {
    const { accountId, actor } = visit;
    const { id: depositId, network } = await getDepositRecord(trx, accountId, visit.param('deposit'));
    const destination = destinationTyped(visit, network);
    const how = { destination, reason: reasonFor(visit), note: noteFor(visit) };
    const { refund, waitsFor } = await inbox.refund(trx, actor, accountId, depositId, how);
    return { id: refund.id, waitsFor };
  },
  flash: ({ waitsFor }) => waitsFor ?? 'sent',
  to: (visit, { id }) => objectPages.refund(visit, id),
});

/** The page on which it is confirmed. */
export function reviewDepositRefund({ db, inbox }: PanelServices): Route[] {
  return [
    {
      method: 'post',
      path: paths.deposits.reviewRefund,
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const deposit = await getDepositRecord(db.read, visit.accountId, visit.param('deposit'));
        try {
          const why = { reason: reasonFor(visit), note: noteFor(visit) };
          const destination = destinationTyped(visit, deposit.network);
          const { to, ...wait } = await inbox.foresee(db.read, visit.actor, deposit, destination);
          const { id, asset, method } = deposit;
          const amount = money(deposit.amount);
          const outlook = await readOutlook(db.read, visit, wait);
          const sent = { asset, amount, balanceAfter: undefined, toAsset: asset, toAmount: amount };
          const { backToDeposit } = REFUNDS[visit.language];
          return {
            page: reviewPage(
              visit,
              { ...sent, method, to, ...why, outlook },
              {
                form: (content) => (
                  <refundDeposit.Form of={{ deposit: id }}>{() => content}</refundDeposit.Form>
                ),
                back: { href: objectPages.deposit(visit, id), text: backToDeposit },
              },
            ),
          };
        } catch (error) {
          const on = { form: paths.deposits.reviewRefund, page: paths.deposits.deposit };
          return refusalOf(error, on, REFUNDS.en.problems);
        }
      },
    },
  ];
}
