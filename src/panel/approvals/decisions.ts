import type { Asked } from '../../treasury/index.ts';
import { actionOf } from '../frame/action.tsx';
import { paths } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import { APPROVALS } from './texts.ts';

const PAGES = {
  withdrawal: paths.withdrawals.withdrawal,
  refund: paths.refunds.refund,
  conversion: paths.conversions.conversion,
} as const satisfies Record<Asked, string>;

function decisionOn(kind: Asked, name: 'approve' | 'decline') {
  return actionOf({
    path: paths[`${kind}s`][name],
    access: MONEY,
    freshProof: true,
    once: true,
    texts: APPROVALS,
    page: PAGES[kind],
    deed: async (trx, visit, { requests }) => ({
      decided: await requests[name](trx, visit.accountId, visit.actor, visit.param(kind)),
    }),
    notice: ({ decided }) => decided,
  });
}

const decisionsOn = (kind: Asked) => ({
  approve: decisionOn(kind, 'approve'),
  decline: decisionOn(kind, 'decline'),
});

/** The decisions on what waits of each kind, from its page (D29, D44). */
export const DECISIONS = {
  withdrawal: decisionsOn('withdrawal'),
  refund: decisionsOn('refund'),
  conversion: decisionsOn('conversion'),
} as const;
