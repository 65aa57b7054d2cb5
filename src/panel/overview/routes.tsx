import { recordDeed } from '../../audit-log/index.ts';
import { findBalances, listCollected, listMovements } from '../../ledger/index.ts';
import type { PanelServices } from '../request/services.ts';
import { MEMBERS, pathTo, type Route } from '../request/route.ts';
import { STARTERS } from './first-steps.tsx';
import { accountsPage, overviewPage } from './pages.tsx';
import { countWaiting, dismissFirstSteps, readFirstSteps } from './repository.ts';

const DAYS_PLOTTED = 30;
const PAYMENTS_SHOWN = 5;
const A_DAY_MS = 24 * 3600_000;

/** The first page of an account, and the choice between the accounts of a user. */
export function overviewRoutes({ db, isTest }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel',
      access: 'user',
      handle: (visit) => {
        const [first, ...others] = visit.memberships;
        if (!first || others.length > 0) return Promise.resolve({ page: accountsPage(visit) });
        return Promise.resolve({ redirect: `/panel/accounts/${first.accountId}` });
      },
    },
    {
      method: 'get',
      path: '/panel/accounts',
      access: 'user',
      handle: (visit) => Promise.resolve({ page: accountsPage(visit) }),
    },
    {
      method: 'get',
      path: '/panel/accounts/:account',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const latest = {
          accountId,
          type: 'payment',
          asset: undefined,
          createdAfter: undefined,
          createdBefore: undefined,
          paymentLinkCode: undefined,
          afterTime: undefined,
          afterId: undefined,
          limit: PAYMENTS_SHOWN,
        };
        // Each reads few rows, however much the account has.
        const [{ asOf, balances }, waiting, collected, payments, steps] = await Promise.all([
          findBalances(db.read, accountId),
          countWaiting(db.read, accountId),
          listCollected(db.read, { accountId, days: DAYS_PLOTTED }),
          listMovements(db.read, latest),
          readFirstSteps(db.read, accountId),
        ]);
        const days = lastDays(asOf, DAYS_PLOTTED);
        return {
          page: overviewPage(visit, { balances, waiting, days, collected, latest: payments, steps, isTest }),
        };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/first-steps/dismiss',
      access: STARTERS,
      handle: async (visit) => {
        const { accountId, actor, membership } = visit;
        await db.transaction(async (trx) => {
          if (!(await dismissFirstSteps(trx, accountId))) return;
          await recordDeed(trx, accountId, actor, {
            action: 'first_steps.dismissed',
            subject: membership.accountName,
          });
        });
        return { redirect: `${pathTo(visit)}?notice=dismissed` };
      },
    },
  ];
}

/** Days in UTC, like 2026-11-20, oldest first; the last one is the day of `now`. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * A_DAY_MS).toISOString().slice(0, 10),
  );
}
