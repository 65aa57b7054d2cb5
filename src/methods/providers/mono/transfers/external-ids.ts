import { createOrderIds } from '../../orders/index.ts';

/** What an outgoing transfer is for us. */
export type Purpose = 'pay_out' | 'refund';

export const { idOf: externalIdOf, purposeOf } = createOrderIds<Purpose>('mono', ['pay_out', 'refund']);
