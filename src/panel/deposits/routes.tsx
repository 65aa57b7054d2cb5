import { changeAccount, findAccount } from '../../accounts/index.ts';
import { recordDeed } from '../../audit-log/index.ts';
import {
  DEPOSIT_STATUSES,
  type DepositFilters,
  type DepositRecord,
  findDepositEvents,
  getDepositRecord,
  listDepositRecords,
  reviewOf,
} from '../../deposits/index.ts';
import { findMovementsOf } from '../../ledger/index.ts';
import { readClock } from '../../clock/index.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { money } from '../../lib/money.ts';
import { listMethods } from '../../methods/index.ts';
import { type Decision, findScreening, listHeldOf } from '../../screening/index.ts';
import { listTransfersOfDeposit } from '../../transfers/index.ts';
import { readOutlook } from '../approvals/requested.ts';
import { endOfDay, startOfDay } from '../request/days.ts';
import { createOnce } from '../request/once.ts';
import { destinationOf, reasonFor } from '../refunds/form.tsx';
import { reviewPage } from '../refunds/review.tsx';
import { withPurchases } from '../refunds/state.tsx';
import { REFUNDS } from '../refunds/texts/by-language.ts';
import { readWays } from '../refunds/ways.ts';
import { reasonOf } from '../request/refusal.ts';
import {
  MEMBERS,
  MONEY,
  OWNERS,
  pathTo,
  type MemberVisit,
  type Reply,
  type Route,
} from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { readCase, type Case } from './case.tsx';
import type { Choice } from './decision.tsx';
import { depositPage } from './detail.tsx';
import { depositsPage } from './pages.tsx';
import { DEPOSITS } from './texts/by-language.ts';

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

/** What arrived, and what is to be done with that which paid no link (D7). */
export function depositRoutes(services: PanelServices): Route[] {
  const { db, cursors, inbox } = services;
  const once = createOnce(services);

  const readInbox = async (accountId: string): Promise<Case[]> => {
    const unmatched = { ...NO_FILTERS, accountId, status: 'unmatched' } as const;
    const page = { afterTime: undefined, afterId: undefined, limit: INBOX_SHOWN + 1 };
    const deposits = await listDepositRecords(db.read, { ...unmatched, ...page });
    return Promise.all(deposits.map((deposit) => readCase(db.read, deposit)));
  };

  const choiceOf = async (of: Case, decision: Decision | undefined): Promise<Choice | undefined> => {
    const { deposit } = of;
    if (deposit.status !== 'unmatched' || decision === 'hold') return undefined;
    return { case: of, ways: await readWays(services, deposit), mayAccept: decision !== 'refuse' };
  };

  const showDeposit = async (
    visit: MemberVisit,
    deposit: DepositRecord,
    problem?: Choice['problem'],
  ): Promise<Reply> => {
    const { accountId, id } = deposit;
    const [read, transfers, movements, events, screening, now] = await Promise.all([
      readCase(db.read, deposit),
      listTransfersOfDeposit(db.read, { accountId, depositId: id }),
      findMovementsOf(db.read, accountId, { object: 'deposit', id }),
      findDepositEvents(db.read, deposit),
      findScreening(db.read, reviewOf(deposit)),
      readClock(db.read),
    ]);
    const refunds = transfers.filter((transfer) => transfer.kind === 'refund');
    const choice = await choiceOf(read, screening?.decision);
    const page = depositPage(visit, {
      case: read,
      conversions: transfers.filter((transfer) => transfer.kind === 'payment_conversion'),
      refunds: await withPurchases(db.read, accountId, refunds),
      now,
      movements,
      events,
      isInReview: screening?.decision === 'hold',
      choice: choice && problem !== undefined ? { ...choice, problem } : choice,
    });
    return problem === undefined ? { page } : { page, status: 422 };
  };

  /** Does it, or shows the deposit with why it is refused. */
  const refunding = async (
    visit: MemberVisit,
    work: (deposit: DepositRecord) => Promise<Reply>,
  ): Promise<Reply> => {
    const deposit = await getDepositRecord(db.read, visit.accountId, visit.param('deposit'));
    try {
      return await work(deposit);
    } catch (error) {
      const problem = reasonOf(error, REFUNDS[visit.language].problems);
      if (problem !== 'deposit_not_unmatched') return showDeposit(visit, deposit, problem);
      return { redirect: `${pageOf(visit)}?problem=${problem}` };
    }
  };

  const pageOf = (visit: MemberVisit): string => pathTo(visit, `deposits/${visit.param('deposit')}`);

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/deposits',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const methods = (await listMethods(db.read)).map(({ name }) => name);
        const filters = filtersOf(visit, methods);
        const cursor = visit.query('cursor');
        const isFirst = cursor === undefined && Object.values(filters).every((value) => value === undefined);
        const [deposits, waiting, inReview, account] = await Promise.all([
          cursors.list(
            { accountId, list: 'deposits', filters },
            { cursor },
            {
              read: (range) =>
                listDepositRecords(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
              idOf: ({ id }) => id,
              view: (deposit) => deposit,
            },
          ),
          isFirst ? readInbox(accountId) : undefined,
          isFirst ? listHeldOf(db.read, { accountId, limit: REVIEWS_SHOWN }) : [],
          findAccount(db.read, { id: accountId }),
        ]);
        return {
          page: depositsPage(visit, {
            inbox: waiting?.slice(0, INBOX_SHOWN),
            inReview,
            hasMoreInbox: waiting !== undefined && waiting.length > INBOX_SHOWN,
            filters,
            methods,
            deposits,
            autoRefund: account?.autoRefund === true,
          }),
        };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/deposits/:deposit',
      access: MEMBERS,
      handle: async (visit) =>
        showDeposit(visit, await getDepositRecord(db.read, visit.accountId, visit.param('deposit'))),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/deposits/auto-refund',
      access: OWNERS,
      freshProof: true,
      handle: async (visit) => {
        const wanted = visit.field('auto_refund');
        if (wanted !== 'on' && wanted !== 'off') throw invalidParam('auto_refund', 'It is on or off.');
        const { accountId } = visit;
        await db.transaction(async (trx) => {
          const change = { autoRefund: wanted === 'on', disableMethods: [], enableMethods: [] };
          const account = await changeAccount(trx, accountId, change);
          if (!account) throw new DomainError('account_not_found');
          await recordDeed(trx, accountId, visit.actor, {
            action: `account.auto_refund_${wanted}`,
            subject: account.name,
          });
        });
        return { redirect: `${pathTo(visit, 'deposits')}?notice=auto_refund_${wanted}` };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/deposits/:deposit/accept',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        try {
          await once(visit, () => async (trx) => {
            const { id, amount, asset } = await inbox.accept(trx, visit.accountId, visit.param('deposit'));
            await recordDeed(trx, visit.accountId, visit.actor, {
              action: 'deposit.accepted',
              subject: id,
              details: { amount, asset },
            });
            return { id };
          });
          return { redirect: `${pageOf(visit)}?notice=accepted` };
        } catch (error) {
          return { redirect: `${pageOf(visit)}?problem=${reasonOf(error, problemsOf(visit))}` };
        }
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/deposits/:deposit/refund/review',
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        refunding(visit, async (deposit) => {
          const reason = reasonFor(visit);
          const destination = destinationOf(visit, deposit.network);
          const { to, ...wait } = await inbox.foresee(db.read, visit.actor, deposit, destination);
          const { asset, method } = deposit;
          const amount = money(deposit.amount);
          const outlook = await readOutlook(db.read, visit, wait);
          const sent = { asset, amount, balanceAfter: undefined, toAsset: asset, toAmount: amount };
          const plan = { ...sent, method, to, reason, outlook, of: `deposits/${deposit.id}` } as const;
          return { page: reviewPage(visit, plan) };
        }),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/deposits/:deposit/refund',
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        refunding(visit, async (deposit) => {
          const { accountId, actor } = visit;
          const { id, waitsFor } = await once(visit, () => {
            const how = { destination: destinationOf(visit, deposit.network), reason: reasonFor(visit) };
            return async (trx) => {
              const { refund, waitsFor } = await inbox.refund(trx, actor, accountId, deposit.id, how);
              await recordDeed(trx, accountId, actor, {
                action: 'deposit.refunded',
                subject: deposit.id,
                details: { refund: refund.id, amount: refund.amount, asset: refund.asset },
              });
              return { id: refund.id, waitsFor };
            };
          });
          return { redirect: `${pathTo(visit, `refunds/${id}`)}?notice=${waitsFor ?? 'sent'}` };
        }),
    },
  ];
}

const problemsOf = ({ language }: MemberVisit) => DEPOSITS[language].problems;

/** From the query; a value that is none counts as not given. */
function filtersOf(visit: MemberVisit, methods: readonly string[]): DepositFilters {
  const end = endOfDay(visit.query('until'));
  return {
    ...NO_FILTERS,
    status: DEPOSIT_STATUSES.find((status) => status === visit.query('status')),
    method: methods.find((method) => method === visit.query('method')),
    createdAfter: startOfDay(visit.query('from')),
    // The whole of that day: the bound is inclusive.
    createdBefore: end && new Date(end.getTime() - 1),
  };
}
