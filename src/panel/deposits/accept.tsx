import { type DepositRecord, getDepositRecord } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney, withQuery } from '../../pages/index.ts';
import { readAvailable, Review, REVIEW } from '../approvals/review.tsx';
import { actionOf } from '../frame/action.tsx';
import { pageOf, PROVEN_FIRST } from '../request/area.ts';
import { objectPages, paths } from '../request/paths.ts';
import { type MemberVisit, MONEY, type Page } from '../request/route.ts';
import { DEPOSITS } from './texts.ts';

/** A deposit that paid no link, into the balance (D7). */
export const acceptDeposit = actionOf({
  path: paths.deposits.accept,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: DEPOSITS,
  page: paths.deposits.deposit,
  act: async (trx, visit, { inbox }) => {
    await inbox.accept(trx, visit.actor, visit.accountId, visit.param('deposit'));
  },
  flash: 'accepted',
});

/** The page on which it is confirmed. */
export const reviewAcceptance = pageOf(
  paths.deposits.accept,
  MONEY,
  async (visit, { db }) => {
    const { accountId } = visit;
    const deposit = await getDepositRecord(db.read, accountId, visit.param('deposit'));
    if (deposit.status !== 'unmatched') {
      const problem = 'deposit_not_unmatched';
      return { redirect: withQuery(objectPages.deposit(visit, deposit.id), { problem }) };
    }
    const available = await readAvailable(db.read, accountId, deposit.asset);
    return reviewPage(visit, deposit, available.plus(deposit.amount));
  },
  PROVEN_FIRST,
);

function reviewPage(visit: MemberVisit, deposit: DepositRecord, after: ReturnType<typeof money>): Page {
  const texts = DEPOSITS[visit.language];
  const { id, amount, asset, method } = deposit;
  return {
    title: texts.accept,
    body: (
      <Review
        of={{
          from: <a href={objectPages.deposit(visit, id)}>{texts.unmatchedDeposit}</a>,
          to: REVIEW[visit.language].balance(asset),
          method,
          amount: { amount: money(amount), asset },
          after: { amount: after, asset },
        }}
        hint={texts.acceptHint}
        form={(content) => <acceptDeposit.Form of={{ deposit: id }}>{content}</acceptDeposit.Form>}
        submit={texts.acceptAmount(formatMoney(visit.language, amount, asset))}
        back={{ href: objectPages.deposit(visit, id), text: texts.backToDeposit }}
      />
    ),
  };
}
