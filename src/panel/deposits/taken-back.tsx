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
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment, WithProof } from '../frame/parts.tsx';
import { Review, REVIEW } from '../approvals/review.tsx';
import { createOnce } from '../request/once.ts';
import { Rows } from '../frame/rows.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { DEPOSITS } from './texts.ts';

/** Pays what is owed for a deposit that was taken back (D58): reviewed, and paid. */
export function settleDeposit(services: PanelServices): Route[] {
  const { db, inbox, providers } = services;
  const once = createOnce(services);
  return [
    {
      method: 'get',
      path: paths.deposits.settle,
      access: MONEY,
      // What is confirmed here moves money, and should not first be lost to proving who one is.
      freshProof: true,
      handle: async (visit) => {
        const { accountId } = visit;
        const list = pathTo(visit, paths.deposits.list);
        const { id } = await getDepositRecord(db.read, accountId, visit.param('deposit'));
        const owed = await findTakenBack(db.read, { accountId, id });
        if (!owed || owed.settledAt !== null)
          return { redirect: withQuery(list, { notice: 'nothing_owed' }) };
        const paid = await foreseeSettlement(db.read, providers, owed);
        if (paid.after.isNegative()) return { redirect: withQuery(list, { problem: 'insufficient_funds' }) };
        return { page: settlePage(visit, owed, paid) };
      },
    },
    {
      method: 'post',
      path: paths.deposits.settle,
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        attempt({ page: pathTo(visit, paths.deposits.list) }, DEPOSITS[visit.language], async () => {
          const { accountId, actor } = visit;
          try {
            await once(visit, () => async (trx) => {
              const { id } = await inbox.settle(trx, actor, accountId, visit.param('deposit'));
              return { id };
            });
          } catch (error) {
            // Somebody else was faster.
            if (error instanceof DomainError && error.code === 'deposit_nothing_owed') return 'nothing_owed';
            throw error;
          }
          return 'settled';
        }),
    },
  ];
}

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
        action={pathTo(visit, paths.deposits.settle, { deposit: id })}
        submit={texts.settleWhich(formatMoney(visit.language, owed, asset))}
        back={{ href: pathTo(visit, paths.deposits.list), text: texts.back }}
      />
    ),
  };
}

/** What the account owes; nothing is shown if that is nothing. */
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
