import type { Asked } from '../../treasury/index.ts';
import { createOnce } from '../request/once.ts';
import { attempt } from '../request/refusal.ts';
import { objectPages, paths } from '../request/paths.ts';
import { MONEY, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { APPROVALS } from './texts.ts';

/** The decisions on what waits of one kind, from its page (D29, D44). */
export const decisionsOn =
  (kind: Asked) =>
  (services: PanelServices): Route[] => {
    const { requests } = services;
    const once = createOnce(services);

    const decision = (name: 'approve' | 'decline'): Route => ({
      method: 'post',
      path: paths[`${kind}s`][name],
      access: MONEY,
      freshProof: true,
      handle: (visit) => {
        const { accountId, actor } = visit;
        const id = visit.param(kind);
        return attempt({ page: objectPages[kind](visit, id) }, APPROVALS.en, async () => {
          const { decided } = await once(visit, () => async (trx) => ({
            decided: await requests[name](trx, accountId, actor, id),
          }));
          return decided;
        });
      },
    });
    return [decision('approve'), decision('decline')];
  };
