import type { JSX } from 'preact';
import { changeAccount, findAccount } from '../../accounts/index.ts';
import { recordDeed } from '../../audit-log/index.ts';
import {
  DEPOSIT_STATUSES,
  type DepositFilters,
  type DepositRecord,
  listDepositRecords,
  listOwed,
  type TakenBackDeposit,
} from '../../deposits/index.ts';
import { inBatches, positionAfter } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { listMethods } from '../../methods/index.ts';
import { Empty, formatMoney, Status, Subject, Table, withQuery } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { type HeldPayment, listHeldOf } from '../../screening/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Export } from '../frame/export.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { readFilters } from '../request/filters.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import { OWNERS } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { DEPOSIT_COLUMNS } from './csv.ts';
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

interface DepositList {
  /** What waits for a decision; undefined on pages that are not the first. */
  inbox: readonly DepositRecord[] | undefined;
  /** Deposits and payouts that nothing can be done with yet. */
  inReview: readonly HeldPayment[];
  /** Whether more waits than is shown. */
  hasMoreInbox: boolean;
  filters: DepositFilters;
  methods: readonly string[];
  /** What the account owes for deposits that were taken back. */
  owed: readonly TakenBackDeposit[];
  deposits: ListPage<DepositRecord>;
  /** Of the links that they were made for. */
  names: ReadonlyMap<string, LinkName>;
  autoRefund: boolean;
}

/** Whether deposits that pay no link are refunded without asking. */
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

/** The deposits, and which of them wait for a decision. */
export function showDeposits({ db, cursors }: PanelServices): Route[] {
  const readInbox = (accountId: string): Promise<DepositRecord[]> => {
    const unmatched = { ...NO_FILTERS, accountId, status: 'unmatched' } as const;
    const page = { afterTime: undefined, afterId: undefined, limit: INBOX_SHOWN + 1 };
    return listDepositRecords(db.read, { ...unmatched, ...page });
  };

  return [
    {
      method: 'get',
      path: paths.deposits.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const methods = (await listMethods(db.read)).map(({ name }) => name);
        const filters = filtersOf(visit, methods);
        const cursor = visit.query('cursor');
        const isFirst = cursor === undefined && Object.values(filters).every((value) => value === undefined);
        const [deposits, waiting, inReview, owed, account] = await Promise.all([
          cursors.list(
            { accountId, list: 'deposits', filters },
            { cursor },
            {
              read: (range) =>
                listDepositRecords(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (deposit) => deposit,
            },
          ),
          isFirst ? readInbox(accountId) : undefined,
          isFirst ? listHeldOf(db.read, { accountId, limit: REVIEWS_SHOWN }) : [],
          isFirst ? listOwed(db.read, { accountId }) : [],
          findAccount(db.read, { id: accountId }),
        ]);
        return {
          page: depositsPage(visit, {
            inbox: waiting?.slice(0, INBOX_SHOWN),
            inReview,
            hasMoreInbox: waiting !== undefined && waiting.length > INBOX_SHOWN,
            owed,
            filters,
            methods,
            deposits,
            names: await readLinkNames(db.read, accountId, [...deposits.data, ...(waiting ?? [])]),
            autoRefund: account?.autoRefund === true,
          }),
        };
      },
    },
    {
      method: 'get',
      path: paths.deposits.csv,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = filtersOf(
          visit,
          (await listMethods(db.read)).map(({ name }) => name),
        );
        const batches = inBatches<DepositRecord>(
          (work) => db.snapshot(work),
          EXPORT_BATCH,
          (on, after, limit) =>
            listDepositRecords(on, { accountId, ...filters, ...positionAfter(after), limit }),
        );
        return csvFile('deposits', DEPOSIT_COLUMNS, batches);
      },
    },
  ];
}

/** From the query; a value that is none counts as not given. */
function filtersOf(visit: MemberVisit, methods: readonly string[]): DepositFilters {
  const given = readFilters(visit);
  return {
    ...NO_FILTERS,
    status: given.choice('status', DEPOSIT_STATUSES),
    method: given.choice('method', methods),
    createdAfter: given.dayStart('from'),
    createdBefore: given.dayLast('until'),
  };
}

function depositsPage(visit: MemberVisit, list: DepositList): Page {
  const texts = DEPOSITS[visit.language];
  const { inbox, deposits } = list;
  return {
    title: texts.title,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <Owed owed={list.owed} />
        {inbox && (
          <Inbox deposits={inbox} names={list.names} inReview={list.inReview} hasMore={list.hasMoreInbox} />
        )}
        <InReview held={list.inReview} />
        <h2>{texts.all}</h2>
        <Filters list={list} />
        <p>
          <Export path={pathTo(visit, paths.deposits.csv)} />
        </p>
        {deposits.data.length === 0 ? (
          <Empty>{hasFilters(list.filters) ? texts.noMatch : texts.none}</Empty>
        ) : (
          <Table
            label={texts.all}
            as="records"
            headings={[
              texts.paidFor,
              texts.payer,
              texts.status,
              texts.method,
              texts.arrived,
              { number: texts.amount },
            ]}
          >
            {deposits.data.map((deposit) => depositRow(visit, deposit, list.names))}
          </Table>
        )}
        <Pages next={deposits.next_cursor} />
        {inbox && <AutoRefund isOn={list.autoRefund} />}
      </>
    ),
  };
}

function Inbox(props: {
  deposits: readonly DepositRecord[];
  names: DepositList['names'];
  inReview: readonly HeldPayment[];
  hasMore: boolean;
}): JSX.Element {
  const visit = useMemberVisit();
  const { deposits, names, inReview, hasMore } = props;
  const texts = useTexts(DEPOSITS);
  const isHeld = ({ id }: DepositRecord) => inReview.some(({ subjectId }) => subjectId === id);
  return (
    <section>
      <h2>{texts.inbox}</h2>
      {deposits.length === 0 ? <p class="muted">{texts.inboxEmpty}</p> : <p>{texts.inboxHint}</p>}
      {deposits.length > 0 && (
        <Table
          label={texts.inbox}
          as="records"
          headings={[texts.paidFor, texts.why, texts.payer, texts.arrived, { number: texts.amount }, '']}
        >
          {deposits.map((deposit) => inboxRow(visit, deposit, names, isHeld(deposit)))}
        </Table>
      )}
      {hasMore && (
        <p>
          <a href={withQuery(pathTo(visit, paths.deposits.list), { status: 'unmatched' })}>
            {texts.inboxMore}
          </a>
        </p>
      )}
    </section>
  );
}

/** What waits, with both things that can be done. */
function inboxRow(
  visit: MemberVisit,
  deposit: DepositRecord,
  names: DepositList['names'],
  isHeld: boolean,
): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { id, paymentLinkCode: code, payer } = deposit;
  const name = code === null ? undefined : names.get(code);
  const page = pathTo(visit, paths.deposits.deposit, { deposit: id });
  const amount = amountOf(visit, deposit);
  const mayDecide = MONEY.includes(visit.membership.role) && !isHeld;
  return (
    <tr>
      <Subject
        href={page}
        detail={referenceOf(code, name)}
        label={(mayDecide ? texts.decideWhich : texts.openWhich)(amount)}
      >
        {name?.description ?? texts.noLink}
      </Subject>
      <td>{isHeld ? <Status tone="waiting">{texts.inReview}</Status> : <Why deposit={deposit} />}</td>
      <td dir="auto">{payer['name']}</td>
      <td>
        <Moment at={deposit.createdAt} />
      </td>
      <td class="number">
        <Amount of={deposit.exactAmount ?? deposit.amount} asset={deposit.asset} />
      </td>
      <td>
        {mayDecide && (
          <span class="row">
            <a href={`${page}#accept`} class="action" aria-label={`${texts.acceptShort}: ${amount}`}>
              {texts.acceptShort}
            </a>
            <a href={`${page}#refund`} class="action" aria-label={`${texts.refundShort}: ${amount}`}>
              {texts.refundShort}
            </a>
          </span>
        )}
      </td>
    </tr>
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
      <Table label={texts.inReview} headings={[texts.since, texts.kind, { number: texts.amount }, '']}>
        {held.map(({ kind, subjectId: id, asset, amount, createdAt }) => (
          <tr>
            <td>
              <Moment at={createdAt} />
            </td>
            <td>{texts.kinds[kind]}</td>
            <td class="number">
              <Amount of={amount} asset={asset} />
            </td>
            <td>
              <a
                href={objectPages[kind](visit, id)}
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

function Filters({ list }: { list: DepositList }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DEPOSITS);
  return (
    <FilterBar
      action={pathTo(visit, paths.deposits.list)}
      fields={[
        {
          kind: 'choice',
          name: 'status',
          label: texts.status,
          options: DEPOSIT_STATUSES.map((status) => [status, texts.statuses[status]]),
        },
        {
          kind: 'choice',
          name: 'method',
          label: texts.method,
          options: list.methods.map((method) => [method, method]),
        },
        { kind: 'days' },
      ]}
    />
  );
}

function hasFilters(filters: DepositFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

function depositRow(visit: MemberVisit, deposit: DepositRecord, names: DepositList['names']): JSX.Element {
  const texts = DEPOSITS[visit.language];
  const { paymentLinkCode: code, payer } = deposit;
  const name = code === null ? undefined : names.get(code);
  return (
    <tr>
      <Subject
        href={pathTo(visit, paths.deposits.deposit, { deposit: deposit.id })}
        detail={referenceOf(code, name)}
        label={texts.openWhich(amountOf(visit, deposit))}
      >
        {name?.description ?? texts.noLink}
      </Subject>
      <td dir="auto">{payer['name']}</td>
      <td>
        <DepositState deposit={deposit} />
      </td>
      <td>{deposit.method}</td>
      <td>
        <Moment at={deposit.createdAt} />
      </td>
      <td class="number">
        <Amount of={deposit.exactAmount ?? deposit.amount} asset={deposit.asset} />
      </td>
    </tr>
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
