import { formatAmount, type Money } from '../../lib/money.ts';
import { formatMoney, plainNumber } from '../../pages/index.ts';
import type { RefundDestination } from '../../methods/index.ts';
import type { RefundReason } from '../../transfers/index.ts';
import { outlookFacts, OutlookHint } from '../approvals/parts.tsx';
import type { Outlook } from '../approvals/requested.ts';
import { describeDestination } from '../frame/destination.ts';
import { Once } from '../frame/parts.tsx';
import { Amount, Facts } from '../frame/tables.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { SentFields } from './form.tsx';
import { REFUNDS } from './texts.ts';

/** A refund that somebody is about to ask for. */
export interface Plan {
  asset: string;
  amount: Money;
  /** Of the balance that it leaves; undefined for a deposit that is in none. */
  balanceAfter: Money | undefined;
  toAsset: string;
  toAmount: Money;
  method: string;
  to: RefundDestination;
  reason: RefundReason;
  outlook: Outlook;
  /** What is refunded: a paid link, or a deposit that is in no balance. */
  of: { link: string } | { deposit: string };
}

/** What would happen, before it does. */
export function reviewPage(visit: MemberVisit, plan: Plan): Page {
  const texts = REFUNDS[visit.language];
  const { asset, balanceAfter, toAsset, method, to, reason, outlook, of } = plan;
  const [page, action, back] =
    'link' in of
      ? [
          objectPages.payment_link(visit, of.link),
          pathTo(visit, paths.links.refund, { code: of.link }),
          texts.review.backToLink,
        ]
      : [
          objectPages.deposit(visit, of.deposit),
          pathTo(visit, paths.deposits.refund, of),
          texts.review.backToDeposit,
        ];
  const [amount, toAmount] = [formatAmount(plan.amount), formatAmount(plan.toAmount)];
  return {
    title: texts.review.title,
    body: (
      <>
        <Facts
          of={[
            [
              balanceAfter ? texts.review.leaves : texts.amount,
              <strong>
                <Amount visit={visit} of={amount} asset={asset} />
              </strong>,
            ],
            [texts.payerGets, <Amount visit={visit} of={toAmount} asset={toAsset} />],
            [texts.method, method],
            [texts.to, to === 'sender' ? texts.toSender : describeDestination(to)],
            ...outlookFacts(visit, outlook.wait),
            [texts.reason, texts.reasons[reason]],
            [
              texts.review.balanceAfter,
              balanceAfter && <Amount visit={visit} of={formatAmount(balanceAfter)} asset={asset} />,
            ],
          ]}
        />
        <OutlookHint visit={visit} of={outlook} />
        <form method="post" action={action}>
          <Once />
          <input type="hidden" name="amount" value={plainNumber(amount)} />
          <SentFields visit={visit} />
          <button type="submit">{texts.review.submit(formatMoney(visit.language, amount, asset))}</button>
        </form>
        <p>
          <a href={page}>{back}</a>
        </p>
      </>
    ),
  };
}
