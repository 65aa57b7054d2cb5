import { MAX_DECISION_REASON } from '../../transfers/index.ts';
import type { MoveKind } from '../../treasury/index.ts';
import { actionOf } from '../frame/action.tsx';
import { optionalText } from '../frame/fields.ts';
import { paths } from '../request/paths.ts';
import { MONEY } from '../request/route.ts';
import { APPROVALS } from './texts.ts';

const PAGES = {
  withdrawal: paths.withdrawals.withdrawal,
  refund: paths.refunds.refund,
  conversion: paths.conversions.conversion,
} as const satisfies Record<MoveKind, string>;

const readReason = optionalText(MAX_DECISION_REASON);

function decisionsOn(kind: MoveKind) {
  const decision = {
    access: MONEY,
    freshProof: true,
    once: true,
    texts: APPROVALS,
    page: PAGES[kind],
  } as const;
  return {
    approve: actionOf({
      ...decision,
      path: paths[`${kind}s`].approve,
      act: async (trx, visit, { requests }) => ({
        decided: await requests.approve(trx, visit.accountId, visit.actor, visit.param(kind)),
      }),
      flash: ({ decided }) => decided,
    }),
    decline: actionOf({
      ...decision,
      path: paths[`${kind}s`].decline,
      act: async (trx, visit, { requests }) => {
        const declined = { id: visit.param(kind), reason: readReason(visit, 'decision_reason') };
        return { decided: await requests.decline(trx, visit.accountId, visit.actor, declined) };
      },
      flash: ({ decided }) => decided,
    }),
  };
}

/** The decisions on what waits of each kind, from its page (D29, D44). */
export const DECISIONS = {
  withdrawal: decisionsOn('withdrawal'),
  refund: decisionsOn('refund'),
  conversion: decisionsOn('conversion'),
} as const;
