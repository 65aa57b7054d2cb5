import { fund, refundLink } from '../../transfers/rig.ts';
import type { Walls } from '../walls.ts';

export const REFUND_WALLS: Walls = {
  makers: {
    refund: async (service, account) => {
      const { code } = await fund(account, 'MXNB', '100');
      return (await refundLink(service, account.id, code)).id;
    },
  },
  forms: {},
};
