import type { JSX } from 'preact';
import { changeAccount, findAccount } from '../../accounts/index.ts';
import { recordDeed } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import {
  DEPOSIT_STATUSES,
  type DepositFilters,
  type DepositRecord,
  listDepositRecords,
  listOwed,
  type TakenBackDeposit,
} from '../../deposits/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { listMethods } from '../../methods/index.ts';
import { formatMoney, Status, withQuery } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { OWNERS } from '../../people/index.ts';
import { type HeldPayment, listHeldOf } from '../../screening/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { listOf } from '../frame/list.tsx';
import { type Column, Rows } from '../frame/rows.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, MONEY } from '../request/route.ts';
import { DEPOSIT_COLUMNS, readExportedDeposits } from './csv.ts';
import { amountOf, DepositState, Why } from './state.tsx';
import { Owed } from './taken-back.tsx';
import { DEPOSITS } from './texts.ts';

const INBOX_SHOWN = 10;
const REVIEWS_SHOWN = 100;

const NO_FILTERS: DepositFilters = {
  status: undefined,
  asset: undefined,
  method: undefined,
  paymentLinkCode: undefined,
  amount: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
};

/** The deposits, and which of them wait for a decision. */
export const showDeposits = listOf({
  path: paths.deposits.list,
  access: MEMBERS,
  name: 'deposits',
  filters: async (given, _visit, { db }): Promise<DepositFilters> => {
    const texts = DEPOSITS[given.language];
    const methods = (await listMethods(db.read)).map(({ name }) => name);
    return {
      ...NO_FILTERS,
      status: given.choice('status', texts.status, DEPOSIT_STATUSES, texts.statuses),
      method: given.choice('method', texts.method, methods),
      ...given.days('included'),
    };
  },
  read: listDepositRecords,
  idOf: ({ id }) => id,
  file: {
    path: paths.deposits.csv,
    name: 'deposits',
    read: readExportedDeposits,
    columns: () => DEPOSIT_COLUMNS,
  },
  show: async (visit, { rows, next, isFiltered, isFirst }, { db }) => {
    const { accountId } = visit;
    const texts = DEPOSITS[visit.language];
    const isStart = isFirst && !isFiltered;
    const [attention, account] = await Promise.all([
      isStart ? readAttention(db.read, accountId) : undefined,
      isStart ? findAccount(db.read, { id: accountId }) : undefined,
    ]);
    const names = await readLinkNames(db.read, accountId, [...rows, ...(attention?.inbox ?? [])]);
    return {
      title: texts.title,
      notices: texts.notices,
      problems: texts.problems,
      above: (
        <>
          {attention && (
            <>
              <Owed owed={attention.owed} />
              <Inbox of={attention} names={names} />
              <InReview held={attention.inReview} />
            </>
          )}
          <h2>{texts.all}</h2>
        </>
      ),
      label: texts.all,
      rows,
      next,
      columns: [
        {
          heading: texts.paidFor,
          subject: (deposit) => subjectOf(visit, deposit, names, texts.openWhich),
        },
        { heading: texts.payer, said: ({ payer }) => payer['name'] },
        { heading: texts.status, cell: (deposit) => <DepositState deposit={deposit} /> },
        { heading: texts.method, cell: ({ method }) => method },
        { heading: texts.arrived, moment: ({ createdAt }) => createdAt },
        {
          heading: texts.amount,
          amount: ({ exactAmount, amount, asset }) => [exactAmount ?? amount, asset],
        },
      ],
      none: isFiltered ? texts.noMatch : texts.none,
      below: isStart && <AutoRefund isOn={account?.autoRefund === true} />,
    };
  },
});

/** Turns automatic refunds of deposits that pay no link on or off. */
export const switchAutoRefund = actionOf({
  path: paths.deposits.autoRefund,
  access: OWNERS,
  freshProof: true,
  texts: DEPOSITS,
  page: paths.deposits.list,
  deed: async (trx, visit) => {
    const wanted = visit.field('auto_refund');
    if (wanted !== 'on' && wanted !== 'off') throw invalidParam('auto_refund', 'It is on or off.');
    const change = { autoRefund: wanted === 'on', disableMethods: [], enableMethods: [] };
    const account = await changeAccount(trx, visit.accountId, change);
    if (!account) throw new DomainError('account_not_found');
    await recordDeed(trx, visit.accountId, visit.actor, {
      action: `account.auto_refund_${wanted}`,
      subject: account.name,
    });
    return { wanted } as const;
  },
  notice: ({ wanted }) => `auto_refund_${wanted}` as const,
});

/** Everything that needs attention, shown on the first page. */
interface Attention {
  /** Deposits that wait for a decision. */
  inbox: readonly DepositRecord[];
  hasMoreInbox: boolean;
  /** Deposits and payouts that nothing can be done with yet. */
  inReview: readonly HeldPayment[];
  /** Deposits that were taken back, and for which the account still owes money. */
  owed: readonly TakenBackDeposit[];
}

async function readAttention(on: Queryable, accountId: string): Promise<Attention> {
  const unmatched = { ...NO_FILTERS, accountId, status: 'unmatched' } as const;
  const page = { afterTime: undefined, afterId: undefined, limit: INBOX_SHOWN + 1 };
  const [waiting, inReview, owed] = await Promise.all([
    listDepositRecords(on, { ...unmatched, ...page }),
    listHeldOf(on, { accountId, limit: REVIEWS_SHOWN }),
    listOwed(on, { accountId }),
  ]);
  return {
    inbox: waiting.slice(0, INBOX_SHOWN),
    hasMoreInbox: waiting.length > INBOX_SHOWN,
    inReview,
    owed,
  };
}

type Names = ReadonlyMap<string, LinkName>;

/** The link that a deposit was made for. */
function subjectOf(
  visit: MemberVisit,
  deposit: DepositRecord,
  names: Names,
  leads: (amount: string) => string,
) {
  const { id, paymentLinkCode: code } = deposit;
  const name = code === null ? undefined : names.get(code);
  return {
    href: pathTo(visit, paths.deposits.deposit, { deposit: id }),
    title: name?.description ?? DEPOSITS[visit.language].noLink,
    detail: referenceOf(code, name),
    label: leads(amountOf(visit, deposit)),
  };
}

function Inbox({ of, names }: { of: Attention; names: Names }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const isHeld = ({ id }: DepositRecord) => of.inReview.some(({ subjectId }) => subjectId === id);
  const mayDecide = (deposit: DepositRecord) => MONEY.includes(visit.membership.role) && !isHeld(deposit);
  const columns: Column<DepositRecord>[] = [
    {
      heading: texts.paidFor,
      subject: (deposit) =>
        subjectOf(visit, deposit, names, mayDecide(deposit) ? texts.decideWhich : texts.openWhich),
    },
    {
      heading: texts.why,
      cell: (deposit) =>
        isHeld(deposit) ? <Status tone="waiting">{texts.inReview}</Status> : <Why deposit={deposit} />,
    },
    { heading: texts.payer, said: ({ payer }) => payer['name'] },
    { heading: texts.arrived, moment: ({ createdAt }) => createdAt },
    { heading: texts.amount, amount: ({ exactAmount, amount, asset }) => [exactAmount ?? amount, asset] },
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

/** No reasons: whoever is under review must not learn why. */
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

function AutoRefund({ isOn }: { isOn: boolean }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  const next = isOn ? 'off' : 'on';
  return (
    <section aria-labelledby="auto-refund">
      <h2 id="auto-refund">{texts.autoRefund}</h2>
      <p>
        <strong>{texts.autoRefundIs[isOn ? 'on' : 'off']}</strong> {texts.autoRefundHint}
      </p>
      {OWNERS.includes(visit.membership.role) && (
        <switchAutoRefund.Form>
          <button type="submit" name="auto_refund" value={next} class="secondary">
            {texts.autoRefundTurn[next]}
          </button>
        </switchAutoRefund.Form>
      )}
    </section>
  );
}
