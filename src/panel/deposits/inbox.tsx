import type { JSX } from 'preact';
import { findAccount } from '../../accounts/index.ts';
import {
  type DepositRecord,
  listDepositRecords,
  listOwed,
  refundDueAt,
  type TakenBackDeposit,
} from '../../deposits/index.ts';
import { formatMoney, Status, withQuery } from '../../pages/index.ts';
import { type HeldPayment, listHeldOf } from '../../screening/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment } from '../frame/parts.tsx';
import { type Column, Rows } from '../frame/rows.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { Choose, DecideOnChosen } from './many.tsx';
import { amountColumn, type Known, NO_FILTERS, subjectOf } from './columns.tsx';
import { amountOf, Why } from './state.tsx';
import { Owed } from './taken-back.tsx';
import { DEPOSITS } from './texts.ts';

const INBOX_SHOWN = 10;
const REVIEWS_SHOWN = 100;

/** Everything that needs attention, shown on the first page. */
interface NeedsAttention {
  /** The times at which they are refunded unless a person decides earlier, by deposit. */
  refunds: ReadonlyMap<string, Date>;
  /** Deposits that wait for a decision. */
  inbox: readonly DepositRecord[];
  hasMoreInbox: boolean;
  /** Deposits and payouts that nothing can be done with yet. */
  inReview: readonly HeldPayment[];
  /** Deposits that were taken back, and for which the account still owes money. */
  owed: readonly TakenBackDeposit[];
}

export async function readAttention(
  { db: { read: on }, providers }: PanelServices,
  accountId: string,
): Promise<NeedsAttention> {
  const unmatched = { ...NO_FILTERS, accountId, status: 'unmatched' } as const;
  const page = { afterTime: undefined, afterId: undefined, limit: INBOX_SHOWN + 1 };
  const [account, waiting, inReview, owed] = await Promise.all([
    findAccount(on, { id: accountId }),
    listDepositRecords(on, { ...unmatched, ...page }),
    listHeldOf(on, { accountId, limit: REVIEWS_SHOWN }),
    listOwed(on, { accountId }),
  ]);
  const inbox = waiting.slice(0, INBOX_SHOWN);
  const refunds = inbox.flatMap((deposit) => {
    const at = account && refundDueAt(account, providers, deposit);
    return at ? [[deposit.id, at] as const] : [];
  });
  return {
    refunds: new Map(refunds),
    inbox,
    hasMoreInbox: waiting.length > INBOX_SHOWN,
    inReview,
    owed,
  };
}

export function Attention({ of, known }: { of: NeedsAttention; known: Known }): JSX.Element {
  return (
    <>
      <Owed owed={of.owed} />
      <Inbox of={of} known={known} />
      <InReview held={of.inReview} />
    </>
  );
}

function Inbox({ of, known }: { of: NeedsAttention; known: Known }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const isHeld = ({ id }: DepositRecord) => of.inReview.some(({ subjectId }) => subjectId === id);
  const mayDecide = (deposit: DepositRecord) => MONEY.includes(visit.membership.role) && !isHeld(deposit);
  const mayDecideAny = of.inbox.some(mayDecide);
  const columns: Column<DepositRecord>[] = [
    ...(mayDecideAny
      ? [
          {
            heading: '',
            cell: (deposit: DepositRecord) => mayDecide(deposit) && <Choose deposit={deposit} />,
          },
        ]
      : []),
    {
      heading: texts.paidFor,
      subject: (deposit) =>
        subjectOf(visit, deposit, known, mayDecide(deposit) ? texts.decideWhich : texts.openWhich),
    },
    {
      heading: texts.why,
      cell: (deposit) =>
        isHeld(deposit) ? (
          <Status tone="waiting">{texts.inReview}</Status>
        ) : (
          <>
            <Why deposit={deposit} />
            <DueRefund at={of.refunds.get(deposit.id)} />
          </>
        ),
    },
    { heading: texts.payer, said: ({ payer }) => payer['name'] },
    { heading: texts.arrived, moment: ({ createdAt }) => createdAt },
    amountColumn(visit, known),
    { heading: '', cell: (deposit) => mayDecide(deposit) && <Decide deposit={deposit} /> },
  ];
  return (
    <section>
      <h2>{texts.inbox}</h2>
      {of.inbox.length === 0 ? (
        <p class="muted">{texts.inboxEmpty}</p>
      ) : (
        <>
          <p>{texts.inboxHint}</p>
          <Rows label={texts.inbox} of={of.inbox} columns={columns} />
          {mayDecideAny && <DecideOnChosen />}
        </>
      )}
      {of.hasMoreInbox && (
        <p>
          <a href={withQuery(pathTo(visit, paths.deposits.list), { status: 'unmatched' })}>
            {texts.inboxMore}
          </a>
        </p>
      )}
    </section>
  );
}

/** Links to the two decisions about a deposit. */
function Decide({ deposit }: { deposit: DepositRecord }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const page = pathTo(visit, paths.deposits.deposit, { deposit: deposit.id });
  const amount = amountOf(visit, deposit);
  return (
    <span class="row">
      <a href={`${page}#accept`} class="action" aria-label={`${texts.acceptShort}: ${amount}`}>
        {texts.acceptShort}
      </a>
      <a href={`${page}#refund`} class="action" aria-label={`${texts.refundShort}: ${amount}`}>
        {texts.refundShort}
      </a>
    </span>
  );
}

/** Without reasons, because the person under review must not learn them. */
function InReview({ held }: { held: readonly HeldPayment[] }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="in-review">
      <h2 id="in-review">{texts.inReview}</h2>
      <p>{texts.inReviewHint}</p>
      <Rows
        label={texts.inReview}
        of={held}
        columns={[
          { heading: texts.since, moment: ({ createdAt }) => createdAt },
          { heading: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
          { heading: texts.amount, amount: ({ amount, asset }) => [amount, asset] },
          {
            heading: '',
            cell: ({ kind, subjectId: id, asset, amount }) => (
              <a
                href={objectPages[kind](visit, id)}
                aria-label={`${texts.open}: ${texts.kinds[kind]}, ${formatMoney(visit.language, amount, asset)}`}
              >
                {texts.open}
              </a>
            ),
          },
        ]}
      />
    </section>
  );
}

/** When the account's rule refunds a deposit without a decision, if it does. */
function DueRefund({ at }: { at: Date | undefined }): JSX.Element | null {
  const texts = useTexts(DEPOSITS);
  if (!at) return null;
  return (
    <small class="muted">
      <br />
      {texts.refundedOn} <Moment at={at} inSentence />
    </small>
  );
}
