import type { Asked } from '../../treasury/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import { MONEY, pathTo, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { APPROVALS } from './texts.ts';

/** The decisions on what waits of one kind, from its page (D29, D44). */
export function decisionRoutes(services: PanelServices, kind: Asked): Route[] {
  const { requests } = services;
  const once = createOnce(services);
  const decision = (name: 'approve' | 'decline'): Route => ({
    method: 'post',
    path: `/panel/accounts/:account/${kind}s/:${kind}/${name}`,
    access: MONEY,
    freshProof: true,
    handle: async (visit) => {
      const { accountId, actor, language } = visit;
      const id = visit.param(kind);
      const page = pathTo(visit, `${kind}s/${id}`);
      try {
        const { decided } = await once(visit, () => async (trx) => ({
          decided: await requests[name](trx, accountId, actor, id),
        }));
        return { redirect: `${page}?notice=${decided}` };
      } catch (error) {
        return { redirect: `${page}?problem=${reasonOf(error, APPROVALS[language].problems)}` };
      }
    },
  });
  return [decision('approve'), decision('decline')];
}
