import { invalidParam } from '../../../lib/errors/errors.ts';
import { parseRequestAmount } from '../../../lib/money.ts';
import { listAssets } from '../../../methods/catalogue.ts';
import { listLimits } from '../../../treasury/limits/repository.ts';
import { sumWithdrawnAlone } from '../../../treasury/requests/repository.ts';
import { reasonOf } from '../../refusal.ts';
import { OWNERS, pathTo, type Route } from '../../route.ts';
import type { PanelServices } from '../../services.ts';
import { READERS } from '../readers.ts';
import { limitsPage } from './pages.tsx';
import { LIMITS } from './texts.ts';

/** What one person may withdraw alone. */
export function limitRoutes({ db, treasury }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/limits',
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const [limits, assets] = await Promise.all([listLimits(db.read, accountId), listAssets(db.read)]);
        const used = limits.map(async (limit) => ({
          ...limit,
          withdrawn: await sumWithdrawnAlone(db.read, accountId, limit.asset),
        }));
        return { page: limitsPage(visit, { limits: await Promise.all(used), assets }) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/withdrawals/limits',
      access: OWNERS,
      freshProof: true,
      handle: async (visit) => {
        const page = pathTo(visit, 'withdrawals/limits');
        const text = visit.field('amount').trim();
        try {
          const amount = text === '' ? null : parseRequestAmount(text);
          if (amount === undefined) throw invalidParam('amount', 'amount must be a decimal.');
          await db.transaction((trx) =>
            treasury.limits.set(trx, visit.accountId, visit.actor, visit.field('asset'), amount),
          );
          return { redirect: `${page}?notice=set` };
        } catch (error) {
          return { redirect: `${page}?problem=${reasonOf(error, LIMITS[visit.language].problems)}` };
        }
      },
    },
  ];
}
