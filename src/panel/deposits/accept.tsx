import { type DepositRecord, getDepositRecord } from '../../deposits/index.ts';
import { money } from '../../lib/money.ts';
import { formatMoney, withQuery } from '../../pages/index.ts';
import { readAvailable, Review, REVIEW } from '../approvals/review.tsx';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { DEPOSITS } from './texts.ts';

/** A deposit that paid no link, into the balance: reviewed, and accepted (D7). */
export function acceptDeposit(services: PanelServices): Route[] {
  const { db, inbox } = services;
  const once = createOnce(services);

  return [
    {
      method: 'get',
      path: paths.deposits.accept,
      access: MONEY,
      // What is confirmed here moves money, and should not first be lost to proving who one is.
      freshProof: true,
      handle: async (visit) => {
        const { accountId } = visit;
        const deposit = await getDepositRecord(db.read, accountId, visit.param('deposit'));
        if (deposit.status !== 'unmatched') {
          const problem = 'deposit_not_unmatched';
          return { redirect: withQuery(objectPages.deposit(visit, deposit.id), { problem }) };
        }
        const available = await readAvailable(db.read, accountId, deposit.asset);
        return { page: reviewPage(visit, deposit, available.plus(deposit.amount)) };
      },
    },
    {
      method: 'post',
      path: paths.deposits.accept,
      access: MONEY,
      freshProof: true,
      handle: (visit) => {
        const id = visit.param('deposit');
        return attempt({ page: objectPages.deposit(visit, id) }, DEPOSITS.en, async () => {
          await once(visit, () => async (trx) => {
            await inbox.accept(trx, visit.actor, visit.accountId, id);
            return { id };
          });
          return 'accepted';
        });
      },
    },
  ];
}

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
        action={pathTo(visit, paths.deposits.accept, { deposit: id })}
        submit={texts.acceptAmount(formatMoney(visit.language, amount, asset))}
        back={{ href: objectPages.deposit(visit, id), text: texts.backToDeposit }}
      />
    ),
  };
}
