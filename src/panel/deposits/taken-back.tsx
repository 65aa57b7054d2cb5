import type { JSX } from 'preact';
import {
  findTakenBack,
  foreseeSettlement,
  getDepositRecord,
  type TakenBackDeposit,
} from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { money, type Money } from '../../lib/money.ts';
import { formatMoney, withQuery } from '../../pages/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import { Review, REVIEW } from '../approvals/review.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf, PROVEN_FIRST } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY, type Page } from '../request/route.ts';
import { DEPOSITS } from './texts.ts';

/** Pays what is owed for a deposit that was taken back (D58). */
export const settleDeposit = actionOf({
  path: paths.deposits.settle,
  access: MONEY,
  freshProof: true,
  once: true,
  texts: DEPOSITS,
  page: paths.deposits.list,
  act: async (trx, visit, { inbox }) => {
    try {
      await inbox.settle(trx, visit.actor, visit.accountId, visit.param('deposit'));
      return { flash: 'settled' } as const;
    } catch (error) {
      // Another person was faster, so nothing is written.
      if (!(error instanceof DomainError) || error.code !== 'deposit_nothing_owed') throw error;
      return { flash: 'nothing_owed' } as const;
    }
  },
  flash: ({ flash }) => flash,
});

/** The page on which it is confirmed. */
export const reviewSettlement = pageOf(
  paths.deposits.settle,
  MONEY,
  async (visit, { db, providers }) => {
    const { accountId } = visit;
    const list = pathTo(visit, paths.deposits.list);
    const { id } = await getDepositRecord(db.read, accountId, visit.param('deposit'));
    const owed = await findTakenBack(db.read, { accountId, id });
    if (!owed || owed.settledAt !== null) return { redirect: withQuery(list, { flash: 'nothing_owed' }) };
    const paid = await foreseeSettlement(db.read, providers, owed);
    if (paid.after.isNegative()) return { redirect: withQuery(list, { problem: 'insufficient_funds' }) };
    return settlePage(visit, owed, paid);
  },
  PROVEN_FIRST,
);

function settlePage(
  visit: MemberVisit,
  { id, owed, asset }: TakenBackDeposit,
  { asset: source, after }: { asset: string; after: Money },
): Page {
  const texts = DEPOSITS[visit.language];
  return {
    title: texts.settleTitle,
    body: (
      <Review
        of={{
          from: REVIEW[visit.language].balance(source),
          to: <a href={objectPages.deposit(visit, id)}>{texts.takenBackDeposit}</a>,
          amount: { amount: money(owed), asset },
          after: { amount: after, asset: source },
        }}
        hint={texts.takenBackHint}
        form={(content) => <settleDeposit.Form of={{ deposit: id }}>{content}</settleDeposit.Form>}
        submit={texts.settleWhich(formatMoney(visit.language, owed, asset))}
        back={{ href: pathTo(visit, paths.deposits.list), text: texts.all }}
      />
    ),
  };
}

/** The account's debts; shown only if there are any. */
export function Owed(props: { owed: readonly TakenBackDeposit[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const { owed } = props;
  const texts = useTexts(DEPOSITS);
  if (owed.length === 0) return null;
  return (
    <section aria-labelledby="taken-back">
      <h2 id="taken-back">{texts.takenBack}</h2>
      <p>{texts.takenBackHint}</p>
      <WithProof>
        <Rows
          label={texts.takenBack}
          of={owed}
          columns={[
            {
              heading: texts.takenBackAt,
              cell: ({ id, createdAt }) => (
                <a href={objectPages.deposit(visit, id)}>
                  <Moment at={createdAt} />
                </a>
              ),
            },
            { heading: texts.amount, amount: ({ amount, asset }) => [amount, asset] },
            { heading: texts.owed, amount: ({ owed: left, asset }) => [left, asset] },
            { heading: texts.bankSays, cell: ({ message }) => message },
            {
              heading: '',
              cell: ({ id, owed: left, asset }) =>
                MONEY.includes(visit.membership.role) && (
                  <a
                    href={pathTo(visit, paths.deposits.settle, { deposit: id })}
                    role="button"
                    aria-label={texts.settleWhich(formatMoney(visit.language, left, asset))}
                  >
                    {texts.settle}
                  </a>
                ),
            },
          ]}
        />
      </WithProof>
    </section>
  );
}
