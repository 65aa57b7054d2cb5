import { Choice } from '../frame/choice.tsx';
import type { JSX } from 'preact';
import {
  DEPOSIT_STATUSES,
  type DepositFilters,
  type DepositRecord,
  type DepositStatus,
} from '../../deposits/index.ts';
import type { HeldRow } from '../../screening/index.ts';
import { formatMoney } from '../../pages/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { Moment, Outcome, WithProof } from '../frame/parts.tsx';
import { Amount, Pages, Status, Table } from '../frame/tables.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { MONEY, OWNERS, pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { PayerReads, type Case } from './case.tsx';
import { DEPOSITS } from './texts/by-language.ts';

const TONES: Readonly<Record<DepositStatus, 'good' | 'waiting' | 'bad' | 'quiet'>> = {
  pending: 'quiet',
  credited: 'good',
  failed: 'bad',
  unmatched: 'waiting',
  accepted: 'good',
  refunding: 'quiet',
  refunded: 'quiet',
};

export interface DepositList {
  /** What waits for a decision; undefined on pages that are not the first. */
  inbox: readonly Case[] | undefined;
  /** Deposits and payouts that nothing can be done with yet. */
  inReview: readonly HeldRow[];
  /** Whether more waits than is shown. */
  hasMoreInbox: boolean;
  filters: DepositFilters;
  methods: readonly string[];
  deposits: ListPage<DepositRecord>;
  autoRefund: boolean;
}

export function depositsPage(visit: MemberVisit, list: DepositList): Page {
  const texts = DEPOSITS[visit.language];
  const { inbox, deposits } = list;
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        {inbox && <Inbox visit={visit} cases={inbox} inReview={list.inReview} hasMore={list.hasMoreInbox} />}
        <InReview visit={visit} held={list.inReview} />
        <h2>{texts.all}</h2>
        <Filters visit={visit} list={list} />
        {deposits.data.length === 0 ? (
          <p>{hasFilters(list.filters) ? texts.noMatch : texts.none}</p>
        ) : (
          <Table
            label={texts.all}
            headings={[texts.arrived, { number: texts.amount }, texts.status, texts.method, texts.link, '']}
          >
            {deposits.data.map((deposit) => (
              <Row visit={visit} deposit={deposit} />
            ))}
          </Table>
        )}
        <Pages visit={visit} next={deposits.next_cursor} />
        {inbox && <AutoRefund visit={visit} isOn={list.autoRefund} />}
      </>
    ),
  };
}

function Inbox({
  visit,
  cases,
  inReview,
  hasMore,
}: {
  visit: MemberVisit;
  cases: readonly Case[];
  inReview: readonly HeldRow[];
  hasMore: boolean;
}): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const isHeld = ({ deposit: { id } }: Case) => inReview.some(({ subjectId }) => subjectId === id);
  const mayDecide = (one: Case) => MONEY.includes(visit.membership.role) && !isHeld(one);
  return (
    <section aria-labelledby="inbox">
      <h2 id="inbox">{texts.inbox}</h2>
      {cases.length === 0 ? <p class="muted">{texts.inboxEmpty}</p> : <p>{texts.inboxHint}</p>}
      {cases.map((one) => (
        <article class="case">
          <p class="row">
            <strong>{amountOf(visit, one.deposit)}</strong>
            <Why visit={visit} deposit={one.deposit} />
            {isHeld(one) && <Status tone="waiting">{texts.inReview}</Status>}
            {paymentLink(visit, one.deposit.paymentLinkCode)}
            <Moment visit={visit} at={one.deposit.createdAt} />
          </p>
          <PayerReads visit={visit} of={one} />
          <p>
            <a
              href={pathTo(visit, `deposits/${one.deposit.id}`)}
              class="action"
              aria-label={(mayDecide(one) ? texts.decideWhich : texts.openWhich)(
                amountOf(visit, one.deposit),
              )}
            >
              {mayDecide(one) ? texts.decide : texts.open}
            </a>
          </p>
        </article>
      ))}
      {hasMore && (
        <p>
          <a href={pathTo(visit, 'deposits?status=unmatched')}>{texts.inboxMore}</a>
        </p>
      )}
    </section>
  );
}

/** No reasons: whoever is under review must not learn why. */
function InReview({ visit, held }: { visit: MemberVisit; held: readonly HeldRow[] }): JSX.Element | null {
  const texts = DEPOSITS[visit.language];
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="in-review">
      <h2 id="in-review">{texts.inReview}</h2>
      <p>{texts.inReviewHint}</p>
      <Table label={texts.inReview} headings={[texts.since, texts.kind, { number: texts.amount }, '']}>
        {held.map(({ kind, subjectId: id, asset, amount, createdAt }) => (
          <tr>
            <td>
              <Moment visit={visit} at={createdAt} />
            </td>
            <td>{texts.kinds[kind]}</td>
            <td class="number">
              <Amount visit={visit} of={amount} asset={asset} />
            </td>
            <td>
              <a
                href={pathTo(visit, `${kind}s/${id}`)}
                aria-label={`${texts.open}: ${texts.kinds[kind]}, ${formatMoney(visit.language, amount, asset)}`}
              >
                {texts.open}
              </a>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Filters({ visit, list }: { visit: MemberVisit; list: DepositList }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { methods } = list;
  return (
    <form method="get" action={pathTo(visit, 'deposits')} class="filters">
      <Choice
        visit={visit}
        name="status"
        label={texts.status}
        any={texts.filter.any}
        options={DEPOSIT_STATUSES.map((status) => [status, texts.statuses[status]])}
      />
      <Choice
        visit={visit}
        name="method"
        label={texts.method}
        any={texts.filter.any}
        options={methods.map((method) => [method, method])}
      />
      <label>
        {texts.filter.from} <input type="date" name="from" value={visit.query('from') ?? ''} />
      </label>
      <label>
        {texts.filter.until} <input type="date" name="until" value={visit.query('until') ?? ''} />
      </label>
      <button type="submit" class="secondary">
        {texts.filter.show}
      </button>
    </form>
  );
}

function hasFilters(filters: DepositFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

function Row({ visit, deposit }: { visit: MemberVisit; deposit: DepositRecord }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  return (
    <tr>
      <td>
        <Moment visit={visit} at={deposit.createdAt} />
      </td>
      <td class="number">
        <Amount visit={visit} of={deposit.exactAmount ?? deposit.amount} asset={deposit.asset} />
      </td>
      <td>
        <DepositState visit={visit} deposit={deposit} />
      </td>
      <td>{deposit.method}</td>
      <td>{paymentLink(visit, deposit.paymentLinkCode)}</td>
      <td>
        <a
          href={pathTo(visit, `deposits/${deposit.id}`)}
          aria-label={texts.openWhich(amountOf(visit, deposit))}
        >
          {texts.open}
        </a>
      </td>
    </tr>
  );
}

export function DepositState({
  visit,
  deposit,
}: {
  visit: MemberVisit;
  deposit: DepositRecord;
}): JSX.Element {
  const { status } = deposit;
  return <Status tone={TONES[status]}>{DEPOSITS[visit.language].statuses[status]}</Status>;
}

/** Why it paid no link. */
export function Why({ visit, deposit }: { visit: MemberVisit; deposit: DepositRecord }): JSX.Element | null {
  const { unmatchedReason: reason } = deposit;
  return reason && <Status tone="waiting">{DEPOSITS[visit.language].reasons[reason]}</Status>;
}

/** What arrived, to its last digit. */
export function amountOf({ language }: MemberVisit, { exactAmount, amount, asset }: DepositRecord): string {
  return formatMoney(language, exactAmount ?? amount, asset);
}

function AutoRefund({ visit, isOn }: { visit: MemberVisit; isOn: boolean }): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const next = isOn ? 'off' : 'on';
  return (
    <section aria-labelledby="auto-refund">
      <h2 id="auto-refund">{texts.autoRefund}</h2>
      <p>
        <strong>{texts.autoRefundIs[isOn ? 'on' : 'off']}</strong> {texts.autoRefundHint}
      </p>
      {OWNERS.includes(visit.membership.role) && (
        <WithProof visit={visit}>
          <form method="post" action={pathTo(visit, 'deposits/auto-refund')}>
            <button type="submit" name="auto_refund" value={next} class="secondary">
              {texts.autoRefundTurn[next]}
            </button>
          </form>
        </WithProof>
      )}
    </section>
  );
}
