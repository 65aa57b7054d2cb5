import { invalidParam } from '../../../lib/errors/errors.ts';
import { parseRequestAmount } from '../../../lib/money.ts';
import { listCurrencyRates } from '../../../methods/index.ts';
import { findLimit, sumMovedAlone } from '../../../treasury/index.ts';
import { reasonOf } from '../../request/refusal.ts';
import { OWNERS, pathTo, type Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { READERS } from '../../request/readers.ts';
import { limitPage } from './pages.tsx';
import { LIMITS } from './texts.ts';

/** What one person may move out of the account alone (D44). */
export function limitRoutes({ db, limits }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/limits',
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const [limit, rates] = await Promise.all([
          findLimit(db.read, { accountId }),
          listCurrencyRates(db.read),
        ]);
        const used = limit ? await sumMovedAlone(db.read, accountId, limit.currency) : '0';
        const currencies = rates.map(({ family }) => family);
        return { page: limitPage(visit, { limit, used, currencies }) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/withdrawals/limits',
      access: OWNERS,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor } = visit;
        const page = pathTo(visit, 'withdrawals/limits');
        const text = visit.field('amount').trim();
        try {
          const amount = text === '' ? null : parseRequestAmount(text);
          if (amount === undefined) throw invalidParam('amount', 'amount must be a decimal.');
          const limit = { currency: visit.field('currency'), amount };
          await db.transaction((trx) => limits.set(trx, accountId, actor, limit));
          return { redirect: `${page}?notice=set` };
        } catch (error) {
          return { redirect: `${page}?problem=${reasonOf(error, LIMITS[visit.language].problems)}` };
        }
      },
    },
  ];
}
